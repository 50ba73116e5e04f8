import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type FarmsPage, farmDtoSchema, farmsPageSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /farms`, page by page: the farms whose name or place matches, best first; without `q` all, newest first. */
export function farmDirectoryQueryOptions(q: string) {
  return infiniteQueryOptions({
    queryKey: ['farms', 'directory', { q }] as const,
    meta: { kept: farmsPageSchema },
    queryFn: ({ pageParam, signal }): Promise<FarmsPage> =>
      request(farmsPageSchema, '/farms', {
        query: { q: q || undefined, cursor: pageParam, limit: 24 },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FarmsPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /farms/:slug`. */
export function farmQueryOptions(slug: string) {
  return queryOptions({
    queryKey: ['farms', 'detail', slug] as const,
    meta: { kept: farmDtoSchema },
    queryFn: ({ signal }) =>
      request(farmDtoSchema, `/farms/${encodeURIComponent(slug)}`, { signal }),
  });
}
