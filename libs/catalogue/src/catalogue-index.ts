import { LRUCache } from 'lru-cache';
import {
  type Category,
  categorySchema,
  type FarmCalendar,
  type ProductFacets,
  type ProductSort,
  type ProductsQuery,
  type SlotDto,
  type Suggestions,
} from '#libs/contracts';
import type { CatalogueProduct, HiddenProduct } from './catalogue-product.js';
import { type DaysOfFarm, FarmDays, NO_DAYS } from './farm-days.js';
import { FacetCounts, type Filter, filtersOf } from './filters.js';
import { SortedPage } from './sorts.js';
import { type CatalogueFarm, TextSearch } from './text-search.js';

/** A farm that shoppers do not see (any more). */
export interface HiddenFarm {
  readonly id: string;
  readonly version: number;
  readonly hidden: true;
}

/** The ids of a page, in order. */
export interface FoundPage {
  readonly ids: string[];
  readonly total: number;
  readonly nextCursor: string | null;
  /** On the first page only. */
  readonly facets?: ProductFacets;
}

/** Suggestions for a partly typed search. */
interface Suggested {
  readonly products: string[];
  readonly farms: CatalogueFarm[];
  readonly categories: { value: Category; count: number }[];
  /** The kind that the shopper most likely meant. */
  readonly first: Suggestions['first'];
}

/** A result, and the moment, in milliseconds since 1970, until which the clock alone does not change it. */
interface Timed<Result> {
  readonly result: Result;
  readonly until: number;
}

/** Maximum number of cached search results, of about ten kilobytes each. */
const MAX_RESULTS = 500;

/**
 * All public products and farms, in memory, to search, filter, count and sort; derived from the database. Updates may
 * arrive late, twice or in any order: the highest version of each product and farm wins.
 */
export class CatalogueIndex {
  private readonly products = new Map<string, CatalogueProduct>();
  private readonly farms = new Map<string, CatalogueFarm>();
  /** The versions of hidden products and farms, so that an older state cannot bring them back. */
  private readonly hidden = new Map<string, number>();
  private readonly productsOfFarm = new Map<string, Set<CatalogueProduct>>();
  private readonly text = new TextSearch(categorySchema.options);
  /**
   * Results by query, until a change that can affect a result. Most sales do not: they change the stock, but not its
   * level.
   */
  private readonly results = new LRUCache<string, Timed<object>>({ max: MAX_RESULTS });
  private readonly days = new FarmDays();
  private changed = 0;
  private changedFarms = 0;
  /** Whether this process receives every change; otherwise the index may be behind the database. */
  isCurrent = false;

  /** Incremented on every change. */
  get changes(): number {
    return this.changed;
  }

  /** Incremented on every change of a farm, even of fields that are not searched, such as its stars. */
  get farmChanges(): number {
    return this.changedFarms;
  }

  /** A farm has changed, or may have. */
  noteFarmChange(): void {
    this.changedFarms++;
  }

  get size(): number {
    return this.products.size;
  }

  productIds(): IterableIterator<string> {
    return this.products.keys();
  }

  farmIds(): IterableIterator<string> {
    return this.farms.keys();
  }

  farm(id: string): CatalogueFarm | undefined {
    return this.farms.get(id);
  }

  /** 0 for a product that shoppers do not see. */
  versionOf(id: string): number {
    return this.products.get(id)?.version ?? 0;
  }

  put(product: CatalogueProduct | HiddenProduct): void {
    const before = this.products.get(product.id);
    if (this.isOlder(product, before) || isSame(product, before)) return;
    const after = this.shown(product);
    this.changed++;
    if (!isSameExceptVersion(after, before)) this.clearResults();
    this.text.replace(before, after);
    if (before) this.productsOfFarm.get(before.farmId)?.delete(before);
    if (after) {
      this.products.set(after.id, after);
      const siblings = this.productsOfFarm.get(after.farmId) ?? new Set();
      this.productsOfFarm.set(after.farmId, siblings.add(after));
    } else this.products.delete(product.id);
  }

