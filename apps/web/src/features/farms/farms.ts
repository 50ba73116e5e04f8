import { queryOptions } from '@tanstack/react-query';
import { farmDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

/** `GET /farms/:slug`. */
export function farmQueryOptions(slug: string) {
  return queryOptions({
    queryKey: cacheKeys.farm(slug),
    queryFn: ({ signal }) =>
      request(farmDtoSchema, `/farms/${encodeURIComponent(slug)}`, { signal }),
  });
}
