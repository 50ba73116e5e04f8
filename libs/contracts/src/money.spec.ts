import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dollarsSchema, priceSchema } from './amounts.js';
import { addDollars, toCents, toDollars } from './money.js';

const runs = { numRuns: 2_000 };
/** Up to the total of 100 lines of 100,000 units at $100,000.00, positive or negative. */
const cents = fc.oneof(
  fc.integer({ min: -100_000_000, max: 100_000_000 }),
  fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 }),
);

describe('money', () => {
  it('survives a round trip from cents to dollars and back', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(toDollars(amount))).toBe(amount);
      }),
      runs,
    );
  });

  it('comes out of the API as dollars that the API accepts', () => {
    fc.assert(
      fc.property(cents, (amount) => dollarsSchema.safeParse(toDollars(amount)).success),
      runs,
    );
  });

  it('adds up to the cent, whatever dollars lose as binary fractions', () => {
    const some = fc.array(fc.integer({ min: -100_000_000, max: 100_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(some, (amounts) => {
        const sum = amounts.reduce((total, one) => total + one, 0);
        expect(addDollars(...amounts.map(toDollars))).toBe(toDollars(sum));
      }),
      runs,
    );
  });

  it('survives being written as text with two places, as people type it', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(toCents(Number(toDollars(amount).toFixed(2)))).toBe(amount);
      }),
      runs,
    );
  });

  it('has at most two decimal places', () => {
    fc.assert(
      fc.property(
        fc.integer({ max: 100_000_000 }),
        fc.integer({ min: 1, max: 9 }),
        (amount, thousandth) => {
          const dollars = amount / 100 + thousandth / 1000;
          expect(dollarsSchema.safeParse(dollars).success).toBe(false);
        },
      ),
      runs,
    );
  });

  it('accepts the rounding errors of sums and products', () => {
    expect(dollarsSchema.safeParse(0.1 + 0.2).success).toBe(true);
    expect(toCents(1.005 * 100)).toBe(10050);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '5.00', null])('is never %p', (value) => {
    expect(dollarsSchema.safeParse(value).success).toBe(false);
  });
});

describe('a price', () => {
  it.each([0.01, 1, 4.5, 100_000])('can be %p', (price) => {
    expect(priceSchema.safeParse(price).success).toBe(true);
  });
  it.each([0, -0.01, 0.001, 100_000.01])('cannot be %p', (price) => {
    expect(priceSchema.safeParse(price).success).toBe(false);
  });
});
