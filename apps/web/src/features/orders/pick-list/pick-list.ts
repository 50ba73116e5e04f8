import { queryOptions } from '@tanstack/react-query';
import { ORDERS_FRESH_MS, type PickListQuery, pickListSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /farms/mine/pick-list`: the goods to pick, by product and by order. */
export function pickListQueryOptions(query: PickListQuery) {
  return queryOptions({
    queryKey: ['pick-list', 'list', query] as const,
    queryFn: ({ signal }) =>
      request(pickListSchema, '/farms/mine/pick-list', { query: { ...query }, signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}
