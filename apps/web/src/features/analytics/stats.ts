import { queryOptions } from '@tanstack/react-query';
import { orderStatsSchema, productStatsSchema, userStatsSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /users/stats`. */
export function userStatsQueryOptions() {
  return queryOptions({
    queryKey: ['stats', 'users'] as const,
    queryFn: ({ signal }) => request(userStatsSchema, '/users/stats', { signal }),
  });
}

/** `GET /orders/stats`. */
export function orderStatsQueryOptions() {
  return queryOptions({
    queryKey: ['stats', 'orders'] as const,
    queryFn: ({ signal }) => request(orderStatsSchema, '/orders/stats', { signal }),
  });
}

/** `GET /products/stats`. */
export function productStatsQueryOptions() {
  return queryOptions({
    queryKey: ['stats', 'products'] as const,
    queryFn: ({ signal }) => request(productStatsSchema, '/products/stats', { signal }),
  });
}
