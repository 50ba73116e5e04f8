import { defineMessages } from '../../lib/messages';

/** Texts of the bar's menus, and of its parts for members only. */
export const menuText = defineMessages({
  en: {
    signOut: 'Sign out',
    account: 'Your account',
    unknownUser: 'Signed in',
    profile: 'Profile',
    favourites: 'Favourites',
    pauseLive: 'Pause live updates',
    shortcuts: 'Keyboard shortcuts',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    inboxCount: (count: number) => (count === 0 ? 'Inbox, nothing new' : `Inbox, ${count} unread`),
    newOrders: (n: number) => `${n} new orders`,
    toOrders: 'Look at the orders',
    newInInbox: (title: string, count: number) => `New in your inbox: ${title}. ${count} unread.`,
    suggestions: 'Suggestions',
  },
});
