import {
  type Category,
  type Day,
  FACET_DAYS,
  FACET_FARMS,
  type ProductFacets,
  type ProductsQuery,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { CatalogueProduct } from './catalogue-product.js';

export type Filter = 'category' | 'farm' | 'organic' | 'inStock' | 'price' | 'rating' | 'day';
type Test = (product: CatalogueProduct) => boolean;

/** `thatDay`: the farms whose goods can be had on the chosen day. */
export function filtersOf(
  query: Partial<ProductsQuery>,
  thatDay?: ReadonlySet<string>,
): [Filter, Test][] {
  const { organic, inStock, rating } = query;
  const categories = query.category && new Set(query.category);
  const farms = query.farm && new Set(query.farm);
  const from = toCents(query.minPrice ?? 0);
  const to = query.maxPrice === undefined ? Number.POSITIVE_INFINITY : toCents(query.maxPrice);
  const tests: [Filter, Test | false | undefined][] = [
    ['category', categories && (({ category }) => categories.has(category))],
    ['farm', farms && (({ farmId }) => farms.has(farmId))],
    ['organic', organic !== undefined && ((product) => product.organic === organic)],
    ['inStock', inStock && (({ stock }) => stock !== 'sold_out')],
    [
      'price',
      (from > 0 || to < Number.POSITIVE_INFINITY) && (({ price }) => price >= from && price <= to),
    ],
    ['rating', rating !== undefined && ((product) => (product.rating ?? 0) >= rating)],
    ['day', thatDay && (({ farmId }) => thatDay.has(farmId))],
  ];
  return tests.flatMap(([filter, test]) => (test ? [[filter, test] as [Filter, Test]] : []));
}

const STARS = [4, 3, 2, 1];

/** Counts the products that each option of a filter would show, given the choices in all other filters. */
export class FacetCounts {
  private readonly categories: Counts<Category> = new Map();
  private readonly farms: Counts<string> = new Map();
  /** By farm, because all products of a farm have the same days. */
  private readonly ofAnyDay: Counts<string> = new Map();
  private readonly stars = STARS.map(() => 0);
  private organic = 0;
  private inStock = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = 0;

  /** Counts a product that passes all filters (`failed` null) or all but the one named by `failed`. */
  add(product: CatalogueProduct, failed: Filter | null): void {
    const all = failed === null;
    if (all || failed === 'category') increase(this.categories, product.category);
    if (all || failed === 'farm') increase(this.farms, product.farmId);
    if (all || failed === 'day') increase(this.ofAnyDay, product.farmId);
    if (product.organic && (all || failed === 'organic')) this.organic++;
    if (product.stock !== 'sold_out' && (all || failed === 'inStock')) this.inStock++;
    if (all || failed === 'price') {
      if (product.price < this.min) this.min = product.price;
      if (product.price > this.max) this.max = product.price;
    }
    if (product.rating !== null && (all || failed === 'rating'))
      for (let n = 0; n < STARS.length; n++)
        if (product.rating >= (STARS[n] ?? 0)) this.stars[n] = (this.stars[n] ?? 0) + 1;
  }

  toFacets(
    farmName: (id: string) => string,
    daysOf: (farmId: string) => readonly Day[],
  ): ProductFacets {
    const farms = byCount(this.farms);
    return {
      category: byCount(this.categories),
      farm: farms
        .slice(0, FACET_FARMS)
        .map(({ value, count }) => ({ value, label: farmName(value), count })),
      moreFarms: Math.max(0, farms.length - FACET_FARMS),
      organic: this.organic,
      inStock: this.inStock,
      rating: STARS.map((value, n) => ({ value, count: this.stars[n] ?? 0 })),
      day: this.countDays(daysOf),
      price: this.max > 0 ? { min: toDollars(this.min), max: toDollars(this.max) } : null,
    };
  }

  private countDays(daysOf: (farmId: string) => readonly Day[]): ProductFacets['day'] {
    const days: Counts<Day> = new Map();
    for (const [farmId, { count }] of this.ofAnyDay)
      for (const day of daysOf(farmId)) increase(days, day, count);
    return [...days]
      .map(([value, { count }]) => ({ value, count }))
      .toSorted((a, b) => (a.value < b.value ? -1 : 1))
      .slice(0, FACET_DAYS);
  }
}

/** Mutable counters, so that each count takes one lookup: counting dominates the cost of a pass over the catalogue. */
type Counts<Value> = Map<Value, { count: number }>;

function increase<Value>(counts: Counts<Value>, value: Value, by = 1): void {
  const known = counts.get(value);
  if (known) known.count += by;
  else counts.set(value, { count: by });
}

function byCount<Value extends string>(counts: Counts<Value>) {
  return [...counts]
    .map(([value, { count }]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
