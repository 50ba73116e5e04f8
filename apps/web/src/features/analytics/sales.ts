import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  cohortsSchema,
  farmSalesSchema,
  recountSchema,
  type SalesQuery,
  salesSchema,
} from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /analytics/sales`: orders and revenue per day. */
export function salesQueryOptions(query: SalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'days', query] as const,
    queryFn: ({ signal }) =>
      request(salesSchema, '/analytics/sales', { query: { ...query }, signal }),
  });
}

/** `GET /analytics/sales/farms`: what farms sold in these days, and in as many before. */
export function farmSalesQueryOptions({
  farms,
  ...query
}: SalesQuery & { farms: readonly string[] }) {
  return queryOptions({
    queryKey: ['sales', 'farms', query, farms] as const,
    queryFn: ({ signal }) =>
      request(farmSalesSchema, '/analytics/sales/farms', {
        query: { ...query, farms: farms.join() },
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
