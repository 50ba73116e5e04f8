import type { QueryKey } from '@tanstack/react-query';
import type {
  AuditEntryDto,
  AuditFilter,
  ContactMessageDto,
  FarmDto,
  FarmStats,
  OrderDto,
  OwnFarmDto,
  PackingSlip,
  PickList,
  Sales,
  StockCheckDto,
  UserDto,
} from '#libs/contracts';
import { type CacheRoot, filterOf, isRecord, mapPages } from './cache';
import type { Facts, Viewer } from './facts';
import { hasApplied } from './farm-patch';
import { currentHold } from './hold-patch';
import { currentInbox } from './inbox-patch';
import { currentJobs } from './job-patch';
import { currentOrder } from './order-patch';
import { currentCart } from './product-patch';
import { reconcileOwnProducts, reconcileShelf } from './product-rows';
import { currentAllReviews, currentFarmReviews } from './review-patch';
import { isRow, mapped, newestFirst, newestPlaced, reconcileRows } from './rows';
import { currentReviews } from './shown-reviews';
import { currentFarmStats, currentPickList, currentSales, currentSlip } from './work-patch';

export interface Knowledge {
  readonly facts: Facts;
  readonly viewer: Viewer;
  /** The ids of what the events of this batch were about. */
  readonly news: ReadonlySet<string>;
}

/**
 * A query's data brought up to what the events have told; the same object if that is nothing newer.
 * Pure: it reads the facts and the data, and decides by versions alone.
 */
export function reconcile(key: QueryKey, data: unknown, knowledge: Knowledge): unknown {
  const root = key[0];
  return typeof root === 'string' && Object.hasOwn(byRoot, root)
    ? byRoot[root as CacheRoot](key, data, knowledge)
    : data;
}

type Reconcile = (key: QueryKey, data: unknown, knowledge: Knowledge) => unknown;

const byRoot: Record<CacheRoot, Reconcile> = {
  products: reconcileShelf,
  'own-products': reconcileOwnProducts,
  'all-products': reconcileOwnProducts,

  orders: (key, data, { facts, viewer }) => {
    const current = (order: OrderDto) => currentOrder(order, facts, viewer);
    if (key[1] === 'detail') return isRow<OrderDto>(data) ? current(data) : data;
    const matches = orderMatcher(filterOf(key));
    return mapPages<OrderDto>(data, 'orders', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? mapped(facts.orders.values(), current) : [],
        compare: newestPlaced,
      }),
    );
  },

  users: (key, data, { facts }) => {
    const current = (user: UserDto) => newer(user, facts.users.get(user._id));
    const matches = matcher<UserDto>(filterOf(key), ['role', 'status']);
    return mapPages<UserDto>(data, 'users', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? facts.users.values() : [],
        compare: newestFirst,
      }),
    );
  },

  cart: (_key, data, { facts }) =>
    isRecord(data) && Array.isArray(data.items)
      ? currentCart(data as Parameters<typeof currentCart>[0], facts)
      : data,

  hold: (_key, data, { facts, news }) => currentHold(data, facts, news),

  stats: (key, data, { facts }) => {
    const known = [...facts.stats.values()].find((change) => change.subject === key[1]);
    return isRecord(data) && known && Number(data.version) < known.stats.version
      ? known.stats
      : data;
  },

  inbox: (_key, data, { facts }) => currentInbox(data, facts),

  addresses: (_key, data, { facts: { addresses } }) =>
    isRecord(data) && addresses && Number(data.version) < addresses.version ? addresses : data,

  // A farm that has just opened joins the directory at the next visit (live-cache.ts).
  farms: (_key, data, { facts }) => {
    const current = (farm: FarmDto) => newestFarm(farm, facts.farms.get(farm._id), facts);
    if (isRow<FarmDto>(data)) return current(data);
    const rules = { current, matches: () => true, known: [], compare: newestFirst };
    return mapPages<FarmDto>(data, 'farms', (pages) => reconcileRows(pages, rules));
  },

  'own-farm': (_key, data, { facts }) =>
    isRow<OwnFarmDto>(data) ? newestFarm(data, facts.ownFarms.get(data._id), facts) : data,

  applications: (key, data, { facts }) => {
    const current = (farm: OwnFarmDto) => newestFarm(farm, facts.ownFarms.get(farm._id), facts);
    const byStatus = matcher<OwnFarmDto>(filterOf(key), ['status']);
    const matches = byStatus && ((farm: OwnFarmDto) => byStatus(farm) && hasApplied(farm));
    return mapPages<OwnFarmDto>(data, 'applications', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? facts.ownFarms.values() : [],
        compare: newestFirst,
      }),
    );
  },

  'contact-messages': (key, data, { facts }) => {
    const current = (message: ContactMessageDto) => newer(message, facts.messages.get(message._id));
    const matches = matcher<ContactMessageDto>(filterOf(key), ['status']);
    return mapPages<ContactMessageDto>(data, 'messages', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? facts.messages.values() : [],
        compare: newestFirst,
      }),
    );
  },

  audit: (key, data, { facts }) => {
    const matches = actMatcher(filterOf(key));
    return mapPages<AuditEntryDto>(data, 'entries', (pages) =>
      reconcileRows(pages, {
        current: (entry) => entry,
        matches,
        known: facts.acts.values(),
        compare: newestActs,
      }),
    );
  },

  sales: (key, data, { facts }) =>
    isRecord(data) && Array.isArray(data.days)
      ? currentSales(data as Sales, filterOf(key).to === undefined, facts)
      : data,

  'farm-stats': (_key, data, { facts }) =>
    isRecord(data) && Array.isArray(data.sales) ? currentFarmStats(data as FarmStats, facts) : data,

  'pick-list': (key, data, { facts, viewer, news }) =>
    isRecord(data) && Array.isArray(data.orders)
      ? currentPickList(data as PickList, filterOf(key), facts, viewer, news)
      : data,

  'packing-slip': (_key, data, { facts }) =>
    isRecord(data) && typeof data.partId === 'string'
      ? currentSlip(data as PackingSlip, facts)
      : data,

  'farm-reviews': (key, data, { facts, viewer }) =>
    currentFarmReviews(data, filterOf(key).answered, viewer?.farmId ?? null, facts),

  'all-reviews': (key, data, { facts }) => currentAllReviews(data, filterOf(key).hidden, facts),

  jobs: (key, data, { facts, news }) => currentJobs(key, data, facts, news),

  // admins hear of everybody's own reviews, and have none
  reviews: (key, data, { facts, viewer, news }) => {
    const { reviews, goneReviews, deletedReviews, farmRatings, receipts } = facts;
    const ownReviews = viewer?.role === 'customer' ? facts.ownReviews : new Map<string, never>();
    const known = { reviews, goneReviews, deletedReviews, farmRatings, receipts, ownReviews };
    return currentReviews(key, data, known, news);
  },

  favourites: (key, data, knowledge) => {
    if (key[1] === 'products') return reconcileShelf(key, data, knowledge);
    if (key[1] === 'farms') return byRoot.farms(key, data, knowledge);
    const { favourites } = knowledge.facts;
    return isRecord(data) && favourites && Number(data.version) < favourites.version
      ? favourites
      : data;
  },

  'stock-check': (_key, data, { facts: { stockCheck } }) => {
    if (!isRecord(data) || stockCheck === null) return data;
    const shown = data.check as StockCheckDto | null;
    return shown && shown.finishedAt >= stockCheck.finishedAt ? data : { check: stockCheck };
  },
};

