import type { QueryKey } from '@tanstack/react-query';
import type {
  AuditEntryDto,
  AuditFilter,
  ContactMessageDto,
  FarmDto,
  OrderDto,
  OwnFarmDto,
  ProductDto,
  UserDto,
} from '#libs/contracts';
import { type CacheRoot, filterOf, isInfinite, isRecord, mapPages } from './cache';
import type { Facts, Viewer } from './facts';
import { currentFarm, currentOwnFarm, knownApplications } from './farm-patch';
import { currentInbox } from './inbox-patch';
import { currentOrder } from './order-patch';
import { currentCart, currentProduct } from './product-patch';
import { newestFirst, reconcileRows } from './rows';

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

const products: Reconcile = (key, data, { facts, viewer }) => {
  const current = (product: ProductDto) => currentProduct(product, facts);
  if (isRow<ProductDto>(data)) return current(data);
  if (Array.isArray(data))
    return mapSame(data, (row) => (isRow<ProductDto>(row) ? current(row) : row));
  const matches = createdMatcher(key, viewer);
  return mapPages<ProductDto>(data, 'products', (pages) =>
    reconcileRows(pages, {
      current,
      matches: matches ?? (() => true),
      known: matches ? mapped(facts.createdProducts.values(), current) : [],
      compare: (made, row) => (facts.createdProducts.has(row._id) && made._id < row._id ? 1 : -1),
    }),
  );
};

const byRoot: Record<CacheRoot, Reconcile> = {
  products,
  'own-products': products,
  'all-products': products,

  orders: (key, data, { facts, viewer }) => {
    const current = (order: OrderDto) => currentOrder(order, facts, viewer);
    if (key[1] === 'detail') return isRow<OrderDto>(data) ? current(data) : data;
    const matches = matcher<OrderDto>(filterOf(key), ['status']);
    return mapPages<OrderDto>(data, 'orders', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? mapped(facts.orders.values(), current) : [],
        compare: newestFirst,
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

  cart: (_key, data, { facts, news }) =>
    isRecord(data) && Array.isArray(data.items)
      ? currentCart(data as Parameters<typeof currentCart>[0], facts, news)
      : data,

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
    const current = (farm: FarmDto) => currentFarm(farm, facts);
    if (isRow<FarmDto>(data)) return current(data);
    const rules = { current, matches: () => true, known: [], compare: newestFirst };
    return mapPages<FarmDto>(data, 'farms', (pages) => reconcileRows(pages, rules));
  },

  'own-farm': (_key, data, { facts }) =>
    isRow<OwnFarmDto>(data) ? currentOwnFarm(data, facts) : data,

  applications: (key, data, { facts }) => {
    const current = (farm: OwnFarmDto) => currentOwnFarm(farm, facts);
    const matches = matcher<OwnFarmDto>(filterOf(key), ['status']);
    return mapPages<OwnFarmDto>(data, 'applications', (pages) =>
      reconcileRows(pages, {
        current,
        matches: matches ?? (() => true),
        known: matches ? knownApplications(facts) : [],
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
        compare: newestFirst,
      }),
    );
  },
};

function isRow<Row extends { _id: string }>(data: unknown): data is Row {
  return isRecord(data) && typeof data._id === 'string' && !isInfinite(data);
}

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

/** Which lists take in a product that was just made: the farm's own, and the admins'. */
function createdMatcher(key: QueryKey, viewer: Viewer): ((product: ProductDto) => boolean) | null {
  const filter = matcher<ProductDto>(filterOf(key), ['status']);
  if (!filter) return null;
  if (key[0] === 'all-products') return (product) => filter(product) && product.status === 'live';
  if (key[0] !== 'own-products' || !viewer?.farmId) return null;
  const { farmId } = viewer;
  return (product) => product.farmId === farmId && filter(product);
}

function newer<Thing extends { version: number }>(thing: Thing, rival: Thing | undefined): Thing {
  return rival && rival.version > thing.version ? rival : thing;
}

function mapSame<Row>(rows: Row[], change: (row: Row) => Row): Row[] {
  const next = rows.map(change);
  return next.every((row, at) => row === rows[at]) ? rows : next;
}

function* mapped<Row>(rows: Iterable<Row>, change: (row: Row) => Row): Iterable<Row> {
  for (const row of rows) yield change(row);
}
