import type { DomainEvent, EventName } from '#libs/contracts';
import type { CacheRoot } from './cache';
import type { Facts } from './facts';

/** What a handler tells the screen: which caches to look at, and which things are news. */
export interface News {
  readonly roots: readonly CacheRoot[];
  readonly ids?: readonly string[];
}

type Handlers = {
  readonly [Name in EventName]: (event: DomainEvent<Name>, facts: Facts) => News;
};

/** For events that change nothing that is cached; the effects table may still act on them. */
const nothing: News = { roots: [] };

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
  // The address book gets its screen, and with it its cache, later.
  'user.addresses-changed': () => nothing,
  // No cache lists farms of one's own; the owner's session is loaded again (effects.ts).
  'farm.created': () => nothing,
  // Farms are not kept in step yet: their pages show the change at the next visit.
  'farm.changed': () => nothing,
  // The applications get their screen, and with it their cache, later.
  'farm.application-changed': () => nothing,
  // Into the lists of the farm and the admins. A shopper's list stays as it is until the next visit:
  // where a new product belongs in a sorted and filtered page is the server's to say.
  'product.created': ({ payload }, facts) => {
    facts.learnCreatedProduct(payload.product);
    return { roots: ['own-products', 'all-products'] };
  },
  'product.stock-changed': ({ payload: { change }, version, occurredAt }, facts) => {
    // What its farm may not sell now is as good as paused to whoever has it on the screen.
    const status = change.public && change.listed === false ? 'paused' : change.status;
    facts.learnProduct({ ...change, status, version, occurredAt });
    return {
      roots: ['products', 'own-products', 'all-products', 'cart'],
      ids: [change.productId],
    };
  },
  // What a screen shows of the stock comes with `product.stock-changed`; the farmer's notice with `inbox.added`.
  'product.low-stock': () => nothing,
  'product.sold-out': () => nothing,
  'product.restocked': () => nothing,
  'cart.changed': ({ payload, occurredAt }, facts) => {
    facts.learnCart({ cart: payload.cart, occurredAt });
    return { roots: ['cart'] };
  },
  'order.placed': ({ payload }, facts) => {
    facts.learnOrder(payload.order);
    return { roots: ['orders'], ids: [payload.order._id] };
  },
  'order.part-placed': ({ payload }, facts) => {
    facts.learnOrder(payload.order);
    return { roots: ['orders'], ids: [payload.order._id] };
  },
  'order.part-status-changed': ({ payload }, facts) => {
    facts.learnPart(payload);
    return { roots: ['orders'], ids: [payload.orderId] };
  },
  'order.part-moved': ({ payload }, facts) => {
    facts.learnOwnPart(payload.part);
    return { roots: ['orders'], ids: [payload.orderId] };
  },
  'analytics.changed': ({ payload }, facts) => {
    facts.learnStats(payload);
    return { roots: ['stats'] };
  },
  // Nothing of the inbox and of the contact messages is cached yet: they get their screens, and with them
  // their caches, later.
  'inbox.added': () => nothing,
  'inbox.read': () => nothing,
  'contact.received': () => nothing,
  'contact.status-changed': () => nothing,
};

/** Learns one event. */
export function learn(event: DomainEvent, facts: Facts): News {
  // The registry ties name and payload together; TypeScript cannot follow that through an index.
  const handler = handlers[event.name] as (event: DomainEvent, facts: Facts) => News;
  return handler(event, facts);
}
