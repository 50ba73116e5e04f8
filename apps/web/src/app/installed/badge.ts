import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inboxQueryOptions } from '../../features/inbox/inbox';
import { clearNotices } from '../../lib/push/push-device';

/** Shows on the app's icon how much of the inbox is unread; once all is read, the device's notices go too. */
export function useBadge(): void {
  // the bell of the shell fetches it
  const { data } = useInfiniteQuery({ ...inboxQueryOptions(), enabled: false });
  const unread = data?.pages[0]?.unread;
  useEffect(() => {
    if (unread === undefined) return;
    // not every browser has badges
    if (unread > 0) navigator.setAppBadge?.(unread).catch(() => undefined);
    else clearNotices().catch(() => undefined);
  }, [unread]);
}
