import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountChangeSchema, amountSchema, quantitySchema } from './amounts.js';
import {
  formatQuantity,
  fromThousandths,
  isCountable,
  isOrderable,
  lineTotal,
  toThousandths,
} from './units.js';

const runs = { numRuns: 2_000 };
const thousandths = fc.integer({ min: 1, max: 100_000_000 });
const price = fc.integer({ min: 1, max: 10_000_000 });

describe('amounts', () => {
  it('are a number of the unit with three places, and whole thousandths, both ways', () => {
    fc.assert(
      fc.property(thousandths, (amount) => {
        const quantity = fromThousandths(amount);
        expect(quantity).toBe(
          Number(`${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}`),
        );
        expect(quantitySchema.parse(quantity)).toBe(quantity);
        expect(toThousandths(quantity)).toBe(amount);
        expect(toThousandths(-quantity)).toBe(-amount);
      }),
      runs,
    );
  });

  it('of any step add up exactly, and so do the prices of what they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 30 }),
        price,
        (step, counts, cents) => {
          const lines = counts.map((count) => toThousandths(fromThousandths(count * step)));
          const sum = lines.reduce((total, line) => total + line, 0);
          const count = counts.reduce((total, one) => total + one, 0);
          expect(sum).toBe(count * step);
          expect(isOrderable(sum, step, step)).toBe(true);
          for (const line of lines) {
            // Half a cent rounds up, in integers of any size.
            const exact = (2n * BigInt(cents) * BigInt(line) + 1000n) / 2000n;
            expect(BigInt(lineTotal(cents, line))).toBe(exact);
          }
        },
      ),
      runs,
    );
  });

  it.each([0, -1, 0.0001, 1e-10, 100_000.001, Number.NaN, '1'])('are never %p', (quantity) => {
    expect(quantitySchema.safeParse(quantity).success).toBe(false);
  });

  it.each([0.25, 0.1, 0.75, 12.3, 0.5, 0.001, 100_000])('can be %p', (quantity) => {
    expect(quantitySchema.parse(quantity)).toBe(quantity);
    expect(amountChangeSchema.parse(-quantity)).toBe(-quantity);
  });

  it('that are counted can be nothing; a change cannot', () => {
    expect(amountSchema.parse(0)).toBe(0);
    expect(amountChangeSchema.safeParse(0).success).toBe(false);
    expect(amountChangeSchema.safeParse(1e-10).success).toBe(false);
    expect(amountSchema.safeParse(0.0005).success).toBe(false);
  });

  it.each([
    [0.25, 'lb', true],
    [0.001, 'kg', true],
    [0.5, 'pint', true],
    [0.5, 'dozen', true],
    [0.25, 'dozen', true],
    [0.1, 'dozen', false],
    [0.5, 'bunch', false],
    [1.1, 'each', false],
    [1.5, 'pack', false],
    [2, 'pack', true],
  ] as const)('of %p %s are divided as goods can be: %p', (quantity, of, isIt) => {
    expect(isCountable(toThousandths(quantity), of)).toBe(isIt);
  });

  it.each([
    [1, 'lb', '1 lb'],
    [0.25, 'lb', '0.25 lb'],
    [8, 'oz', '8 oz'],
    [1, 'quart', '1 quart'],
    [0.5, 'pint', '0.5 pints'],
    [2, 'gallon', '2 gallons'],
    [3, 'pack', '3 packs'],
    [1.5, 'dozen', '1.5 dozen'],
    [1_250, 'g', '1,250 g'],
    [4, 'each', '4'],
  ] as const)('of %p %s read %p', (quantity, of, text) => {
    expect(formatQuantity(quantity, of)).toBe(text);
  });
});

describe('the price of a line', () => {
  it.each([
    [800, 250, 200],
    [1_150, 750, 863],
    [299, 500, 150],
    [389, 12_300, 4_785],
    [1, 499, 0],
    [1, 500, 1],
  ])('of %p cents a unit, for %p thousandths, is %p', (cents, amount, total) => {
    expect(lineTotal(cents, amount)).toBe(total);
  });

  it('is exact in integers, half a cent upwards', () => {
    fc.assert(
      fc.property(price, thousandths, (cents, amount) => {
        const exact = (2n * BigInt(cents) * BigInt(amount) + 1000n) / 2000n;
        expect(BigInt(lineTotal(cents, amount))).toBe(exact);
      }),
      runs,
    );
  });

  it('is the price times the amount for whole units', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 1000 }), (cents, count) => {
        expect(lineTotal(cents, toThousandths(count))).toBe(cents * count);
      }),
      runs,
    );
  });

  it('never falls when the amount grows', () => {
    fc.assert(
      fc.property(price, thousandths, (cents, amount) => {
        expect(lineTotal(cents, amount + 1)).toBeGreaterThanOrEqual(lineTotal(cents, amount));
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
    [250, 250, 250, true],
    [0, 250, 250, false],
    [340, 250, 250, false],
    [500, 250, 750, false],
    [750, 250, 750, true],
  ])('%p in steps of %p from %p: %p', (amount, step, minimum, orderable) => {
    expect(isOrderable(amount, step, minimum)).toBe(orderable);
  });
});
