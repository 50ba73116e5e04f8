import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of the admin's users. */
export const usersText = defineMessages({
  en: {
    personFailed: 'This person could not be loaded',
    caption: 'Users, newest first',
    name: 'Name',
    email: 'Email',
    role: 'Role',
    joined: 'Joined',
    status: 'Status',
    statusOf: (name: string) => `Status of ${name}`,
    narrow: 'Narrow the users',
    find: 'Name or e-mail address',
    filterRole: 'Role',
    filterStatus: 'Status',
    anyRole: 'Every role',
    anyStatus: 'Every status',
    found: (n: number) => countOf(n, 'user', 'users'),
    none: 'No users found.',
    clear: 'Show every user',
    showMore: 'Show more users',
    you: 'you',
    yourself: 'You cannot change your own status.',
    offline: 'Needs a connection',
    error: 'Error',
    success: 'Success',
    fetchFailed: 'Failed to fetch users',
    updateFailed: 'Failed to update user status',
    updated: 'User status updated successfully',
    lastAdmin: 'The last active admin has to stay active.',
    statusTitle: {
      active: (name: string) => `Set ${name} to active?`,
      inactive: (name: string) => `Set ${name} to inactive?`,
      suspended: (name: string) => `Suspend ${name}?`,
    },
    statusBody: {
      active: 'They can do everything their role allows.',
      inactive: 'They can sign in and read. They can neither buy nor sell.',
      suspended:
        'They are signed out everywhere within a second and cannot sign in to act. If they run a farm, its products cannot be bought.',
    },
    changedMeanwhile: (now: string, chosen: string) =>
      `This account has changed meanwhile: it is ${now} now, and you chose ${chosen}. Confirm to set it all the same.`,
    reasonHint: 'The person reads this; it is kept in the audit log.',
    confirm: { active: 'Set to active', inactive: 'Set to inactive', suspended: 'Suspend' },
    keep: 'Leave as it is',
  },
});
