import { infiniteQueryOptions } from '@tanstack/react-query';
import { type ProductsPage, productsPageSchema } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

/** `GET /farms/mine/products`: a farmer's own, whatever their status. */
export function ownProductsQueryOptions() {
  return infiniteQueryOptions({
    queryKey: cacheKeys.ownProducts({}),
    queryFn: ({ pageParam, signal }): Promise<ProductsPage> =>
      request(productsPageSchema, '/farms/mine/products', {
        query: { limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ProductsPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /products` for the admin's table, by name. */
export function allProductsQueryOptions(q = '') {
  const filter = { sort: 'name', ...(q && { q }) };
  return infiniteQueryOptions({
    queryKey: cacheKeys.allProducts(filter),
    queryFn: ({ pageParam, signal }): Promise<ProductsPage> =>
      request(productsPageSchema, '/products', {
        query: { ...filter, limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ProductsPage) => page.nextCursor ?? undefined,
  });
}
