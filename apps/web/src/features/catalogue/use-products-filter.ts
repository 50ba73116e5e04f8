import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { categorySchema, idSchema, type ProductSort, productSortSchema } from '#libs/contracts';
import type { ProductsFilter } from './products';

/** How the server orders what nobody has ordered. */
export const usualSort = (filter: ProductsFilter): ProductSort =>
  filter.q === undefined ? 'newest' : 'relevance';

/** A filter as the address has it; what makes no sense there is left out. */
export function readFilter(search: URLSearchParams): ProductsFilter {
  const q = search.get('q')?.trim().slice(0, 100);
  const category = categorySchema.safeParse(search.get('category'));
  const farm = idSchema.safeParse(search.get('farm'));
  const sort = productSortSchema.safeParse(search.get('sort'));
  const words = q ? { q } : {};
  return {
    ...words,
    ...(category.success ? { category: category.data } : {}),
    ...(farm.success ? { farm: farm.data } : {}),
    ...(search.get('organic') === 'true' ? { organic: true } : {}),
    ...(search.get('inStock') === 'true' ? { inStock: true } : {}),
    ...(sort.success && sort.data !== usualSort(words) ? { sort: sort.data } : {}),
  };
}

/** The address of a filter, for links. */
export function filterSearch(filter: ProductsFilter): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined && value !== false && value !== '') search.set(name, String(value));
  }
  return search.toString();
}

/** The filter of the products page: it lives in the address, so Back and links restore it. */
export function useProductsFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => readFilter(search), [search]);
  const change = useCallback(
    (patch: ProductsFilter) => {
      setSearch(filterSearch({ ...filter, ...patch }));
    },
    [filter, setSearch],
  );
  return { filter, change };
}
