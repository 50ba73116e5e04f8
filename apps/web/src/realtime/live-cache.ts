import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { DomainEvent, OrderDto } from '#libs/contracts';
import { learn } from './apply-event';
import { BoundedMap } from './bounded';
import { type CacheRoot, cacheRoots, isInfinite, isRecord } from './cache';
import { Facts, type Viewer } from './facts';
import { reconcile } from './reconcile';

const SEEN = 5_000;
const noNews: ReadonlySet<string> = new Set();

/** Keeps one QueryClient's caches in step with the events of one viewer. */
export class LiveCache {
  readonly #facts = new Facts();
  readonly #seen = new BoundedMap<string, true>(SEEN);

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
      if (event.name === 'order.part-status-changed') this.#recall(event.payload.orderId);
      const told = learn(event, this.#facts);
      for (const root of told.roots) roots.add(root);
      for (const id of told.products ?? []) news.add(id);
    }
    notifyManager.batch(() => {
      for (const root of roots) {
        for (const query of this.client.getQueryCache().findAll({ queryKey: [root] })) {
          this.#patch(query, news);
        }
      }
    });
  }

  /** Holds every answer that comes in against what the events have told already; returns its own end. */
  watchAnswers(): () => void {
    return this.client.getQueryCache().subscribe((change) => {
      if (change.type !== 'updated' || change.action.type !== 'success') return;
      if (change.action.manual || !isLiveRoot(change.query.queryKey[0])) return;
      this.#patch(change.query, noNews);
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

  /** An order that changes its word can enter another list: remember it whole while a screen has it. */
  #recall(orderId: string): void {
    if (this.#facts.orders.has(orderId)) return;
    for (const query of this.client.getQueryCache().findAll({ queryKey: ['orders'] })) {
      const order = ordersIn(query.state.data).find((candidate) => candidate._id === orderId);
      if (order) {
        this.#facts.learnOrder(order);
        return;
      }
    }
  }
}

function isLiveRoot(root: unknown): boolean {
  return cacheRoots.some((live) => live === root);
}

function ordersIn(data: unknown): OrderDto[] {
  if (isInfinite(data)) return data.pages.flatMap((page) => ordersIn(page));
  if (!isRecord(data)) return [];
  return Array.isArray(data.orders) ? (data.orders as OrderDto[]) : isOrder(data) ? [data] : [];
}

function isOrder(data: Record<string, unknown>): data is OrderDto {
  return typeof data._id === 'string' && Array.isArray(data.parts);
}
