import { queryOptions } from '@tanstack/react-query';
import { farmsPageSchema } from '#libs/contracts';
import { request } from './api';

/** `GET /farms`: the first page of the approved farms. */
export function farmsQueryOptions() {
  return queryOptions({
    queryKey: ['farms', 'list'] as const,
    queryFn: ({ signal }) => request(farmsPageSchema, '/farms', { query: { limit: 100 }, signal }),
  });
}
