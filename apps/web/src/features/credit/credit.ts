import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type CreditEntriesPage, creditEntriesPageSchema, creditSchema } from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /credit`: the store credit that the customer can spend now. */
export function creditQueryOptions() {
  return queryOptions({
    queryKey: ['credit', 'balance'] as const,
    queryFn: ({ signal }) => request(creditSchema, '/credit', { signal }),
  });
}

/** `GET /credit/entries`: what changed it, newest first. */
export function creditEntriesQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['credit', 'entries'] as const,
    queryFn: ({ pageParam, signal }): Promise<CreditEntriesPage> =>
      request(creditEntriesPageSchema, '/credit/entries', {
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CreditEntriesPage) => page.nextCursor ?? undefined,
  });
}