  putFarm(farm: CatalogueFarm | HiddenFarm): void {
    const before = this.farms.get(farm.id);
    if (this.isOlder(farm, before) || isSame(farm, before)) return;
    const after = this.shown(farm);
    this.changed++;
    this.noteFarmChange();
    this.clearResults();
    this.text.replaceFarm(before, after);
    if (after) this.farms.set(after.id, after);
    else this.farms.delete(farm.id);
  }

  putCalendar(calendar: FarmCalendar): void {
    if (this.days.putCalendar(calendar)) this.noteOtherDays();
  }

  putSlot(slot: SlotDto): void {
    if (this.days.putSlot(slot)) this.noteOtherDays();
  }

  /** Drops what is no longer needed of slots that are over. `now`: milliseconds since 1970. */
  dropPastSlots(now: number): void {
    this.days.dropPast(now);
  }

  private noteOtherDays(): void {
    this.changed++;
    this.clearResults();
  }

  /** `now`: the moment at which days can still be had, in milliseconds since 1970. Throws `CURSOR_INVALID`. */
  search(query: ProductsQuery, now = Date.now()): FoundPage {
    return this.cached(['search', query], now, () => this.find(query, now));
  }

  private find(query: ProductsQuery, now: number): Timed<FoundPage> {
    const { q, limit, cursor, day, zip } = query;
    const match = q ? this.text.match(q) : null;
    const page = new SortedPage(sortOf(query), limit, cursor);
    let until = Number.POSITIVE_INFINITY;
    const daysOf = (farmId: string) => {
      const answer = this.daysOf(farmId, now, zip);
      until = Math.min(until, answer.until);
      return answer.days;
    };
    const thatDay = day && new Set([...this.farms.keys()].filter((id) => daysOf(id).includes(day)));
    const filters = filtersOf(query, thatDay || undefined);
    const facets = cursor === undefined ? new FacetCounts() : null;
    let total = 0;
    for (const product of this.candidates(match?.candidates)) {
      const score = match ? match.score(product) : 1;
      if (score === 0) continue;
      let failed: Filter | null = null;
      let fails = 0;
      for (let n = 0; n < filters.length && fails < 2; n++) {
        const [filter, fits] = filters[n] as (typeof filters)[number];
        if (fits(product)) continue;
        failed = filter;
        fails++;
      }
      if (fails > 1) continue;
      facets?.add(product, failed);
      if (failed) continue;
      total++;
      page.offer(product, score);
    }
    const result = {
      ids: page.products.map(({ id }) => id),
      total,
      nextCursor: page.nextCursor,
      ...(facets && { facets: facets.toFacets((id) => this.farms.get(id)?.name ?? '', daysOf) }),
    };
    return { result, until };
  }

  /** A farm on holiday sells nothing, so that it has no day. */
  private daysOf(farmId: string, now: number, zip: string | undefined): DaysOfFarm {
    const farm = this.farms.get(farmId);
    if (!farm) return NO_DAYS;
    const { holidayUntil } = farm;
    if (holidayUntil !== null && now < holidayUntil) return { days: [], until: holidayUntil };
    return this.days.of(farmId, now, zip);
  }

  /** The first `limit` products that pass the test, newest harvest first, and their total number. */
  pick(fits: (product: CatalogueProduct) => boolean, limit: number, farmId?: string): FoundPage {
    const page = new SortedPage('newest', limit, undefined);
    let total = 0;
    const all = farmId === undefined ? this.products.values() : this.productsOfFarm.get(farmId);
    for (const product of all ?? []) {
      if (!fits(product)) continue;
      total++;
      page.offer(product, 1);
    }
    return { ids: page.products.map(({ id }) => id), total, nextCursor: null };
  }

  /** Suggestions for a partly typed search: products, farms that have products, and categories. */
  suggest(text: string, limit: number): Suggested {
    return this.cached(['suggest', text, limit], Date.now(), () => ({
      result: this.findSuggestions(text, limit),
      until: Number.POSITIVE_INFINITY,
    }));
  }

