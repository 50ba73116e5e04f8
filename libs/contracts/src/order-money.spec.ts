import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deliveryFee, FEE_RULE, missingToFreeDelivery, missingToMinimum } from './order-money.js';

const cents = fc.integer({ min: 0, max: 1_000_000_000 });
const rule = fc.record({ freeDeliveryOver: cents, deliveryFee: cents });

describe('the delivery fee', () => {
  it('is free strictly above $30.00 of goods, and for what is collected', () => {
    expect(deliveryFee(3000, true)).toBe(499);
    expect(deliveryFee(3001, true)).toBe(0);
    expect(deliveryFee(0, true)).toBe(499);
    expect(deliveryFee(1, false)).toBe(0);
    expect([missingToFreeDelivery(3000), missingToFreeDelivery(3001)]).toEqual([1, 0]);
    expect(FEE_RULE).toEqual({ freeDeliveryOver: 3000, deliveryFee: 499 });
  });

  it('becomes 0 exactly when what is missing is added, under every rule', () => {
    fc.assert(
      fc.property(cents, rule, (goods, rules) => {
        const missing = missingToFreeDelivery(goods, rules);
        expect(deliveryFee(goods + missing, true, rules)).toBe(0);
        if (missing > 0)
          expect(deliveryFee(goods + missing - 1, true, rules)).toBe(rules.deliveryFee);
        else expect(deliveryFee(goods, true, rules)).toBe(0);
        expect(deliveryFee(goods, false, rules)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a farm’s minimum', () => {
  it('is reached exactly when what is missing is added', () => {
    fc.assert(
      fc.property(cents, cents, (goods, minimum) => {
        const missing = missingToMinimum(goods, minimum);
        expect(missing).toBeGreaterThanOrEqual(0);
        expect(missingToMinimum(goods + missing, minimum)).toBe(0);
        if (missing > 0) expect(goods + missing).toBe(minimum);
        else expect(goods).toBeGreaterThanOrEqual(minimum);
      }),
      { numRuns: 2000 },
    );
  });
});
