import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type OwnProductsFilter,
  type OwnProductsPage,
  ownProductDtoSchema,
  ownProductsPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

export type AllProductsFilter = OwnProductsFilter & { farm?: string | undefined };

const pages = (path: string, filter: AllProductsFilter) => ({
  queryFn: ({
    pageParam,
    signal,
  }: {
    pageParam: string | undefined;
    signal: AbortSignal;
  }): Promise<OwnProductsPage> =>
    request(ownProductsPageSchema, path, {
      query: { ...filter, limit: 50, cursor: pageParam },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: OwnProductsPage) => page.nextCursor ?? undefined,
});

/** `GET /farms/mine/products`: the farm's own products in any status, by name. */
export function ownProductsQueryOptions(filter: OwnProductsFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['own-products', 'list', filter] as const,
    ...pages('/farms/mine/products', filter),
  });
}

/** `GET /farms/mine/products/:id`. */
export function ownProductQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['own-products', 'detail', id] as const,
    queryFn: ({ signal }) =>
      request(ownProductDtoSchema, `/farms/mine/products/${encodeURIComponent(id)}`, { signal }),
  });
}

/** `GET /admin/products`: all farms' products in any status, by name. */
export function allProductsQueryOptions(filter: AllProductsFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['all-products', 'list', filter] as const,
    ...pages('/admin/products', filter),
  });
}
