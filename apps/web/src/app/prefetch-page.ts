import type { QueryClient } from '@tanstack/react-query';
import {
  productQueryOptions,
  productsQueryOptions,
  railsQueryOptions,
} from '../features/catalogue/products';
import { readFilter } from '../features/catalogue/use-products-filter';
import { farmsQueryOptions, settingsQueryOptions } from '../lib/api/public-data';

/** Prefetches the first page's queries while its chunk is loading. */
export function prefetchPage(client: QueryClient, { pathname, search }: Location): void {
  void client.prefetchQuery(settingsQueryOptions());
  if (pathname === '/') {
    void client.prefetchQuery(railsQueryOptions());
    void client.prefetchQuery(farmsQueryOptions());
  }
  if (pathname === '/products') {
    const filter = readFilter(new URLSearchParams(search));
    const from = new URLSearchParams(search).get('cursor') ?? undefined;
    void client.prefetchInfiniteQuery(productsQueryOptions(filter, from));
  }
  const id = /^\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id !== undefined) void client.prefetchQuery(productQueryOptions(id));
}
