import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cartTotals, orderableQuantity, withProduct } from './cart-changes.js';
import type { CartItem } from './carts.js';

const id = '1'.repeat(24);
const line = (more: Partial<CartItem> = {}): CartItem =>
  withProduct(
    {
      productId: id,
      id,
      name: 'Plums',
      price: 4,
      quantity: 3,
      unit: 'lb',
      step: 0.5,
      minimum: 1,
      available: 9,
      held: 0,
      buyable: true,
      productVersion: 1,
      seen: { price: 4 },
      image: '/p.svg',
      farmId: id,
      farmer: 'Hollow Creek',
      ...more,
    },
    {},
  );
const changesOf = (more: Partial<CartItem>) =>
  line(more).changes.map(({ kind, from, to }) => [kind, from, to]);

describe('the changes of a line', () => {
  it.each<[string, Partial<CartItem>, unknown[]]>([
    ['nothing while all is as they saw it', {}, []],
    ['a price that moved, up or down', { price: 5 }, [['price', 4, 5]]],
    ['less than they want, in whole steps', { available: 2.7 }, [['stock', 3, 2.5]]],
    ['what is under the minimum is nothing', { available: 0.5 }, [['stock', 3, 0]]],
    ['nothing while their checkout keeps it', { available: 0, held: 3 }, []],
    ['what their checkout keeps of it', { available: 0.5, held: 1 }, [['stock', 3, 1.5]]],
    ['a minimum that rose', { minimum: 4 }, [['minimum', 3, 4]]],
    ['a step that no longer fits', { step: 2, minimum: 2 }, [['minimum', 3, 4]]],
    [
      'only that it is not for sale',
      { buyable: false, price: 9, available: 0 },
      [['unavailable', 3, 0]],
    ],
    [
      'price and stock together',
      { price: 3, available: 1 },
      [
        ['price', 4, 3],
        ['stock', 3, 1],
      ],
    ],
  ])('is %s', (_, more, changes) => {
    expect(changesOf(more)).toEqual(changes);
  });

  it('leads to an amount that can be ordered, and then to nothing more', () => {
    const quantity = fc.integer({ min: 1, max: 40 }).map((halves) => halves / 2);
    fc.assert(
      fc.property(
        quantity,
        fc.nat(60).map((halves) => halves / 2),
        fc.nat(10).map((halves) => halves / 2),
        fc.constantFrom(0.5, 1, 1.5, 2),
        fc.constantFrom(1, 2, 3),
        (wanted, available, held, step, steps) => {
          const item = line({ quantity: wanted, available, held, step, minimum: step * steps });
          expect(orderableQuantity(item)).toBeLessThanOrEqual(available + held);
          const [change] = item.changes;
          if (!change) return expect(wanted % step).toBe(0);
          if (change.to === 0) return expect(orderableQuantity(item)).toBe(0);
          expect(withProduct({ ...item, quantity: change.to }, {}).changes).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the sums of a cart', () => {
  it('are of today’s prices, to the cent', () => {
    const items = [line({ price: 3.33, quantity: 1.5 }), line({ price: 0.1, quantity: 3 })];
    expect(items.map(({ total }) => total)).toEqual([5, 0.3]);
    expect(cartTotals(items)).toEqual({ total: 5.3, itemCount: 4.5 });
  });
});
