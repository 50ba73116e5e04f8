import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inboxCountSchema, type ReadInbox } from '#libs/contracts';
import { request } from '../../lib/api/api';
import { serverNow } from '../../lib/api/server-clock';
import { liveStore } from '../../realtime/live-store';
import { inboxQueryOptions } from './inbox';
import { putRead } from './inbox.live';

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
