import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#libs/contracts';
import { request } from './api';
import { farmsSchema } from './farms';

/** `GET /farms?ids=`: some farms, live: the farms of a cart, or those whose names are shown. */
export function farmsOfQueryOptions(ids: readonly Id[]) {
  const sorted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ['farms', 'of', sorted] as const,
    queryFn: ({ signal }) =>
      request(farmsSchema, '/farms', { query: { ids: sorted.join() }, signal }),
    enabled: sorted.length > 0,
  });
}
