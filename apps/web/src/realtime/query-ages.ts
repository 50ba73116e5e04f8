import type { Query, QueryClient } from '@tanstack/react-query';
import { keptSince } from '../lib/api/kept-data';
import { serverNow } from '../lib/api/server-clock';
import { isLiveKeyRoot } from './live-query';

/** Assumed duration, in milliseconds, of a request whose start was not observed. */
const UNOBSERVED_REQUEST_MS = 5_000;

/**
 * How old the data on screen is, counted from when it was requested: events since then may be missing from it. Uses a
 * monotonic clock.
 */
export class QueryAges {
  readonly #requests = new WeakMap<Query, number>();
  readonly #responses = new WeakMap<Query, number>();

  constructor(private readonly client: QueryClient) {}

  /** Records when requests start and succeed; returns a function that stops it. */
  start(): () => void {
    return this.client.getQueryCache().subscribe((change) => {
      if (change.type !== 'updated') return;
      const { query, action } = change;
      if (action.type === 'fetch') this.#requests.set(query, performance.now());
      if (action.type !== 'success' || action.manual) return;
      this.#responses.set(
        query,
        this.#requests.get(query) ?? performance.now() - UNOBSERVED_REQUEST_MS,
      );
    });
  }

  /** Milliseconds since the oldest data of an active live query was requested; 0 if there is none. */
  oldest(includesRoot: (root: unknown) => boolean = isLiveKeyRoot): number {
    const now = performance.now();
    const ages = this.client
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ queryKey }) => includesRoot(queryKey[0]) })
      .map((query) => now - this.#requestedAt(query, now));
    return Math.ceil(Math.max(0, ...ages));
  }

  #requestedAt(query: Query, now: number): number {
    const { data, dataUpdatedAt, fetchStatus } = query.state;
    const inFlightSince = fetchStatus === 'fetching' ? (this.#requests.get(query) ?? 0) : now;
    if (data === undefined) return inFlightSince;
    const keptAt = keptSince(query.queryHash);
    if (keptAt !== undefined) return now - Math.max(0, serverNow() - keptAt);
    const dataSince =
      this.#responses.get(query) ??
      now - Math.max(0, Date.now() - dataUpdatedAt) - UNOBSERVED_REQUEST_MS;
    return Math.min(dataSince, inFlightSince);
  }
}
