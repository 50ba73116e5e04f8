import type { Query, QueryClient } from '@tanstack/react-query';
import { isLiveRoot } from './live-query';

/** Milliseconds that an answer whose request nobody saw begin may have been under way. */
const UNSEEN_MS = 5_000;

/**
 * How old the answers on screen are, counted from when they were requested: what happened since then they may not
 * have. By a clock that nobody can set.
 */
export class QueryAges {
  readonly #underWay = new WeakMap<Query, number>();
  readonly #shown = new WeakMap<Query, number>();

  constructor(private readonly client: QueryClient) {}

  /** Notes when requests begin and which answers they bring; returns its own end. */
  watch(): () => void {
    return this.client.getQueryCache().subscribe((change) => {
      if (change.type !== 'updated') return;
      const { query, action } = change;
      if (action.type === 'fetch') this.#underWay.set(query, performance.now());
      if (action.type !== 'success' || action.manual) return;
      this.#shown.set(query, this.#underWay.get(query) ?? performance.now() - UNSEEN_MS);
    });
  }

  /** Milliseconds since the oldest live answer on screen was requested, 0 where there is none. */
  oldest(isMeant: (root: unknown) => boolean = isLiveRoot): number {
    const now = performance.now();
    const ages = this.client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey }) => isMeant(queryKey[0]) })
      .map((query) => now - this.#requestedAt(query, now));
    return Math.ceil(Math.max(0, ...ages));
  }

  #requestedAt(query: Query, now: number): number {
    const { data, dataUpdatedAt, fetchStatus } = query.state;
    const underWay = fetchStatus === 'fetching' ? (this.#underWay.get(query) ?? 0) : now;
    if (data === undefined) return underWay;
    const shown =
      this.#shown.get(query) ?? now - Math.max(0, Date.now() - dataUpdatedAt) - UNSEEN_MS;
    return Math.min(shown, underWay);
  }
}
