import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountFaults, type ProductFields, productFaults, publishFaults } from './product-rules.js';
import {
  comparablePrice,
  isCountable,
  isOrderable,
  publicAvailable,
  toThousandths,
  UNITS,
  type Unit,
} from './units.js';

const runs = { numRuns: 2_000 };
const unit = fc.constantFrom(...(Object.keys(UNITS) as Unit[]));
const quantity = fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000);
const now = new Date('2026-11-20T12:00:00.000Z');
const plain: ProductFields = {
  unit: 'lb',
  step: 0.5,
  minimum: 0.5,
  lowAt: 0,
  harvestedAt: null,
  bestBefore: null,
};
const paths = (fields: Partial<ProductFields>) =>
  productFaults({ ...plain, ...fields }, now).map(({ path }) => path);

describe('a product', () => {
  it('without a fault can always be ordered by its minimum and by any steps above it', () => {
    fc.assert(
      fc.property(unit, quantity, quantity, fc.nat(50), (of, step, minimum, more) => {
        const faults = productFaults({ ...plain, unit: of, step, minimum }, now);
        const [steps, least] = [toThousandths(step), toThousandths(minimum)];
        const isDivided = isCountable(steps, of) && isCountable(least, of);
        const canBeOrdered = isOrderable(least + more * steps, steps, least);
        expect(faults.length === 0).toBe(isDivided && canBeOrdered);
      }),
      runs,
    );
  });

  it.each<[string[], Partial<ProductFields>]>([
    [[], {}],
    [[], { harvestedAt: '2026-11-20T11:00:00.000Z', bestBefore: '2026-11-20T11:00:00Z' }],
    [[], { harvestedAt: '2026-11-21T11:00:00.000Z' }],
    [['harvestedAt'], { harvestedAt: '2026-11-21T13:00:00.000Z' }],
    [
      ['bestBefore'],
      { harvestedAt: '2026-11-20T11:00:00.000Z', bestBefore: '2026-11-20T10:59:59Z' },
    ],
    [[], { bestBefore: '2020-01-01T00:00:00.000Z' }],
    [['minimum'], { minimum: 0.75, unit: 'kg' }],
    [[], { lowAt: 0.001 }],
    [[], { step: 0.25, minimum: 0.75 }],
    [[], { step: 0.1, minimum: 0.3 }],
    [[], { step: 0.5, minimum: 0.5, unit: 'pint' }],
    [[], { step: 0.5, minimum: 1, lowAt: 2.5, unit: 'dozen' }],
    [['step', 'minimum'], { step: 0.5, minimum: 0.5, unit: 'bunch' }],
    [['lowAt'], { step: 1, minimum: 1, lowAt: 0.5, unit: 'pack' }],
  ])('has these faults: %j (%#)', (faults, fields) => {
    expect(paths(fields)).toEqual(faults);
  });

  it('says into what its goods can be divided', () => {
    expect(amountFaults('lb', { onHand: 12.3 })).toEqual([]);
    expect(amountFaults('bunch', { onHand: 12.3 })).toEqual([
      { path: 'onHand', message: 'must be a multiple of 1 bunch' },
    ]);
    expect(amountFaults('dozen', { change: -0.1 })).toEqual([
      { path: 'change', message: 'must be a multiple of 0.25 dozen' },
    ]);
  });

  it('is not ready to be published while a picture is not described', () => {
    const [url, alt] = ['/p.webp', 'Plums in a bowl'];
    expect(publishFaults({ images: [] })).toEqual([]);
    expect(publishFaults({ images: [{ url, alt }] })).toEqual([]);
    expect(
      publishFaults({
        images: [
          { url, alt },
          { url, alt: ' ' },
        ],
      }),
    ).toMatchObject([{ path: 'images.1.alt' }]);
  });
});

describe('a price that compares', () => {
  const price = fc.integer({ min: 1, max: 10_000_000 });

  it('is the exact price per pound, pint or piece, off by half a cent at the most', () => {
    fc.assert(
      fc.property(price, unit, (cents, of) => {
        const { per, size } = UNITS[of];
        const shown = comparablePrice(cents, of);
        expect(Math.abs(Math.round(shown.price * 100) - cents / size)).toBeLessThanOrEqual(0.5);
        expect(shown.per).toBe(per);
      }),
      runs,
    );
  });

  it('orders two products of one kind as their exact prices do', () => {
    fc.assert(
      fc.property(price, price, unit, unit, (a, b, of, other) => {
        fc.pre(UNITS[of].per === UNITS[other].per);
        const cheaper = a / UNITS[of].size <= b / UNITS[other].size;
        const [left, right] = [comparablePrice(a, of), comparablePrice(b, other)];
        if (cheaper) expect(left.price).toBeLessThanOrEqual(right.price);
        else expect(left.price).toBeGreaterThanOrEqual(right.price);
      }),
      runs,
    );
  });

  it.each([
    [320, 'lb', { price: 3.2, per: 'lb' }],
    [500, 'kg', { price: 2.27, per: 'lb' }],
    [25, 'oz', { price: 4, per: 'lb' }],
    [2, 'g', { price: 9.07, per: 'lb' }],
    [473, 'pint', { price: 4.73, per: 'pint' }],
    [475, 'quart', { price: 2.38, per: 'pint' }],
    [1_004, 'gallon', { price: 1.26, per: 'pint' }],
    [450, 'pack', { price: 4.5, per: 'piece' }],
    [600, 'dozen', { price: 0.5, per: 'piece' }],
    [199, 'bunch', { price: 1.99, per: 'piece' }],
  ] as const)('of %p cents a %s is %j', (cents, of, shown) => {
    expect(comparablePrice(cents, of)).toEqual(shown);
  });
});

describe('what shoppers see as available', () => {
  it('is never more than there is, all of it where it is shown, and never too little to buy', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        (available, step, steps, showsCount) => {
          const minimum = steps * step;
          const shown = publicAvailable(available, { step, minimum, showsCount });
          expect(shown).toBeLessThanOrEqual(available);
          if (showsCount) expect(shown).toBe(available);
          // Any available amount can be chosen, and every amount shown can be bought.
          expect(shown >= minimum).toBe(available >= minimum);
          if (shown < available) expect(isOrderable(shown, step, minimum)).toBe(true);
        },
      ),
      runs,
    );
  });
});
