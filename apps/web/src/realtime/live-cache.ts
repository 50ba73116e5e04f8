import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import type {
  ContactMessageDto,
  DomainEvent,
  OrderDto,
  OwnFarmDto,
  OwnProductDto,
  QueueDepths,
  UserDto,
} from '#libs/contracts';
import { learn } from './apply-event';
import { BoundedMap } from './bounded';
import { type CacheRoot, cacheKeys, cacheRoots, filterOf, isInfinite, isRecord } from './cache';
import { Facts, type Viewer } from './facts';
import { reconcile } from './reconcile';

const SEEN = 5_000;
/** The roots whose lists are filtered by what events change, and the name under which their rows travel. */
const recalled = [
  ['orders', 'orders', (facts: Facts, row: unknown) => facts.learnOrder(row as OrderDto)],
  ['users', 'users', (facts: Facts, row: unknown) => facts.learnUser(row as UserDto)],
  [
    'applications',
    'applications',
    (facts: Facts, row: unknown) => facts.learnOwnFarm(row as OwnFarmDto),
  ],
  [
    'contact-messages',
    'messages',
    (facts: Facts, row: unknown) => facts.learnMessage(row as ContactMessageDto),
  ],
  [
    'own-products',
    'products',
    (facts: Facts, row: unknown) => facts.learnOwnProduct(row as OwnProductDto),
  ],
  [
    'all-products',
    'products',
    (facts: Facts, row: unknown) => facts.learnOwnProduct(row as OwnProductDto),
  ],
] as const;
const noNews: ReadonlySet<string> = new Set();

/** Keeps one QueryClient's caches in step with the events of one viewer. */
export class LiveCache {
  #facts = new Facts();
  #seen = new BoundedMap<string, true>(SEEN);
  /** What was in the news while a request was under way: its answer may be from before that. */
  readonly #meanwhile = new Map<Query, Set<string>>();
  /** The queries whose answers are from before the page began anew. */
  #outdated = new WeakSet<Query>();

  constructor(
    private readonly client: QueryClient,
    private readonly viewer: Viewer,
  ) {}

  /** Takes in a batch of events: every query is patched at most once, and screens are told once. */
  apply(events: readonly DomainEvent[]): void {
    const roots = new Set<CacheRoot>();
    const news = new Set<string>();
    for (const event of events) {
      if (this.#seen.has(event.id)) continue;
      this.#seen.set(event.id, true);
      const told = learn(event, this.#facts);
      for (const root of told.roots) roots.add(root);
      for (const id of told.ids ?? []) news.add(id);
    }
    this.#recall(roots, news);
    this.#doubtLists(events);
    for (const missed of this.#meanwhile.values()) for (const id of news) missed.add(id);
    notifyManager.batch(() => {
      for (const root of roots) {
        for (const query of this.client.getQueryCache().findAll({ queryKey: [root] })) {
          this.#patch(query, news);
        }
      }
    });
  }

  /**
   * Forgets what the events have told. For the moment in which some were missed and everything is read anew: a row that
   * is not in an answer has left the list, and what was known of it before must not bring it back.
   */
  forget(): void {
    this.#facts = new Facts();
    this.#seen = new BoundedMap(SEEN);
    this.#outdated = new WeakSet(this.client.getQueryCache().getAll());
  }

  /** How much waits in the queues: no event, and so without a version; the last word holds. */
  takeDepths(depths: QueueDepths): void {
    const query = this.client.getQueryCache().find({ queryKey: cacheKeys.queues });
    if (query?.state.data !== undefined) query.setState({ data: depths });
  }

  /** Holds every answer that comes in against what the events have told already; returns its own end. */
  watchAnswers(): () => void {
    return this.client.getQueryCache().subscribe((change) => {
      const { type, query } = change;
      if (type === 'removed') this.#meanwhile.delete(query);
      if (type !== 'updated' || !isLiveRoot(query.queryKey[0])) return;
      const { action } = change;
      if (action.type === 'fetch') this.#meanwhile.set(query, new Set());
      if (action.type === 'error') this.#meanwhile.delete(query);
      if (action.type !== 'success' || action.manual) return;
      this.#outdated.delete(query);
      const missed = this.#meanwhile.get(query) ?? noNews;
      this.#meanwhile.delete(query);
      this.#patch(query, missed);
    });
  }

  /** `setState` and not `setQueryData`: a patch must not make an old answer count as freshly fetched. */
  #patch(query: Query, news: ReadonlySet<string>): void {
    const { data } = query.state;
    if (data === undefined) return;
    const knowledge = { facts: this.#facts, viewer: this.viewer, news };
    const next = reconcile(query.queryKey, data, knowledge);
    if (next !== data) query.setState({ data: next });
  }

  /**
   * What a screen has of the things that are in the news counts as known too: an order that changes its
   * word can then enter another list, and a late event does not bring in what a newer answer has overtaken. But not
   * what it has from before something was missed.
   */
  #recall(roots: ReadonlySet<CacheRoot>, news: ReadonlySet<string>): void {
    for (const [root, name, learnRow] of recalled) {
      if (!roots.has(root)) continue;
      for (const query of this.client.getQueryCache().findAll({ queryKey: [root] })) {
        if (this.#outdated.has(query)) continue;
        for (const row of rowsIn(query.state.data, name)) {
          if (news.has(String(row._id))) learnRow(this.#facts, row);
        }
      }
    }
  }

  /**
   * An order that no screen holds may now belong into a filtered list, and a farm that has just opened into the
   * directory: those lists are read at their next visit.
   */
  #doubtLists(events: readonly DomainEvent[]): void {
    for (const event of events) {
      if (event.name === 'farm.changed' && !event.payload.wasApproved) {
        for (const query of this.client.getQueryCache().findAll({ queryKey: cacheKeys.farms })) {
          query.invalidate();
        }
      }
      if (event.name !== 'order.part-status-changed') continue;
      const { orderId, order } = event.payload;
      if (this.#facts.orders.has(orderId)) continue;
      for (const query of this.client.getQueryCache().findAll({ queryKey: ['orders', 'list'] })) {
        if (filterOf(query.queryKey).status === order.status) query.invalidate();
      }
    }
  }
}

function isLiveRoot(root: unknown): boolean {
  return cacheRoots.some((live) => live === root);
}

function rowsIn(data: unknown, name: string): { _id?: unknown }[] {
  if (isInfinite(data)) return data.pages.flatMap((page) => rowsIn(page, name));
  if (!isRecord(data)) return [];
  const rows = data[name];
  return Array.isArray(rows) ? rows.filter(isRecord) : '_id' in data ? [data] : [];
}
