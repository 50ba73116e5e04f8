import { queryOptions } from '@tanstack/react-query';
import { ORDERS_FRESH_MS, type PickListQuery, pickListSchema } from '#libs/contracts';
import { request } from '../../../lib/api';
import { cacheKeys } from '../../../realtime/cache';

/** `GET /farms/mine/pick-list`: the goods of the orders that are to pick, by product and by order. */
export function pickListQueryOptions(query: PickListQuery) {
  return queryOptions({
    queryKey: cacheKeys.pickList(query),
    queryFn: ({ signal }) =>
      request(pickListSchema, '/farms/mine/pick-list', { query: { ...query }, signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}
