import { queryOptions } from '@tanstack/react-query';
import { farmDtoSchema, farmsPageSchema } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

/** `GET /farms`: the approved farms, as many as one page holds. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.farms,
    queryFn: ({ signal }) => request(farmsPageSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}

/** `GET /farms/:slug`. */
export function farmQueryOptions(slug: string) {
  return queryOptions({
    queryKey: cacheKeys.farm(slug),
    queryFn: ({ signal }) =>
      request(farmDtoSchema, `/farms/${encodeURIComponent(slug)}`, { signal }),
  });
}
