import { queryOptions } from '@tanstack/react-query';
import { request } from './api';

export const farmsSchema = async () => (await import('./schemas')).farmsPageSchema;

/** `GET /farms`: the first page of the approved farms. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    queryFn: ({ signal }) => request(farmsSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}

/** `GET /farms?q=`: the farms whose name or place matches, best first, or the newest; not live, because it is shown only briefly. */
export function farmSearchQueryOptions(q: string, limit: number) {
  return queryOptions({
    queryKey: ['farms', 'found', q, limit] as const,
    queryFn: ({ signal }) =>
      request(farmsSchema, '/farms', { query: { q: q || undefined, limit }, signal }),
  });
}
