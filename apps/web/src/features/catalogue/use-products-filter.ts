import { startTransition, useCallback, useMemo, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  beginningOf,
  CATEGORIES,
  type Category,
  type Id,
  isId,
  MAX_LENGTH,
  PRODUCT_SORTS,
  type ProductSort,
} from '#libs/contracts';
import type { ProductsFilter } from './products';

/** The server's default sort order. */
export const defaultSort = (filter: ProductsFilter): ProductSort =>
  filter.q === undefined ? 'newest' : 'relevance';

const isCategory = (text: string): text is Category =>
  CATEGORIES.some((category) => category === text);

/** The valid items of a comma-separated parameter. */
function list<Item extends string>(
  search: URLSearchParams,
  name: string,
  isItem: (text: string) => text is Item,
): Item[] {
  return [...new Set(search.getAll(name).join().split(','))].filter(isItem);
}

/** The highest price that products are filtered by, in dollars. */
export const FILTER_PRICE_MAX = 10_000;

/** A numeric parameter within its bounds, rounded to cents; always with a decimal point, and without groups. */
function number(search: URLSearchParams, name: string, min: number, max: number) {
  const text = search.get(name) ?? '';
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? Math.round(value * 100) / 100 : undefined;
}

/** A calendar day that the API accepts; checked without its schema, which the first load does not have. */
function readDay(search: URLSearchParams): string | undefined {
  const text = search.get('day') ?? '';
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(text);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists ? text : undefined;
}

/** The filter in the URL, without invalid parameters. */
export function readFilter(search: URLSearchParams): ProductsFilter {
  const q = beginningOf(search.get('q')?.trim() ?? '', MAX_LENGTH.search) || undefined;
  const category = list(search, 'category', isCategory);
  const farm = list(search, 'farm', (text): text is Id => isId(text)).slice(0, 50);
  const sort = PRODUCT_SORTS.find((one) => one === search.get('sort'));
  const filter: ProductsFilter = {
    q,
    category: category.length > 0 ? category : undefined,
    farm: farm.length > 0 ? farm : undefined,
    organic: search.get('organic') === 'true' || undefined,
    inStock: search.get('inStock') === 'true' || undefined,
    minPrice: number(search, 'minPrice', 0, FILTER_PRICE_MAX),
    maxPrice: number(search, 'maxPrice', 0, FILTER_PRICE_MAX),
    rating: number(search, 'rating', 1, 5),
    day: readDay(search),
    sort: sort !== defaultSort({ q }) ? sort : undefined,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The search parameters of a filter, for links; `cursor` is that of the first page. */
export function filterSearch(filter: ProductsFilter & { cursor?: string | undefined }): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    const text = String(value ?? '');
    if (value !== false && text !== '') search.set(name, text);
  }
  return search.toString().replaceAll('%2C', ',');
}

const patched = (filter: ProductsFilter, patch: ProductsFilter) => ({ ...filter, ...patch });

/**
 * The filter of the products page, stored in the URL, so that Back and links restore it. `chosen` is what the controls
 * show: it changes at once, and `filter` with the list, in a transition.
 */
export function useProductsFilter() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filter = useMemo(() => readFilter(search), [search]);
  const [chosen, choose] = useOptimistic(filter, patched);
  const change = useCallback(
    (patch: ProductsFilter) =>
      startTransition(() => {
        choose(patch);
        // not `setSearch`, which would write the commas of a list as %2C
        void navigate({ search: filterSearch(patched(chosen, patch)) });
      }),
    [chosen, choose, navigate],
  );
  return { filter, chosen, change, from: search.get('cursor') ?? undefined };
}
