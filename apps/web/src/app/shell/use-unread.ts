import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { useAnnounce } from '../../ui/live-announcer';
import { menuText } from '../texts';

/** The number of unread notifications, announced to screen readers when it grows. */
export function useUnread(): number {
  const { data } = useInfiniteQuery(inboxQueryOptions());
  const announce = useAnnounce('inbox');
  const previous = useRef<number | null>(null);
  const unread = data?.pages[0]?.unread;
  const newest = data?.pages[0]?.notifications[0]?.title ?? '';
  useEffect(() => {
    if (unread === undefined) return;
    if (previous.current !== null && unread > previous.current) {
      announce(menuText.newInInbox(newest, unread));
    }
    previous.current = unread;
  }, [unread, newest, announce]);
  return unread ?? 0;
}
