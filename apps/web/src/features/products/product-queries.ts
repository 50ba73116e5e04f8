import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import {
  latestStockCheckSchema,
  type OwnProductsFilter,
  type OwnProductsPage,
  ownProductDtoSchema,
  ownProductsPageSchema,
  type StockLedgerPage,
  stockCheckQueuedSchema,
  stockLedgerPageSchema,
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
    meta: { kept: ownProductsPageSchema },
    ...pages('/farms/mine/products', filter),
  });
}

/** `GET /farms/mine/products/:id`. */
export function ownProductQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['own-products', 'detail', id] as const,
    meta: { kept: ownProductDtoSchema },
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

/** `GET /products/:id/stock-ledger`: the changes of a stock, newest first. */
export function stockLedgerQueryOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: ['stock-ledger', id] as const,
    queryFn: ({ pageParam, signal }): Promise<StockLedgerPage> =>
      request(stockLedgerPageSchema, `/products/${encodeURIComponent(id)}/stock-ledger`, {
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    // entries have no events: refetched when the page is opened
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: StockLedgerPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /admin/stock-check`: the latest result. */
export function stockCheckQueryOptions() {
  return queryOptions({
    queryKey: ['stock-check'] as const,
    queryFn: ({ signal }) => request(latestStockCheckSchema, '/admin/stock-check', { signal }),
  });
}

/** `POST /admin/stock-check`: queues a check; its result arrives as an event. */
export function useStockCheck() {
  return useMutation({
    mutationFn: () => request(stockCheckQueuedSchema, '/admin/stock-check', { method: 'POST' }),
  });
}
