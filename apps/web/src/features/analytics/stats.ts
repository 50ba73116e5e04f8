import { queryOptions } from '@tanstack/react-query';
import { orderStatsSchema, productStatsSchema, userStatsSchema } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

/** `GET /users/stats`. */
export function userStatsQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.stats('users'),
    queryFn: ({ signal }) => request(userStatsSchema, '/users/stats', { signal }),
  });
}

/** `GET /orders/stats`. */
export function orderStatsQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.stats('orders'),
    queryFn: ({ signal }) => request(orderStatsSchema, '/orders/stats', { signal }),
  });
}

/** `GET /products/stats`. */
export function productStatsQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.stats('products'),
    queryFn: ({ signal }) => request(productStatsSchema, '/products/stats', { signal }),
  });
}
