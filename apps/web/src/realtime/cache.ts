import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type {
  AllReviewsQuery,
  AnalyticsSubject,
  AuditFilter,
  ContactMessagesQuery,
  FarmApplicationsQuery,
  FarmReviewsQuery,
  OrdersQuery,
  OwnProductsFilter,
  PickListQuery,
  QueueJobsQuery,
  SalesQuery,
  UsersQuery,
} from '#libs/contracts';
import { farmsKey } from '../lib/farms';

/**
 * The parts of the query cache that live events patch. A query under one of these roots holds what the
 * name says, as one page, as pages or as one row; anything else under them is left alone.
 */
export const cacheRoots = [
  'products',
  'own-products',
  'all-products',
  'cart',
  'hold',
  'orders',
  'users',
  'stats',
  'inbox',
  'addresses',
  'farms',
  'own-farm',
  'applications',
  'contact-messages',
  'audit',
  'sales',
  'farm-stats',
  'pick-list',
  'packing-slip',
  'farm-reviews',
  'all-reviews',
  'jobs',
  'stock-check',
  'reviews',
  'favourites',
] as const;
export type CacheRoot = (typeof cacheRoots)[number];

/** Keys that several features and the event table share; a feature's other keys live beside its call. */
export const cacheKeys = {
  cart: ['cart'] as const,
  /** What the customer's checkout keeps. */
  hold: ['hold'] as const,
  orders: (query: Partial<OrdersQuery>) => ['orders', 'list', query] as const,
  order: (id: string) => ['orders', 'detail', id] as const,
  users: (query: Partial<UsersQuery>) => ['users', 'list', query] as const,
  stats: (subject: AnalyticsSubject) => ['stats', subject] as const,
  inbox: ['inbox', 'list', {}] as const,
  addresses: ['addresses'] as const,
  farms: farmsKey,
  farm: (slug: string) => ['farms', 'detail', slug] as const,
  /** A farmer's own farm, with the state of its application. */
  ownFarm: ['own-farm'] as const,
  applications: (query: Partial<FarmApplicationsQuery>) => ['applications', 'list', query] as const,
  contactMessages: (query: Partial<ContactMessagesQuery>) =>
    ['contact-messages', 'list', query] as const,
  audit: (filter: AuditFilter) => ['audit', 'list', filter] as const,
  /** A farmer's own products, whatever their status. */
  ownProducts: (filter: OwnProductsFilter) => ['own-products', 'list', filter] as const,
  /** One of them, with what only its farm knows. */
  ownProduct: (id: string) => ['own-products', 'detail', id] as const,
  /** The market's sales by day. */
  sales: (query: SalesQuery) => ['sales', 'days', query] as const,
  /** The figures of a farmer's own farm, over the last days. */
  farmStats: (days: number) => ['farm-stats', days] as const,
  pickList: (query: PickListQuery) => ['pick-list', 'list', query] as const,
  packingSlip: (orderId: string) => ['packing-slip', orderId] as const,
  /** The reviews of a farmer's own farm. */
  farmReviews: (query: Partial<FarmReviewsQuery>) => ['farm-reviews', 'list', query] as const,
  /** Every review, for admins. */
  allReviews: (query: Partial<AllReviewsQuery>) => ['all-reviews', 'list', query] as const,
  /** How much waits in each queue. */
  queues: ['jobs', 'queues'] as const,
  jobs: (query: Partial<QueueJobsQuery>) => ['jobs', 'list', query] as const,
  stockCheck: ['stock-check'] as const,
  /** The ids of what the customer has marked; below it the pages of what can still be seen of that. */
  favourites: ['favourites'] as const,
  favouriteProducts: ['favourites', 'products'] as const,
  favouriteFarms: ['favourites', 'farms'] as const,
  /** Every product an admin sees. */
  allProducts: (filter: OwnProductsFilter & { farm?: string | undefined }) =>
    ['all-products', 'list', filter] as const,
};

/** The filter that a list's key carries: its third element. */
export function filterOf(key: QueryKey): Record<string, unknown> {
  const filter = key[2];
  return isRecord(filter) ? filter : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isInfinite(data: unknown): data is InfiniteData<Record<string, unknown>> {
  return isRecord(data) && Array.isArray(data.pages) && data.pages.every(isRecord);
}

/** One page of a list, freed from the name under which its rows travel. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly total: number;
}

/** Runs `change` over a list's pages, however they are cached; the same object comes back if nothing changed. */
export function mapPages<Row>(
  data: unknown,
  name: string,
  change: (pages: readonly RowPage<Row>[]) => readonly RowPage<Row>[],
): unknown {
  const raw = isInfinite(data) ? data.pages : isRecord(data) ? [data] : [];
  if (raw.length === 0 || !raw.every((page) => Array.isArray(page[name]))) return data;
  const before = raw.map((page) => ({
    rows: page[name] as Row[],
    nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null,
    total: typeof page.total === 'number' ? page.total : 0,
  }));
  const after = change(before);
  if (after === before) return data;
  const pages = raw.map((page, at) => {
    const next = after[at];
    return next ? { ...page, [name]: next.rows, total: next.total } : page;
  });
  return isInfinite(data) ? { ...data, pages } : pages[0];
}
