import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inboxCountSchema, type ReadInbox } from '#libs/contracts';
import { request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { inboxQueryOptions } from './inbox';
import { putRead } from './inbox.live';

/** `POST /inbox/read`: answers the count that is left. */
export function markRead(wish: ReadInbox) {
  return request(inboxCountSchema, '/inbox/read', { method: 'POST', body: wish });
}

/** Marks entries as read, here at once and by the event in the reader's other tabs. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: markRead,
    onSuccess: (inbox, wish) => {
      const pages = client.getQueryData(inboxQueryOptions().queryKey)?.pages ?? [];
      const shown = pages.flatMap(({ notifications }) => notifications.map(({ _id }) => _id));
      const ids = 'ids' in wish ? wish.ids : shown;
      liveStore(client).put(putRead({ ids, readAt: new Date().toISOString(), inbox }));
    },
  });
}