  private findSuggestions(text: string, limit: number): Suggested {
    const match = this.text.match(text);
    const page = new SortedPage('relevance', limit, undefined);
    for (const product of this.candidates(match.candidates)) {
      const score = match.score(product);
      if (score > 0) page.offer(product, score);
    }
    const half = Math.ceil(limit / 2);
    const farms = match.farms.filter(({ thing: id }) => this.productsOfFarm.get(id)?.size);
    const counts = this.counted(match.categories.map(({ thing }) => thing));
    const categories = match.categories.filter(({ thing }) => counts.get(thing));
    const [best] = page.products;
    return {
      products: page.products.map(({ id }) => id),
      farms: farms.slice(0, half).flatMap(({ thing: id }) => this.farms.get(id) ?? []),
      categories: categories
        .slice(0, half)
        .map(({ thing: value }) => ({ value, count: counts.get(value) ?? 0 })),
      first: firstOf(
        best ? match.weightOf(best) : 0,
        categories[0]?.weight ?? 0,
        farms[0]?.weight ?? 0,
      ),
    };
  }

  /** The products with these ids; all products for null. */
  private *candidates(ids: Iterable<string> | null = null): Iterable<CatalogueProduct> {
    if (!ids) return yield* this.products.values();
    for (const id of ids) {
      const product = this.products.get(id);
      if (product) yield product;
    }
  }

  /**
   * The farms whose name or place matches, including those without products; best match first, then the newest.
   * `after` is the position of the cursor.
   */
  findFarms(
    text: string,
    limit: number,
    after: { score: number; id: string } | null,
  ): { rows: { id: string; score: number }[]; total: number } {
    const found = [...this.text.matchFarms(text)].map(([id, score]) => ({ id, score }));
    const rows = found
      .filter((row) => !after || inOrder(after, row) < 0)
      .toSorted(inOrder)
      .slice(0, limit);
    return { rows, total: found.length };
  }

  private cached<Result extends object>(
    question: unknown,
    now: number,
    find: () => Timed<Result>,
  ): Result {
    const key = JSON.stringify(question);
    const known = this.results.get(key);
    if (known && now < known.until) return known.result as Result;
    const found = find();
    this.results.set(key, found);
    return found.result;
  }

  /** Does not clear an empty cache: clearing is slow even then, and during start-up the cache is always empty. */
  private clearResults(): void {
    if (this.results.size > 0) this.results.clear();
  }

  private counted(categories: readonly Category[]): ReadonlyMap<Category, number> {
    const counts = new Map<Category, number>(categories.map((category) => [category, 0]));
    if (counts.size === 0) return counts;
    for (const { category } of this.products.values()) {
      const count = counts.get(category);
      if (count !== undefined) counts.set(category, count + 1);
    }
    return counts;
  }

  private isOlder(
    next: { readonly id: string; readonly version: number },
    shown: { readonly version: number } | undefined,
  ): boolean {
    return next.version < (shown?.version ?? this.hidden.get(next.id) ?? 0);
  }

  /** Returns the product or farm, or undefined if it is hidden; records which of the two it is. */
  private shown<Thing extends { id: string; version: number }>(
    thing: Thing | (HiddenProduct | HiddenFarm),
  ): Thing | undefined {
    if ('hidden' in thing) {
      this.hidden.set(thing.id, thing.version);
      return undefined;
    }
    this.hidden.delete(thing.id);
    return thing;
  }
}

/** On a tie, products come before categories and categories before farms. */
function firstOf(products: number, categories: number, farms: number): Suggestions['first'] {
  if (products >= Math.max(categories, farms)) return 'products';
  return categories >= farms ? 'categories' : 'farms';
}

/** Whether both states give the same search results; undefined is a product that is not shown. */
function isSameExceptVersion(
  next: CatalogueProduct | undefined,
  before: CatalogueProduct | undefined,
): boolean {
  return next && before ? isSame({ ...next, version: before.version }, before) : next === before;
}

/** Whether all fields of `next` are the same in `before`. */
function isSame(next: object, before: object | undefined): boolean {
  if (!before) return false;
  const known = before as Readonly<Record<string, unknown>>;
  return Object.entries(next).every(([name, value]) => known[name] === value);
}

function inOrder(a: { score: number; id: string }, b: { score: number; id: string }): number {
  return b.score - a.score || (a.id === b.id ? 0 : a.id > b.id ? -1 : 1);
}

/** Relevance means nothing without a search: newest first instead. */
function sortOf({ q, sort }: ProductsQuery): ProductSort {
  if (!q) return sort === undefined || sort === 'relevance' ? 'newest' : sort;
  return sort ?? 'relevance';
}
