import type { InboxCount, InboxRead, NotificationDto } from '#libs/contracts';
import { entity, newest, newestBy, ONLY, type Put } from '../../realtime/entity';
import { type Live, liveList } from '../../realtime/live-query';
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
  /** When everything was last read at once. */
  allReadAt?: string;
}
const inboxes = entity<KnownInbox>('inboxes', {
  count: newest,
  allReadAt: newestBy((at) => at),
});

export const putEntry = (notification: NotificationDto): Put =>
  entries.put(notification._id, { notification });

export const putCount = (count: InboxCount): Put => inboxes.put(ONLY, { count });

/** Entries were read: these, or with `ids` null all there were. */
export function putRead({ ids, readAt, inbox: count }: Omit<InboxRead, 'userId'>): Put[] {
  if (ids === null) return [inboxes.put(ONLY, { count, allReadAt: readAt })];
  return [putCount(count), ...ids.map((id) => entries.put(id, { readAt }))];
}

liveList({
  key: ['inbox', 'list'],
  rows: 'notifications',
  entity: entries,
  reads: [inboxes],
  current: currentEntry,
  whole: ({ notification }) => notification,
  compare: newestFirst,
  // the newest count has the total; an entry that comes late is in it already
  summary: (page, { total }, live) => {
    const count = live.get(inboxes, ONLY)?.count;
    if (count && Number(page.version) < count.version) return { ...page, ...count };
    return page.total === total ? page : { ...page, total };
  },
});

/**
 * Reading everything at once reads what was there then: an entry that is younger than that moment stays unread, in
 * whatever order the two events arrive.
 */
function currentEntry(
  entry: NotificationDto,
  known: KnownEntry | undefined,
  live: Live,
): NotificationDto {
  if (entry.readAt !== null) return entry;
  const allReadAt = live.get(inboxes, ONLY)?.allReadAt;
  const byAll = allReadAt !== undefined && entry.createdAt <= allReadAt ? allReadAt : null;
  const readAt = known?.readAt ?? byAll;
  return readAt === null ? entry : { ...entry, readAt };
}
