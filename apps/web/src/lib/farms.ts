import { queryOptions } from '@tanstack/react-query';
import type { Id } from '#libs/contracts';
import { request } from './api';

const schema = async () => (await import('./schemas')).farmsPageSchema;

/** `GET /farms`: the first page of the approved farms. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    queryFn: ({ signal }) => request(schema, '/farms', { query: { limit: 100 }, signal }),
  });
}

/** The key of the farms of some ids. */
export const farmsOfKey = ['farms', 'of'] as const;

/** `GET /farms?ids=`: some farms, live: the farms of a cart, or those whose names are shown. */
export function farmsOfQueryOptions(ids: readonly Id[]) {
  const sorted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: [...farmsOfKey, sorted] as const,
    queryFn: ({ signal }) => request(schema, '/farms', { query: { ids: sorted.join() }, signal }),
    enabled: sorted.length > 0,
  });
}

/** `GET /farms?q=`: the farms whose name or place fits, best first, or the newest of all; not live, because it is shown only for a moment. */
export function farmSearchQueryOptions(q: string, limit: number) {
  return queryOptions({
    queryKey: ['farms', 'found', q, limit] as const,
    queryFn: ({ signal }) =>
      request(schema, '/farms', { query: { q: q || undefined, limit }, signal }),
  });
}
