import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toCents } from '#libs/contracts';
import { makeCart, makeCartItem, makeFarms, makeProducts } from '../../testing/fixtures';
import { defaultQuantity, feesOf, newLine, priceOf, withLine } from './cart-math';

const rule = { freeDeliveryOver: 30, deliveryFee: 4.99 };
const products = makeProducts(makeFarms());

describe('feesOf', () => {
  it('is free strictly above the limit', () => {
    expect(feesOf(30, true, rule)).toMatchObject({ delivery: 4.99, total: 34.99, missing: 0.01 });
    expect(feesOf(30.01, true, rule)).toMatchObject({ delivery: 0, total: 30.01, missing: 0 });
  });

  it('has no fee where nothing is delivered', () => {
    expect(feesOf(5, false, rule)).toMatchObject({ delivery: 0, total: 5, missing: 25.01 });
  });

  it('adds up to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.boolean(), (cents, delivers) => {
        const fees = feesOf(cents / 100, delivers, rule);
        expect(toCents(fees.total)).toBe(cents + toCents(fees.delivery));
      }),
    );
  });
});

describe('lines', () => {
  it('have the price that the server calculates', () => {
    expect(priceOf(4.5, 1.5)).toBe(6.75);
    expect(priceOf(2.99, 0.5)).toBe(1.5);
    expect(priceOf(11.5, 0.75)).toBe(8.63);
  });

  it('have a default quantity of 1 if it can be ordered, else the minimum', () => {
    expect(defaultQuantity({ minimum: 0.5, step: 0.5 })).toBe(1);
    expect(defaultQuantity({ minimum: 2, step: 1 })).toBe(2);
    expect(defaultQuantity({ minimum: 0.4, step: 0.4 })).toBe(0.4);
    expect(defaultQuantity({ minimum: 0.25, step: 0.25 })).toBe(1);
    expect(defaultQuantity({ minimum: 0.1, step: 0.1 })).toBe(1);
    expect(defaultQuantity({ minimum: 0.75, step: 0.75 })).toBe(0.75);
  });

  it('are replaced by product, removed at zero, and counted in the totals', () => {
    const [first, second] = products;
    if (first === undefined || second === undefined) throw new Error('the fixtures are short');
    const cart = makeCart([makeCartItem(first, 1)], 7);
    const both = withLine(withLine(cart, newLine(first, 2.5)), newLine(second, 2));
    expect(both).toMatchObject({ total: 17.75, itemCount: 4.5, version: 7 });
    expect(withLine(both, newLine(first, 0)).items).toHaveLength(1);
  });
});
