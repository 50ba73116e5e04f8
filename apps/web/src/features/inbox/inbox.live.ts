import type { InboxCount, InboxRead, NotificationDto } from '#libs/contracts';
import { entity, newest, newestBy, type Put, SINGLETON_ID } from '../../realtime/entity';
import { liveList, type StoreView } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

interface KnownEntry {
  notification?: NotificationDto;
  readAt?: string;
}
const entries = entity<KnownEntry>('inbox-entries', {
  notification: (known) => known,
  readAt: (known) => known,
});

interface KnownInbox {
  count?: InboxCount;
  /** When all were last marked as read. */
  allReadAt?: string;
}
const inboxes = entity<KnownInbox>('inboxes', {
  count: newest,
  allReadAt: newestBy((at) => at),
});

export const putEntry = (notification: NotificationDto): Put =>
  entries.put(notification._id, { notification });

export const putCount = (count: InboxCount): Put => inboxes.put(SINGLETON_ID, { count });

/** Marks these notifications as read, or all of them if `ids` is null. */
export function putRead({ ids, readAt, inbox: count }: Omit<InboxRead, 'userId'>): Put[] {
  if (ids === null) return [inboxes.put(SINGLETON_ID, { count, allReadAt: readAt })];
  return [putCount(count), ...ids.map((id) => entries.put(id, { readAt }))];
}

liveList({
  key: ['inbox', 'list'],
  rows: 'notifications',
  entity: entries,
  reads: [inboxes],
  current: currentEntry,
  toRow: ({ notification }) => notification,
  compare: newestFirst,
  // the total is that of the newest count, which includes notifications that arrive late
  summary: (page, { total }, view) => {
    const count = view.get(inboxes, SINGLETON_ID)?.count;
    if (count && Number(page.version) < count.version) return { ...page, ...count };
    return page.total === total ? page : { ...page, total };
  },
});

/**
 * "Mark all as read" applies to notifications that were added until then: later ones stay unread, in whatever order the
 * two events arrive.
 */
function currentEntry(
  entry: NotificationDto,
  known: KnownEntry | undefined,
  view: StoreView,
): NotificationDto {
  if (entry.readAt !== null) return entry;
  const allReadAt = view.get(inboxes, SINGLETON_ID)?.allReadAt;
  const readWithAll = allReadAt !== undefined && entry.addedAt <= allReadAt ? allReadAt : null;
  const readAt = known?.readAt ?? readWithAll;
  return readAt === null ? entry : { ...entry, readAt };
}
