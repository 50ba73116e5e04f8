import { queryOptions } from '@tanstack/react-query';
import { farmsPageSchema } from '#libs/contracts';
import { request } from './api';

/** `GET /farms`: the approved farms, as many as one page holds. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    queryFn: ({ signal }) => request(farmsPageSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}
