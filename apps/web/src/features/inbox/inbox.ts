import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addDays,
  DATA_FRESH_MS,
  dayOf,
  type InboxPage,
  inboxCountSchema,
  type NotificationDto,
  type ReadInbox,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { serverNow } from '../../lib/api/server-clock';
import { formatLongDay } from '../../lib/text/format';
import { liveStore } from '../../realtime/live-store';
import { putRead } from './inbox.live';
import { inboxText } from './texts';

const schema = async () => (await import('../../lib/api/schemas')).inboxPageSchema;

/** `GET /inbox`, newest first, with the unread count; the bell and the page share this query. */
export function inboxQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['inbox', 'list'] as const,
    meta: { kept: schema },
    queryFn: ({ pageParam, signal }): Promise<InboxPage> =>
      request(schema, '/inbox', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: InboxPage) => page.nextCursor ?? undefined,
    staleTime: DATA_FRESH_MS,
  });
}

/** `POST /inbox/read`; returns the new count. */
export function markRead(body: ReadInbox) {
  return request(inboxCountSchema, '/inbox/read', { method: 'POST', body: body });
}

/** Marks notifications as read; other tabs receive the event. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onSuccess: (inbox, body) => {
      const pages = client.getQueryData(inboxQueryOptions().queryKey)?.pages ?? [];
      const shown = pages.flatMap(({ notifications }) => notifications.map(({ _id }) => _id));
      const ids = 'ids' in body ? body.ids : shown;
      liveStore(client).put(putRead({ ids, readAt: new Date(serverNow()).toISOString(), inbox }));
    },
  });
}

/** Groups notifications by the days of a time zone, `now` being a moment of today in ms. */
export function byDay(
  entries: readonly NotificationDto[],
  now: number,
  timeZone: string,
): [day: string, entries: NotificationDto[]][] {
  const today = dayOf(now, timeZone);
  const names = new Map([
    [today, inboxText.today],
    [addDays(today, -1), inboxText.yesterday],
  ]);
  const days = new Map<string, NotificationDto[]>();
  for (const entry of entries) {
    const day = dayOf(entry.createdAt, timeZone);
    const name = names.get(day) ?? formatLongDay(day);
    days.set(name, [...(days.get(name) ?? []), entry]);
  }
  return [...days];
}
