import {
  type Category,
  FACET_FARMS,
  type ProductFacets,
  type ProductsQuery,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { CatalogueProduct } from './catalogue-product.js';

export type Filter = 'category' | 'farm' | 'organic' | 'inStock' | 'price' | 'rating';
type Test = (product: CatalogueProduct) => boolean;

export function filtersOf(query: Partial<ProductsQuery>): [Filter, Test][] {
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
  ];
  return tests.flatMap(([filter, test]) => (test ? [[filter, test] as [Filter, Test]] : []));
}

const STARS = [4, 3, 2, 1];

/** Counts the products that each option of a filter would show, given the choices in all other filters. */
export class FacetCounts {
  private readonly categories: Counts<Category> = new Map();
  private readonly farms: Counts<string> = new Map();
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

  toFacets(farmName: (id: string) => string): ProductFacets {
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
      price: this.max > 0 ? { min: toDollars(this.min), max: toDollars(this.max) } : null,
    };
  }
}

/** Mutable counters, so that each count takes one lookup: counting dominates the cost of a pass over the catalogue. */
type Counts<Value> = Map<Value, { count: number }>;

function increase<Value>(counts: Counts<Value>, value: Value): void {
  const known = counts.get(value);
  if (known) known.count++;
  else counts.set(value, { count: 1 });
}

function byCount<Value extends string>(counts: Counts<Value>) {
  return [...counts]
    .map(([value, { count }]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
