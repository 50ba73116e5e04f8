import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  amountFaults,
  amountSchema,
  categorySchema,
  isOrderable,
  priceSchema,
  roleSchema,
  toDollars,
  toThousandths,
  unitSchema,
} from '#libs/contracts';
import { demoFarms, demoProducts } from './catalogue.js';
import { sceneOf } from './new-product.js';
import { DEMO_PASSWORD, demoCrew, demoPeople } from './people.js';
import { onDay } from './seasons.js';

const PUBLIC = `${process.cwd()}/apps/web/public`;

const repeated = (values: string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

/** The names of the items for which `test` is false. */
const failing = <Item extends { name: string }>(items: Item[], test: (item: Item) => boolean) =>
  items.filter((item) => !test(item)).map((item) => item.name);

describe('demo farms', () => {
  it('are six with unique slugs and names', () => {
    expect(demoFarms).toHaveLength(6);
    expect(repeated(demoFarms.map((farm) => farm.slug))).toEqual([]);
    expect(repeated(demoFarms.map((farm) => farm.name))).toEqual([]);
  });

  it('have a cover that exists, and a pickup place exactly when they offer pickup', () => {
    expect(failing(demoFarms, (farm) => existsSync(PUBLIC + farm.image))).toEqual([]);
    expect(
      failing(
        demoFarms,
        (farm) => (farm.pickupPlace !== null) === farm.fulfilment.includes('pickup'),
      ),
    ).toEqual([]);
  });

  it('cover every way to get the goods', () => {
    const ways = demoFarms.map((farm) => [...farm.fulfilment].sort().join('+'));
    expect(new Set(ways)).toEqual(new Set(['delivery+pickup', 'pickup', 'delivery']));
  });
});

describe('demo products', () => {
  it('are at least 48 with unique names, and every farm sells some', () => {
    expect(demoProducts.length).toBeGreaterThanOrEqual(48);
    expect(repeated(demoProducts.map((product) => product.name))).toEqual([]);
    const farms = new Set(demoFarms.map((farm) => farm.slug));
    expect(failing(demoProducts, (product) => farms.has(product.farmSlug))).toEqual([]);
    expect(new Set(demoProducts.map((product) => product.farmSlug))).toEqual(farms);
  });

  it('fill every category', () => {
    const used = new Set(demoProducts.map((product) => product.category));
    expect(used).toEqual(new Set(categorySchema.options));
  });

  it('have amounts that their units can be divided into, and stock in whole steps', () => {
    const valid = failing(demoProducts, ({ unit, step, minimum, stock, lowStockAt }) => {
      const amounts = [step, minimum, stock, lowStockAt];
      return (
        amounts.every((amount) => amountSchema.safeParse(amount).success) &&
        amountFaults(unit, { step, minimum, stock, lowStockAt }).length === 0 &&
        isOrderable(toThousandths(minimum), toThousandths(step), toThousandths(step)) &&
        toThousandths(stock) % toThousandths(step) === 0
      );
    });
    expect(valid).toEqual([]);
  });

  it('are sold in quarter pounds, by the ounce, and in every unit of an American market', () => {
    expect(demoProducts.some(({ unit, step }) => unit === 'lb' && step === 0.25)).toBe(true);
    const used = new Set(demoProducts.map(({ unit }) => unit));
    const metric = ['kg', 'g'];
    expect(unitSchema.options.filter((unit) => !used.has(unit))).toEqual(metric);
  });

  it('have prices that the contracts accept, and pictures that exist', () => {
    expect(
      failing(demoProducts, (p) => priceSchema.safeParse(toDollars(p.priceCents)).success),
    ).toEqual([]);
    expect(failing(demoProducts, (p) => p.picture.alt.length > 0)).toEqual([]);
    expect(failing(demoProducts, (p) => existsSync(PUBLIC + p.picture.url))).toEqual([]);
    expect(failing(demoProducts, (p) => existsSync(PUBLIC + sceneOf(p).url))).toEqual([]);
  });

  it('show every stock level: two sold out, a few low, most in stock', () => {
    const soldOut = demoProducts.filter((p) => p.stock === 0);
    const low = demoProducts.filter((p) => p.stock > 0 && p.stock <= p.lowStockAt);
    expect(soldOut).toHaveLength(2);
    expect(low.length).toBeGreaterThanOrEqual(4);
    expect(low.length).toBeLessThan(demoProducts.length / 4);
  });

  it('are organic only if a certified organic farm grew them', () => {
    const certified = demoFarms
      .filter((farm) => farm.certification === 'USDA Organic')
      .map((farm) => farm.slug);
    expect(failing(demoProducts, (p) => !p.organic || certified.includes(p.farmSlug))).toEqual([]);
  });
});

describe('the demo products of a month', () => {
  /** The first, a middle and the last day of each month, in a common and in a leap year. */
  const days = Array.from({ length: 12 }, (_, month) =>
    [2026, 2028].flatMap((year) => [
      new Date(Date.UTC(year, month, 1)),
      new Date(Date.UTC(year, month, 15, 12)),
      new Date(Date.UTC(year, month + 1, 0, 23)),
    ]),
  ).flat();
  const onSale = (day: Date) =>
    demoProducts
      .map((product) => onDay(product, day))
      .filter(({ status }) => status === 'live')
      .map(({ product }) => product);
  const pickedIn = (day: Date, hours: number) =>
    new Date(day.getTime() - hours * 3_600_000).getUTCMonth() + 1;

  it.each(days)('fill the shop on %p, from every farm, in every category', (day) => {
    const products = onSale(day);
    expect(products.length).toBeGreaterThanOrEqual(40);
    const sold = products.filter(({ stock }) => stock > 0);
    expect(new Set(sold.map(({ farmSlug }) => farmSlug)).size).toBe(demoFarms.length);
    expect(new Set(sold.map(({ category }) => category))).toEqual(new Set(categorySchema.options));
    expect(products.filter(({ stock }) => stock === 0)).toHaveLength(2);
    expect(sold.filter((p) => p.stock <= p.lowStockAt).length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    [/Melon|Watermelon|Sweet Corn|Haricots|Peaches/, 7, 9],
    [/Cherries$|Snap Peas/, 6, 7],
    [/Asparagus/, 5, 6],
    [/Zucchini/, 6, 9],
    [/Plums/, 8, 10],
    [/Grapes/, 9, 10],
    [/Radishes|Scallions/, 4, 11],
  ])('have %p from month %i to month %i, and in no other', (name, from, to) => {
    for (const day of days) {
      const month = day.getUTCMonth() + 1;
      const found = onSale(day).filter((product) => name.test(product.name));
      expect([month, found.length > 0]).toEqual([month, from <= month && month <= to]);
    }
  });

  it('were picked in the months in which they grow, at most a year ago', () => {
    for (const day of days)
      for (const { name, season, hoursSinceHarvest } of onSale(day)) {
        if (season === null || hoursSinceHarvest === null) continue;
        const [from, to] = season.picked;
        const month = pickedIn(day, hoursSinceHarvest);
        // At the start of a season the first picking was some days before.
        const first = from === 1 ? 12 : from - 1;
        const [low, high] = from <= to ? [from, to] : [from, to + 12];
        const isPicked = [month, month + 12].some((m) => low <= m && m <= high);
        expect([name, month, isPicked || month === first]).toEqual([name, month, true]);
        expect(hoursSinceHarvest).toBeLessThan(365 * 24);
      }
  });
});

describe('demo people', () => {
  it('are twelve customers, the farm owners and two admins, each with an e-mail of their own', () => {
    const count = (role: string) => demoPeople.filter((person) => person.role === role).length;
    expect([count('customer'), count('farmer'), count('admin')]).toEqual([12, 6, 2]);
    const all = [...demoPeople, ...demoCrew];
    expect(repeated(all.map((person) => person.email))).toEqual([]);
    for (const person of all) {
      expect(roleSchema.parse(person.role)).toBe(person.role);
      expect(person.email).toMatch(/^[a-z]+\.[a-z]+@demo\.farmgate\.test$/);
    }
  });

  it('give each farm one owner', () => {
    const owned = demoPeople.filter((p) => p.role === 'farmer').map((p) => p.farmSlug);
    expect(owned).toEqual(demoFarms.map((farm) => farm.slug));
  });

  it('share a password of the length that the built-in sign-in requires', () => {
    expect(DEMO_PASSWORD.length).toBeGreaterThanOrEqual(10);
  });
});
