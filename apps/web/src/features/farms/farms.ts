import { queryOptions } from '@tanstack/react-query';
import { farmDtoSchema, farmsPageSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /farms`: the approved farms, as many as one page holds. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    queryFn: ({ signal }) => request(farmsPageSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}

/** `GET /farms/:slug`. */
export function farmQueryOptions(slug: string) {
  return queryOptions({
    queryKey: ['farms', 'detail', slug] as const,
    queryFn: ({ signal }) =>
      request(farmDtoSchema, `/farms/${encodeURIComponent(slug)}`, { signal }),
  });
}
