import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  cohortsSchema,
  type FarmSalesQuery,
  farmSalesSchema,
  recountSchema,
  type SalesQuery,
  salesSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /analytics/sales`: orders and revenue per day. */
export function salesQueryOptions(query: SalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'days', query] as const,
    queryFn: ({ signal }) =>
      request(salesSchema, '/analytics/sales', { query: { ...query }, signal }),
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
