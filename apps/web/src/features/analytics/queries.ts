import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  cohortsSchema,
  type FarmSalesQuery,
  farmSalesSchema,
  farmStatsSchema,
  handoversSchema,
  orderStatsSchema,
  productStatsSchema,
  recountSchema,
  type SalesQuery,
  salesSchema,
  userStatsSchema,
} from '#libs/contracts';
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

/** `GET /analytics/sales`: orders and revenue per day. */
export function salesQueryOptions(query: SalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'days', query] as const,
    queryFn: ({ signal }) =>
      request(salesSchema, '/analytics/sales', { query: { ...query }, signal }),
  });
}

/** `GET /analytics/handovers`: goods by day of hand-over. */
export function handoversQueryOptions(query: SalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'handovers', query] as const,
    queryFn: ({ signal }) =>
      request(handoversSchema, '/analytics/handovers', { query: { ...query }, signal }),
  });
}

/** `GET /analytics/sales/farms`: what farms sold in these days, and in as many before; the best, or those of some ids. */
export function farmSalesQueryOptions(query: FarmSalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'farms', query] as const,
    queryFn: ({ signal }) =>
      request(farmSalesSchema, '/analytics/sales/farms', {
        query: { ...query, farms: query.farms?.join() },
        signal,
      }),
  });
}

/** `GET /analytics/cohorts`: who ordered again, by the month of the first order. */
export function cohortsQueryOptions() {
  return queryOptions({
    queryKey: ['sales', 'cohorts'] as const,
    queryFn: ({ signal }) => request(cohortsSchema, '/analytics/cohorts', { signal }),
  });
}

/** `POST /analytics/recount`: compares every projected figure with a count of the source data. */
export function useRecount() {
  return useMutation({
    mutationFn: () => request(recountSchema, '/analytics/recount', { method: 'POST' }),
  });
}

/** The days of sales to request if only the counts of orders are needed. */
export const COUNTS_DAYS = 1;

/** `GET /farms/mine/stats`: the own farm's open work, and its sales of the last `days` days. */
export function farmStatsQueryOptions(days: number) {
  return queryOptions({
    queryKey: ['farm-stats', days] as const,
    queryFn: ({ signal }) =>
      request(farmStatsSchema, '/farms/mine/stats', { query: { days }, signal }),
  });
}