/** Whether a row passes a list's filter; null where the filter asks for what only the server can answer. */
export function matcher<Row extends object>(
  filter: Record<string, unknown>,
  fields: readonly (keyof Row & string)[],
): ((row: Row) => boolean) | null {
  const asked = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && name !== 'limit' && name !== 'cursor',
  );
  if (asked.some(([name]) => !fields.includes(name as keyof Row & string))) return null;
  return (row) => asked.every(([name, value]) => row[name as keyof Row] === value);
}

/** Whether an order passes a list's filter; a search by words is the server's alone. */
function orderMatcher({
  partStatus,
  fulfilment,
  farm,
  customer,
  from,
  to,
  ...rest
}: Record<string, unknown>): ((order: OrderDto) => boolean) | null {
  const byStatus = matcher<OrderDto>(rest, ['status']);
  if (byStatus === null) return null;
  return (order) =>
    byStatus(order) &&
    (customer ?? order.customer._id) === order.customer._id &&
    (typeof from !== 'string' || order.createdAt >= from) &&
    (typeof to !== 'string' || order.createdAt < to) &&
    order.parts.some(
      (part) =>
        (partStatus ?? part.status) === part.status &&
        (fulfilment ?? part.fulfilment) === part.fulfilment &&
        (farm ?? part.farmId) === part.farmId,
    );
}

/** Newest first, by the moment of the act: two servers may give the later one the older id. */
function newestActs(a: AuditEntryDto, b: AuditEntryDto): number {
  return b.at.localeCompare(a.at) || newestFirst(a, b);
}

/** Whether an act passes the filters of the audit log, as the server reads them. */
function actMatcher(filter: AuditFilter): (entry: AuditEntryDto) => boolean {
  const { actor, action, targetType, target, from, to } = filter;
  return (entry) =>
    (actor ?? entry.actor?._id) === entry.actor?._id &&
    (action ?? entry.action) === entry.action &&
    (targetType ?? entry.target.type) === entry.target.type &&
    (target ?? entry.target.id) === entry.target.id &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to);
}

/** The newest that is known of a farm, and of its stars, which have a version of their own. */
function newestFarm<Farm extends FarmDto>(
  farm: Farm,
  rival: Farm | undefined,
  { farmRatings }: Facts,
): Farm {
  const newest = newer(farm, rival);
  const { rating, ratingVersion } = [farm, rival, farmRatings.get(farm._id)].reduce(
    (best, one) => (one && one.ratingVersion > best.ratingVersion ? one : best),
    farm as Pick<FarmDto, 'rating' | 'ratingVersion'>,
  );
  return newest.ratingVersion === ratingVersion ? newest : { ...newest, rating, ratingVersion };
}

function newer<Thing extends { version: number }>(thing: Thing, rival: Thing | undefined): Thing {
  return rival && rival.version > thing.version ? rival : thing;
}
