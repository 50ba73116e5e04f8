import type { EventName } from './events.js';

/** Who hears an event, in a word; which rooms that are, `events` computes from the payload. */
export type Hearer =
  | 'admins'
  | 'everybody'
  | 'shoppers'
  | 'the customer'
  | 'the farm'
  | 'the owner'
  | 'the user';

export interface EventRow {
  /** `shoppers` have the product on screen and may see it; `everybody` hears of what sells, or did until now. */
  readonly hears: readonly Hearer[];
  /** The roots of the web app's query cache that it changes; its event table has to name the same. */
  readonly patches: readonly string[];
  /** What a person sees who hears it. */
  readonly shows: string;
}

/**
 * What becomes of every event on the screens. The same table stands in docs/flows/events.md for people, and the
 * web app does not compile where it patches other caches.
 */
export const eventTable = {
  'user.registered': {
    hears: ['admins'],
    patches: ['users'],
    shows: "A new row in the admin's user list",
  },
  'user.status-changed': {
    hears: ['the user', 'admins'],
    patches: ['users'],
    shows:
      "The admins' dropdowns agree. The user's own page signs out when suspended, and otherwise loads its session anew",
  },
  'user.changed': {
    hears: ['the user', 'admins'],
    patches: ['users'],
    shows: "The admins' list shows the new name",
  },
  'user.addresses-changed': {
    hears: ['the user'],
    patches: ['addresses'],
    shows: 'The address book is the same in every tab',
  },
  'farm.created': {
    hears: ['the owner', 'admins'],
    patches: [],
    shows: "The owner's session is loaded anew and now knows its farm",
  },
  'farm.changed': {
    hears: ['everybody', 'the farm', 'admins'],
    patches: ['farms', 'favourites'],
    shows: 'Its page changes in place',
  },
  'own-farm.changed': {
    hears: ['the owner', 'admins'],
    patches: ['own-farm', 'applications'],
    shows:
      'The owner reads the decision and its reason and what was edited in another tab, the admins see who waits',
  },
  'farm.application-changed': {
    hears: ['the owner', 'admins'],
    patches: [],
    shows:
      "The owner's inbox, or the admins', has a new entry; the pages follow `own-farm.changed`",
  },
  'product.created': {
    hears: ['the farm', 'admins'],
    patches: ['own-products', 'all-products'],
    shows: "A new row in the farm's list and in the admins'",
  },
  'product.stock-changed': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['products', 'own-products', 'all-products', 'cart', 'favourites'],
    shows:
      '"In stock" becomes "4 left" or "Sold out", a price changes in place, and a cart line says what can still be bought',
  },
  'product.low-stock': {
    hears: ['the farm'],
    patches: [],
    shows: "The farmer's inbox has a new entry",
  },
  'product.sold-out': {
    hears: ['the farm'],
    patches: [],
    shows: "The farmer's inbox has a new entry",
  },
  'product.restocked': {
    hears: ['the farm'],
    patches: [],
    shows: 'Nothing of its own: cards follow `product.stock-changed`',
  },
  'product.harvested': {
    hears: ['the farm'],
    patches: [],
    shows: 'Nothing of its own: cards follow `product.stock-changed`',
  },
  'product.rating-changed': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['products', 'own-products', 'all-products', 'cart', 'favourites'],
    shows: 'The stars of the product change in place',
  },
  'farm.rating-changed': {
    hears: ['everybody', 'the farm', 'admins'],
    patches: ['farms', 'own-farm', 'applications', 'reviews', 'favourites'],
    shows: "The farm's stars, once it has three reviews",
  },
  'review.posted': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['farm-reviews', 'reviews'],
    shows:
      "A new review under the product and in the farm's list, behind “1 new – show” where somebody has the reviews in sight",
  },
  'review.changed': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['farm-reviews', 'reviews'],
    shows: 'The review changes in place',
  },
  'review.removed': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['farm-reviews', 'reviews'],
    shows: 'The review goes',
  },
  'own-review.changed': {
    hears: ['the customer', 'admins'],
    patches: ['all-reviews', 'reviews'],
    shows: "The writer's tabs and the admins' list agree",
  },
  'hold.created': {
    hears: ['the customer'],
    patches: ['hold'],
    shows: 'The clock of the checkout runs, in every tab',
  },
  'hold.closed': {
    hears: ['the customer'],
    patches: ['hold'],
    shows: 'The clock stops',
  },
  'stock.checked': {
    hears: ['admins'],
    patches: ['stock-check'],
    shows: 'The result of the check',
  },
  'favourites.changed': {
    hears: ['the customer'],
    patches: ['favourites'],
    shows:
      'The hearts are the same in every tab; in the list of favourites a new one waits, and one that goes keeps its place until the next visit',
  },
  'favourites.news': {
    hears: ['admins'],
    patches: [],
    shows: "Nothing of its own: the customers' inboxes have a new entry",
  },
  'product.changed': {
    hears: ['shoppers', 'the farm', 'admins'],
    patches: ['products', 'own-products', 'all-products', 'favourites'],
    shows: 'The open page and the cards show the new words and pictures',
  },
  'product.counted': {
    hears: ['the farm', 'admins'],
    patches: ['own-products', 'all-products'],
    shows: 'What is on hand, held and sold ticks, and the farmer reads why it was taken down',
  },
  'product.status-changed': {
    hears: ['the farm', 'admins'],
    patches: ['own-products', 'all-products'],
    shows:
      "It enters the lists by status: what waits for an admin's yes stands in the queue at once",
  },
  'product.published': {
    hears: ['everybody'],
    patches: ['products'],
    shows:
      'It joins the open lists that it belongs to; while somebody reads, behind "1 new – show"',
  },
  'product.moderated': {
    hears: ['the farm', 'admins'],
    patches: [],
    shows: "The farmer's inbox says why; the list and the editor follow `product.counted`",
  },
  'cart.changed': {
    hears: ['the customer'],
    patches: ['cart'],
    shows: 'The cart is the same in every tab and on every device',
  },
  'order.placed': {
    hears: ['the customer', 'admins'],
    patches: ['orders'],
    shows: "The order appears in the customer's other tabs and in the admins' list",
  },
  'order.part-placed': {
    hears: ['the farm'],
    patches: ['orders', 'pick-list'],
    shows: "A new card on the farm's board",
  },
  'order.part-status-changed': {
    hears: ['the customer', 'admins'],
    patches: ['orders', 'reviews'],
    shows:
      "The part's step and timeline move; the order turns from Processing to Delivered with its last part, and what has arrived can be reviewed",
  },
  'order.part-moved': {
    hears: ['the farm'],
    patches: ['orders', 'pick-list', 'packing-slip'],
    shows: "The card moves along the farm's board, in every tab",
  },
  'analytics.changed': {
    hears: ['admins'],
    patches: ['stats', 'sales'],
    shows: 'The figures on the dashboard tick',
  },
  'inbox.added': {
    hears: ['the user'],
    patches: ['inbox'],
    shows: 'A new entry, and the unread count grows, in every tab',
  },
  'inbox.read': {
    hears: ['the user'],
    patches: ['inbox'],
    shows: 'The marks go and the unread count falls, in every tab',
  },
  'contact.received': {
    hears: ['admins'],
    patches: ['contact-messages'],
    shows: "A new message in the admins' list",
  },
  'contact.status-changed': {
    hears: ['admins'],
    patches: ['contact-messages'],
    shows: "The admins' lists agree",
  },
  'audit.recorded': {
    hears: ['admins'],
    patches: ['audit', 'jobs'],
    shows:
      'A new row in the audit log, where its filters let it in; what another admin retried or discarded leaves the failed jobs',
  },
  'farm.stats-changed': {
    hears: ['the farm'],
    patches: ['farm-stats'],
    shows: "Today's numbers tick on the farm's dashboard",
  },
  'job.failed': {
    hears: ['admins'],
    patches: ['jobs'],
    shows: 'A new row among the failed jobs',
  },
} as const satisfies Record<EventName, EventRow>;
