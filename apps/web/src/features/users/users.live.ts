import type { AuditEntryDto, AuditFilter, UserDto } from '#libs/contracts';
import { byId, newest, simpleEntity } from '../../realtime/entity';
import { liveList, liveOne, matchesFields, simpleRows } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';

export const users = simpleEntity<UserDto>('users', byId, newest);

/** Ids of users who have deleted their accounts. */
export const deletedUsers = simpleEntity<{ readonly _id: string }>(
  'deleted-users',
  byId,
  (known) => known,
);

liveList({
  key: ['users', 'list'],
  rows: 'users',
  reads: [deletedUsers],
  ...simpleRows(users),
  isRemoved: ({ _id }: UserDto, _, view) => view.get(deletedUsers, _id) !== undefined,
  // null for a text search, which only the server can do
  matches: (filter: object) => matchesFields<UserDto>(filter, ['role', 'status']),
  compare: newestFirst,
});

liveOne({ key: ['users', 'detail'], ...simpleRows(users) });

export const auditEntries = simpleEntity<AuditEntryDto>(
  'audit-entries',
  byId,
  (known) => known, // an entry never changes
);

liveList({
  key: ['audit', 'list'],
  rows: 'entries',
  entity: auditEntries,
  current: (entry: AuditEntryDto) => entry,
  toRow: (entry) => entry,
  matches: auditMatches,
  // by time: ids from two servers may be in another order
  compare: (a, b) => b.at.localeCompare(a.at) || newestFirst(a, b),
});

/** Null for a text search, which only the server can do. */
function auditMatches(filter: AuditFilter): ((entry: AuditEntryDto) => boolean) | null {
  if (filter.q !== undefined) return null;
  const { actor, action, targetType, target, from, to } = filter;
  return (entry) =>
    (actor ?? entry.actor?._id) === entry.actor?._id &&
    (action ?? entry.action) === entry.action &&
    (targetType ?? entry.target.type) === entry.target.type &&
    (target ?? entry.target.id) === entry.target.id &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to);
}
