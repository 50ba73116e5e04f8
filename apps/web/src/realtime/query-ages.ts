import type { Query, QueryClient } from '@tanstack/react-query';
import { type CacheRoot, cacheRoots } from './cache';

/** Milliseconds that an answer whose request nobody saw begin may have been on its way. */
const UNSEEN_MS = 5_000;

/**
 * How old the answers on screen are, counted from when they were asked for: what happened since then they may not
 * know. Counted by a clock that nobody can set.
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

  /** Milliseconds since the oldest answer on screen under these roots was asked for, 0 where there is none. */
  oldest(roots: readonly CacheRoot[] = cacheRoots): number {
    const now = performance.now();
    let oldest = now;
    for (const root of roots) {
      for (const query of this.client.getQueryCache().findAll({ queryKey: [root], type: 'active' }))
        oldest = Math.min(oldest, this.#askedAt(query, now));
    }
    return Math.ceil(now - oldest);
  }

  #askedAt(query: Query, now: number): number {
    const { data, dataUpdatedAt, fetchStatus } = query.state;
    const underWay = fetchStatus === 'fetching' ? (this.#underWay.get(query) ?? 0) : now;
    if (data === undefined) return underWay;
    const shown =
      this.#shown.get(query) ?? now - Math.max(0, Date.now() - dataUpdatedAt) - UNSEEN_MS;
    return Math.min(shown, underWay);
  }
}
