import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inboxCountSchema, type NotificationDto, type ReadInbox } from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys, mapPages } from '../../realtime/cache';
import { withCount } from '../../realtime/inbox-patch';

/** `POST /inbox/read`: answers the count that is left. */
export function markRead(wish: ReadInbox) {
  return request(inboxCountSchema, '/inbox/read', { method: 'POST', body: wish });
}

/** The inbox with these entries read; the count follows from the server's answer. */
function shown(data: unknown, wish: ReadInbox, readAt: string): unknown {
  const isMeant = ({ _id }: NotificationDto) => !('ids' in wish) || wish.ids.includes(_id);
  return mapPages<NotificationDto>(data, 'notifications', (pages) =>
    pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) =>
        row.readAt === null && isMeant(row) ? { ...row, readAt } : row,
      ),
    })),
  );
}

/** Marks entries as read, here at once and by the event in the reader's other tabs. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onSuccess: (count, wish) => {
      const readAt = new Date().toISOString();
      client.setQueryData(cacheKeys.inbox, (data: unknown) =>
        withCount(shown(data, wish, readAt), count),
      );
    },
  });
}
