import type { AuditEntryDto, AuditFilter, UserDto } from '#libs/contracts';
import { entity, newest, type Put } from '../../realtime/entity';
import { liveList, matchesFields } from '../../realtime/live-query';
import { newestFirst } from '../../realtime/rows';
import type { UsersFilter } from './users';

const users = entity<{ user: UserDto }>('users', { user: newest });

export const putUser = (user: UserDto): Put => users.put(user._id, { user });

liveList({
  key: ['users', 'list'],
  rows: 'users',
  entity: users,
  current: (user: UserDto, known) => newest(user, known?.user),
  learn: (user) => ({ user }),
  whole: ({ user }) => user,
  // a search by words is the server's alone
  matches: (filter: UsersFilter) => matchesFields<UserDto>(filter, ['role', 'status']),
  compare: newestFirst,
});

const auditEntries = entity<{ entry: AuditEntryDto }>('audit-entries', {
  entry: (known) => known, // an entry never changes
});

export const putAuditEntry = (entry: AuditEntryDto): Put => auditEntries.put(entry._id, { entry });

liveList({
  key: ['audit', 'list'],
  rows: 'entries',
  entity: auditEntries,
  current: (entry: AuditEntryDto) => entry,
  whole: ({ entry }) => entry,
  matches: auditMatches,
  // by the moment of the act: two servers may give the later one the older id
  compare: (a, b) => b.at.localeCompare(a.at) || newestFirst(a, b),
});

function auditMatches(filter: AuditFilter): (entry: AuditEntryDto) => boolean {
  const { actor, action, targetType, target, from, to } = filter;
  return (entry) =>
    (actor ?? entry.actor?._id) === entry.actor?._id &&
    (action ?? entry.action) === entry.action &&
    (targetType ?? entry.target.type) === entry.target.type &&
    (target ?? entry.target.id) === entry.target.id &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to);
}
