import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Types } from 'mongoose';
import { fromThousandths, MAX_ORDER_LINES, toThousandths } from '#libs/contracts';
import type { Product } from '#libs/products';
import { mergeCarts, mergedAmount } from './merge-carts.js';

const product = fc
  .record({
    step: fc.constantFrom(1, 100, 250, 500, 750, 1_000, 6_000),
    minimumSteps: fc.integer({ min: 1, max: 5 }),
    available: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(({ minimumSteps, ...rest }) => ({ ...rest, minimum: minimumSteps * rest.step }));
const ownSteps = fc.integer({ min: 0, max: 40 });
const guest = fc.integer({ min: 1, max: 60_000 }).map(fromThousandths);
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 600) };

describe('the merged amount of a line', () => {
  it('is never smaller than the customer’s amount', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        expect(mergedAmount(of, steps * of.step, quantity)).toBeGreaterThanOrEqual(steps * of.step);
      }),
      runs,
    );
  });

  it('is never more than what is available or than the sum of both', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        const own = steps * of.step;
        const amount = mergedAmount(of, own, quantity);
        expect(amount).toBeLessThanOrEqual(Math.max(own, of.available));
        expect(amount).toBeLessThanOrEqual(own + toThousandths(quantity));
      }),
      runs,
    );
  });

  it('can be ordered, or is the customer’s amount', () => {
    fc.assert(
      fc.property(product, ownSteps, guest, (of, steps, quantity) => {
        const own = steps * of.step;
        const amount = mergedAmount(of, own, quantity);
        if (amount === own) return;
        expect(amount % of.step).toBe(0);
        expect(amount).toBeGreaterThanOrEqual(of.minimum);
      }),
      runs,
    );
  });

  it('is the sum of both when enough is available, in whole steps', () => {
    fc.assert(
      fc.property(product, ownSteps, fc.integer({ min: 5, max: 40 }), (of, steps, more) => {
        const plenty = { ...of, available: 1_000_000 };
        const own = steps * of.step;
        expect(mergedAmount(plenty, own, fromThousandths(more * of.step))).toBe(
          own + more * of.step,
        );
      }),
      runs,
    );
  });

  it('does not depend on the order in which two visitors’ carts are merged', () => {
    fc.assert(
      fc.property(product, ownSteps, ownSteps, ownSteps, (of, own, one, two) => {
        const single = { ...of, minimum: of.step };
        const merge = (steps: number[]) =>
          steps.reduce(
            (amount, guestSteps) =>
              mergedAmount(single, amount, fromThousandths(guestSteps * of.step)),
            own * of.step,
          );
        expect(merge([one, two])).toBe(merge([two, one]));
      }),
      runs,
    );
  });
});

describe('two merged carts', () => {
  const id = (n: number) => n.toString(16).padStart(24, '0');
  const catalogue = fc.array(
    fc.record({
      step: fc.constantFrom(250, 750, 1_000, 12_000),
      available: fc.integer({ min: 0, max: 60_000 }),
      listed: fc.boolean(),
      status: fc.constantFrom('live', 'live', 'live', 'paused', 'draft', 'archived'),
      price: fc.integer({ min: 1, max: 900 }),
      own: fc.integer({ min: 0, max: 5 }),
      guest: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
    }),
    { minLength: 1, maxLength: 8 },
  );

  it('keep all lines of the customer, and report every amount that was not added in full', () => {
    fc.assert(
      fc.property(catalogue, (rows) => {
        const products = rows.map(({ own: _, guest: __, ...row }, n) => ({
          ...row,
          _id: new Types.ObjectId(id(n)),
          minimum: row.step,
        })) as unknown as Product[];
        const own = rows.flatMap(({ own: steps, step }, n) =>
          steps > 0
            ? [{ productId: new Types.ObjectId(id(n)), amount: steps * step, seen: { price: 7 } }]
            : [],
        );
        const guest = rows.flatMap(({ guest: quantity }, n) =>
          quantity === null ? [] : [{ productId: id(n), quantity }],
        );
        const { items, merged } = mergeCarts(own, guest, products);
        const amountOf = (lines: typeof items, productId: string) =>
          lines.find((line) => line.productId.toString() === productId)?.amount ?? 0;
        expect(new Set(items.map(({ productId }) => productId.toString())).size).toBe(items.length);
        for (const line of own) {
          const now = items.find(({ productId }) => productId.equals(line.productId));
          expect(now?.amount).toBeGreaterThanOrEqual(line.amount);
          // The seen price of a line stays.
          expect(now?.seen).toEqual({ price: 7 });
        }
        for (const { productId, quantity } of guest) {
          const product = products.find(({ _id }) => _id.toString() === productId) as Product;
          const gained = amountOf(items, productId) - amountOf(own, productId);
          const report = merged.find((line) => line.productId === productId);
          const wanted = toThousandths(quantity);
          expect(gained).toBeGreaterThanOrEqual(0);
          if (gained === wanted) expect(report).toBeUndefined();
          else {
            expect(report?.asked).toBe(quantity);
            expect(report?.got).toBeLessThan(quantity);
          }
          if (!product.listed || product.status !== 'live') expect(gained).toBe(0);
        }
        expect(merged.length).toBeLessThanOrEqual(guest.length);
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 300) },
    );
  });

  it('have at most as many lines as an order', () => {
    const own = Array.from({ length: MAX_ORDER_LINES }, (_, n) => ({
      productId: new Types.ObjectId(id(n)),
      amount: 1,
      seen: { price: 250 },
    }));
    const product = {
      _id: new Types.ObjectId(id(500)),
      listed: true,
      status: 'live',
      available: 9,
    } as Product;
    const { items, merged } = mergeCarts(own, [{ productId: id(500), quantity: 1 }], [product]);
    expect(items).toHaveLength(MAX_ORDER_LINES);
    expect(merged).toEqual([{ productId: id(500), asked: 1, got: 0, reason: 'cart-full' }]);
  });
});
