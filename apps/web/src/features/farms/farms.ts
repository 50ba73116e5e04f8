import { queryOptions } from '@tanstack/react-query';
import { farmDtoSchema } from '#libs/contracts';
import { request } from '../../lib/api';

/** `GET /farms/:slug`. */
export function farmQueryOptions(slug: string) {
  return queryOptions({
    queryKey: ['farms', 'detail', slug] as const,
    queryFn: ({ signal }) =>
      request(farmDtoSchema, `/farms/${encodeURIComponent(slug)}`, { signal }),
  });
}
