import { useInfiniteQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { useAnnounce } from '../../ui/live-announcer';
import { menuText } from '../texts';
import { CountDot } from './cart-link';

/** A bell with the number of unread notifications; links to the inbox. */
export default function InboxLink() {
  const unread = useUnread();
  return (
    <Link
      to={paths.inbox}
      aria-label={menuText.inboxCount(unread)}
      className="relative inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <Icon of={Bell} size={23} />
      <CountDot count={unread} />
    </Link>
  );
}

/** The number of unread notifications, announced to screen readers when it grows. */
function useUnread(): number {
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
