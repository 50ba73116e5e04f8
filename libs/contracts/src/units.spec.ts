import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quantitySchema } from './amounts.js';
import { fromBaseUnits, isOrderable, lineTotal, toBaseUnits, UNITS, type Unit } from './units.js';

const runs = { numRuns: 2_000 };
const unit = fc.constantFrom(...(Object.keys(UNITS) as Unit[]));
const base = fc.integer({ min: 1, max: 50_000_000 });
const price = fc.integer({ min: 1, max: 10_000_000 });

describe('amounts', () => {
  it('are whole base units or nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), unit, (thousandths, of) => {
        const amount = toBaseUnits(thousandths / 1000, of);
        const exact = (thousandths * UNITS[of].baseUnits) / 1000;
        expect(amount).toBe(Number.isInteger(exact) ? exact : null);
      }),
      runs,
    );
  });

  it('with at most three decimal places survive a round trip', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), unit, (thousandths, of) => {
        const quantity = thousandths / 1000;
        const amount = toBaseUnits(quantity, of);
        if (amount !== null) expect(fromBaseUnits(amount, of)).toBe(quantity);
      }),
      runs,
    );
  });

  it('never look larger than they are, nor smaller by a thousandth', () => {
    fc.assert(
      fc.property(base, unit, (amount, of) => {
        const shown = Math.round(fromBaseUnits(amount, of) * 1000);
        const exact = (amount * 1000) / UNITS[of].baseUnits;
        expect(shown).toBeLessThanOrEqual(exact);
        expect(exact - shown).toBeLessThan(1);
      }),
      runs,
    );
  });

  it.each([
    [0.5, 'lb', 227],
    [1, 'lb', 454],
    [0.25, 'lb', null],
    [0.1, 'kg', 100],
    [0.001, 'kg', 1],
    [1.5, 'dozen', 18],
    [0.5, 'bunch', null],
    [2, 'pint', 946],
    [1.1, 'each', null],
  ] as const)('%p %s is %p base units', (quantity, of, amount) => {
    expect(toBaseUnits(quantity, of)).toBe(amount);
  });

  it.each([0, -1, 0.0001, 100_000.001, Number.NaN, '1'])('are never %p', (quantity) => {
    expect(quantitySchema.safeParse(quantity).success).toBe(false);
  });
});

describe('the price of a line', () => {
  it('is the exact price, off by half a cent at the most, half upwards', () => {
    fc.assert(
      fc.property(price, base, unit, (cents, amount, of) => {
        const per = BigInt(UNITS[of].baseUnits);
        const total = BigInt(lineTotal(cents, amount, of));
        const exactTimesPer = BigInt(cents) * BigInt(amount);
        const offTimesTwo = 2n * (total * per - exactTimesPer);
        expect(offTimesTwo > -per && offTimesTwo <= per).toBe(true);
      }),
      runs,
    );
  });

  it('is the price times the amount for whole units', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 1000 }), unit, (cents, count, of) => {
        expect(lineTotal(cents, count * UNITS[of].baseUnits, of)).toBe(cents * count);
      }),
      runs,
    );
  });

  it('never falls when the amount grows', () => {
    fc.assert(
      fc.property(price, base, unit, (cents, amount, of) => {
        expect(lineTotal(cents, amount + 1, of)).toBeGreaterThanOrEqual(
          lineTotal(cents, amount, of),
        );
      }),
      runs,
    );
  });
});

describe('an orderable amount', () => {
  it('is the minimum or more, in whole steps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 2_000 }),
        (amount, step, minimum) => {
          const steps = amount / step;
          expect(isOrderable(amount, step, minimum)).toBe(
            amount >= minimum && Math.floor(steps) === steps,
          );
        },
      ),
      runs,
    );
  });

  it.each([
    [227, 227, 227, true],
    [0, 227, 227, false],
    [340, 227, 227, false],
    [454, 227, 681, false],
    [681, 227, 681, true],
  ])('%p in steps of %p from %p: %p', (amount, step, minimum, orderable) => {
    expect(isOrderable(amount, step, minimum)).toBe(orderable);
  });
});
