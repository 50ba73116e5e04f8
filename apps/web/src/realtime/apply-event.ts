import type { DomainEvent, EventName, eventTable, ProductChange } from '#libs/contracts';
import type { CacheRoot } from './cache';
import { type Facts, jobKey } from './facts';
import { takenJobs } from './job-patch';

/** What a handler tells the screen: which caches to look at, and which things are news. */
export interface News {
  readonly roots: readonly CacheRoot[];
  readonly ids?: readonly string[];
}

/** The caches are those of the table that people read; any others do not compile. */
type Handlers = {
  readonly [Name in EventName]: (
    event: DomainEvent<Name>,
    facts: Facts,
  ) => News & { readonly roots: (typeof eventTable)[Name]['patches'] };
};

/** For events that change nothing that is cached; the effects table may still act on them. */
const nothing = { roots: [] } as const;

/**
 * What the web app does with each event: one row per event of the registry, so that a new event without a
 * decision does not compile. A handler only learns; `reconcile` then brings the caches up to what is known.
 */
export const handlers: Handlers = {
  'user.registered': ({ payload }, facts) => {
    facts.learnUser(payload.user);
    return { roots: ['users'], ids: [payload.user._id] };
  },
  'user.status-changed': ({ payload }, facts) => {
    facts.learnUser(payload.user);
    return { roots: ['users'], ids: [payload.user._id] };
  },
  'user.changed': ({ payload }, facts) => {
    facts.learnUser(payload.user);
    return { roots: ['users'], ids: [payload.user._id] };
  },
  'user.addresses-changed': ({ payload }, facts) => {
    facts.learnAddresses(payload.book);
    return { roots: ['addresses'] };
  },
  // A farm that was just made has not applied: no list has it. Its owner's session is loaded again (effects.ts).
  'farm.created': () => nothing,
  'farm.changed': ({ payload }, facts) => {
    facts.learnFarm(payload.farm);
    return { roots: ['farms', 'favourites'], ids: [payload.farm._id] };
  },
  'own-farm.changed': ({ payload }, facts) => {
    facts.learnOwnFarm(payload.farm);
    return { roots: ['own-farm', 'applications'], ids: [payload.farm._id] };
  },
  'farm.application-changed': () => nothing,
  'product.created': ({ payload }, facts) => {
    facts.learnOwnProduct(payload.product);
    return { roots: ['own-products', 'all-products'] };
  },
  'product.status-changed': ({ payload: { product } }, facts) => {
    facts.learnOwnProduct(product);
    return { roots: ['own-products', 'all-products'], ids: [product._id] };
  },
  'product.published': ({ payload: { product } }, facts) => {
    facts.learnPublished(product);
    return { roots: ['products'], ids: [product._id] };
  },
  'product.changed': ({ payload: { product } }, facts) => {
    facts.learnDetails(product);
    return {
      roots: ['products', 'own-products', 'all-products', 'favourites'],
      ids: [product._id],
    };
  },
  'product.counted': ({ payload: { counts }, version }, facts) => {
    facts.learnCounts({ ...counts, version });
    return { roots: ['own-products', 'all-products'], ids: [counts.productId] };
  },
  // Its row follows `product.counted`, its farmer reads why in the inbox.
  'product.moderated': () => nothing,
  'product.stock-changed': ({ payload: { change }, version }, facts) => {
    facts.learnProduct({ ...change, status: shownStatus(change), version });
    return {
      roots: ['products', 'own-products', 'all-products', 'cart', 'favourites'],
      ids: [change.productId],
    };
  },
  // What a screen shows of the stock comes with `product.stock-changed`; the farmer's notice with `inbox.added`.
  'product.low-stock': () => nothing,
  'product.sold-out': () => nothing,
  'product.restocked': () => nothing,
  'product.harvested': () => nothing,
  'product.rating-changed': ({ payload, version }, facts) => {
    const { change } = payload;
    facts.learnProduct({ ...change, status: shownStatus(change), version });
    return {
      roots: ['products', 'own-products', 'all-products', 'cart', 'favourites'],
      ids: [change.productId],
    };
  },
  'farm.rating-changed': ({ payload: { farmId, rating }, version }, facts) => {
    facts.learnFarmRating({ farmId, rating, ratingVersion: version });
    return {
      roots: ['farms', 'own-farm', 'applications', 'reviews', 'favourites'],
      ids: [farmId],
    };
  },
  'review.posted': ({ payload }, facts) => {
    facts.learnReview(payload.review);
    return { roots: ['farm-reviews', 'reviews'], ids: [payload.review._id] };
  },
  'review.changed': ({ payload }, facts) => {
    facts.learnReview(payload.review);
    return { roots: ['farm-reviews', 'reviews'], ids: [payload.review._id] };
  },
  'review.removed': ({ payload, version }, facts) => {
    facts.learnGoneReview(payload.reviewId, version);
    return { roots: ['farm-reviews', 'reviews'], ids: [payload.reviewId] };
  },
  'own-review.changed': ({ payload }, facts) => {
    facts.learnOwnReview(payload.review);
    if (payload.step === 'deleted') facts.deletedReviews.set(payload.review._id, true);
    return { roots: ['all-reviews', 'reviews'], ids: [payload.review._id] };
  },
  // What is kept shows in the checkout of every tab; the cart's own lines come with `cart.changed`.
  'hold.created': ({ payload }, facts) => {
    facts.learnHold(payload.hold);
    return { roots: ['hold'], ids: [payload.hold._id] };
  },
  'hold.closed': ({ payload }, facts) => {
    facts.learnHold(payload.hold);
    return { roots: ['hold'], ids: [payload.hold._id] };
  },
  'favourites.changed': ({ payload }, facts) => {
    facts.learnFavourites(payload.favourites);
    return { roots: ['favourites'] };
  },
  // The customers' notices come with `inbox.added`.
  'favourites.news': () => nothing,
  'stock.checked': ({ payload }, facts) => {
    facts.learnStockCheck(payload);
    return { roots: ['stock-check'] };
  },
  'cart.changed': ({ payload }, facts) => {
    facts.learnCart(payload.cart);
    return { roots: ['cart'] };
  },
  'order.placed': ({ payload }, facts) => {
    facts.learnOrder(payload.order);
    return { roots: ['orders'], ids: [payload.order._id] };
  },
  'order.part-placed': ({ payload }, facts) => {
    facts.learnOrder(payload.order);
    return { roots: ['orders', 'pick-list'], ids: [payload.order._id] };
  },
  'order.part-status-changed': ({ payload, occurredAt }, facts) => {
    facts.learnPart(payload);
    facts.learnReceipts(payload, occurredAt);
    return { roots: ['orders', 'reviews'], ids: [payload.orderId] };
  },
  'order.part-moved': ({ payload }, facts) => {
    facts.learnOwnPart(payload.part);
    return { roots: ['orders', 'pick-list', 'packing-slip'], ids: [payload.orderId] };
  },
  'analytics.changed': ({ payload }, facts) => {
    facts.learnStats(payload);
    return { roots: ['stats', 'sales'] };
  },
  'inbox.added': ({ payload }, facts) => {
    facts.learnNotification(payload.notification, payload.inbox);
    return { roots: ['inbox'] };
  },
  'inbox.read': ({ payload }, facts) => {
    facts.learnRead(payload);
    return { roots: ['inbox'] };
  },
  'contact.received': ({ payload }, facts) => {
    facts.learnMessage(payload.message);
    return { roots: ['contact-messages'], ids: [payload.message._id] };
  },
  'contact.status-changed': ({ payload }, facts) => {
    facts.learnMessage(payload.message);
    return { roots: ['contact-messages'], ids: [payload.message._id] };
  },
  'audit.recorded': ({ payload }, facts) => {
    facts.learnAct(payload.entry);
    const taken = takenJobs(payload.entry);
    if (taken !== null) facts.learnTakenJobs(taken, payload.entry.at);
    return { roots: ['audit', 'jobs'] };
  },
  'farm.stats-changed': ({ payload }, facts) => {
    facts.learnFarmStats(payload);
    return { roots: ['farm-stats'] };
  },
  'job.failed': ({ payload }, facts) => {
    facts.learnFailedJob(payload.job);
    return { roots: ['jobs'], ids: [jobKey(payload.job)] };
  },
};

/** What its farm may not sell now is as good as paused to whoever has it on the screen. */
const shownStatus = (change: ProductChange) =>
  change.public && change.listed === false ? 'paused' : change.status;

/** Learns one event. */
export function learn(event: DomainEvent, facts: Facts): News {
  // The registry ties name and payload together; TypeScript cannot follow that through an index.
  const handler = handlers[event.name] as (event: DomainEvent, facts: Facts) => News;
  return handler(event, facts);
}
