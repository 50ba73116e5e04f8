import type { InboxCount, NotificationDto } from '#libs/contracts';
import { isInfinite, isRecord, mapPages } from './cache';
import type { Facts } from './facts';
import { newestFirst, reconcileRows } from './rows';

/**
 * An entry with what the events know of its being read. Reading everything at once reads what was there
 * then: an entry that is younger than that moment stays unread, in whatever order the two are heard of.
 */
function currentEntry(entry: NotificationDto, facts: Facts): NotificationDto {
  if (entry.readAt !== null) return entry;
  const { allReadAt } = facts;
  const byAll = allReadAt !== null && entry.createdAt <= allReadAt ? allReadAt : null;
  const readAt = facts.reads.get(entry._id) ?? byAll;
  return readAt === null ? entry : { ...entry, readAt };
}

/** The inbox with new entries on top, what was read marked, and the newest unread count on every page. */
export function currentInbox(data: unknown, facts: Facts): unknown {
  const known = [...facts.notifications.values()].map((entry) => currentEntry(entry, facts));
  const next = mapPages<NotificationDto>(data, 'notifications', (pages) =>
    reconcileRows(pages, {
      current: (entry) => currentEntry(entry, facts),
      matches: () => true,
      known,
      compare: newestFirst,
    }),
  );
  return withCount(withTotalOf(data, next), facts.inbox);
}

/** How many there are is what the newest count says; an entry that comes late is in it already. */
function withTotalOf(data: unknown, next: unknown): unknown {
  if (next === data || !isInfinite(data) || !isInfinite(next)) return next;
  const [first] = data.pages;
  const total = isRecord(first) ? first.total : undefined;
  return { ...next, pages: next.pages.map((page) => (isRecord(page) ? { ...page, total } : page)) };
}

/** Puts a newer unread count on the pages of an inbox; the same object if it is not newer. */
export function withCount(data: unknown, count: InboxCount | null): unknown {
  if (count === null || !isInfinite(data)) return data;
  const isOld = (page: unknown) => isRecord(page) && Number(page.version) < count.version;
  if (!data.pages.some(isOld)) return data;
  return { ...data, pages: data.pages.map((page) => (isOld(page) ? { ...page, ...count } : page)) };
}
