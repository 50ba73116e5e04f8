import { queryOptions, useMutation } from '@tanstack/react-query';
import { recountSchema, type SalesQuery, salesSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /analytics/sales`: orders and revenue per day. */
export function salesQueryOptions(query: SalesQuery) {
  return queryOptions({
    queryKey: ['sales', 'days', query] as const,
    queryFn: ({ signal }) =>
      request(salesSchema, '/analytics/sales', { query: { ...query }, signal }),
  });
}

/** `POST /analytics/recount`: compares every projected figure with a count of the source data. */
export function useRecount() {
  return useMutation({
    mutationFn: () => request(recountSchema, '/analytics/recount', { method: 'POST' }),
  });
}
