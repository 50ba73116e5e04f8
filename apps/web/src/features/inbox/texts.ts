import { countOf } from '../../lib/text/format';
import { defineMessages } from '../../lib/text/messages';

/** Texts of the inbox. */
export const inboxText = defineMessages({
  en: {
    title: 'Inbox',
    lead: 'What happened to your orders, your stock and your account. Kept for ninety days.',
    failed: 'Your inbox could not be loaded',
    empty: 'Nothing has happened yet.',
    emptyHint: 'News about your orders appears here by itself.',
    goShopping: 'Shop fresh produce',
    unread: (count: number) =>
      count === 0 ? 'Everything is read' : countOf(count, 'unread entry', 'unread entries'),
    markAll: 'Mark all as read',
    markOne: (title: string) => `Mark as read: ${title}`,
    isUnread: 'New',
    showMore: 'Show older entries',
    markFailed: 'That could not be marked as read',
    offline: 'Needs a connection',
    list: 'Entries, newest first',
    today: 'Today',
    yesterday: 'Yesterday',
  },
});
