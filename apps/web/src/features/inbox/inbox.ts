import { infiniteQueryOptions } from '@tanstack/react-query';
import { DATA_FRESH_MS, type InboxPage } from '#libs/contracts';
import { request } from '../../lib/api/api';

const schema = async () => (await import('../../lib/api/schemas')).inboxPageSchema;

/** `GET /inbox`, newest first, with the unread count; the bell and the page share this query. */
export function inboxQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['inbox', 'list'] as const,
    queryFn: ({ pageParam, signal }): Promise<InboxPage> =>
      request(schema, '/inbox', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: InboxPage) => page.nextCursor ?? undefined,
    staleTime: DATA_FRESH_MS,
  });
}
