import type { EventName } from './events.js';

/**
 * The events from which something follows on the server: those of which `domain-events` carries a job. All of them are
 * told; most are for screens only. The worker does not start when this is not what its handlers say.
 */
const followed: ReadonlySet<EventName> = new Set<EventName>([
  'user.registered',
  'user.status-changed',
  'user.changed',
  'farm.created',
  'farm.changed',
  'farm.application-changed',
  'product.created',
  'product.stock-changed',
  'product.low-stock',
  'product.sold-out',
  'product.restocked',
  'product.harvested',
  'product.moderated',
  'order.placed',
  'order.part-placed',
  'order.part-status-changed',
  'order.part-moved',
  'review.posted',
  'own-review.changed',
  'favourites.news',
]);

/** Whether a handler waits for events of this name. */
export const isFollowed = (name: EventName): boolean => followed.has(name);
