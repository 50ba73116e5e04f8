import type { QueryClient } from '@tanstack/react-query';
import type { DomainEvent, Position } from '#libs/contracts';
import { knowsServerClock, serverNow } from '../lib/api/server-clock';

/** The percentile is taken of this many latencies, the newest of the session. */
const LATENCIES_MAX = 1_000;

/** This page's measurements of its live connection, since the page was opened. */
export interface LiveFiguresSnapshot {
  /** Milliseconds from the commit of the latest event to its paint; null before the first, and in a hidden tab. */
  readonly lastMs: number | null;
  /** The 95th percentile of this session. */
  readonly p95Ms: number | null;
  /** Events that arrived, each counted once. */
  readonly received: number;
  /** How many of them had been missed while the connection was lost. */
  readonly replayed: number;
  /** How often events were lost, so that the screen was fetched again. */
  readonly gaps: number;
  /** Queries that were fetched because of an event. */
  readonly fetched: number;
  readonly position: Position | null;
}

/** Measures the live connection of one page. */
export class LiveFigures {
  readonly #listeners = new Set<() => void>();
  /** Events that arrived while the page was up to date: only theirs is a delivery latency. */
  readonly #timely = new WeakSet<DomainEvent>();
  readonly #latencies: number[] = [];
  #isApplying = false;
  #snapshot: LiveFiguresSnapshot = {
    lastMs: null,
    p95Ms: null,
    received: 0,
    replayed: 0,
    gaps: 0,
    fetched: 0,
    position: null,
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): LiveFiguresSnapshot => this.#snapshot;

  /** Counts queries that are fetched while events are applied, until the returned function is called. */
  start(queryClient: QueryClient): () => void {
    return queryClient.getQueryCache().subscribe((change) => {
      if (this.#isApplying && change.type === 'updated' && change.action.type === 'fetch')
        this.#set({ fetched: this.#snapshot.fetched + 1 });
    });
  }

  /** Records that an event arrived; `isReplay` if it had been missed. */
  arrived(event: DomainEvent, isReplay: boolean): void {
    if (!isReplay) this.#timely.add(event);
  }

  /** Runs `put`, which applies these events to the store, and measures until they are painted. */
  apply(events: readonly DomainEvent[], put: () => void): void {
    this.#isApplying = true;
    try {
      put();
    } finally {
      this.#isApplying = false;
    }
    const timely = events.filter((event) => this.#timely.has(event));
    const { received, replayed } = this.#snapshot;
    this.#set({
      received: received + events.length,
      replayed: replayed + events.length - timely.length,
    });
    if (timely.length > 0) afterPaint(() => this.#painted(timely));
  }

  gap(): void {
    this.#set({ gaps: this.#snapshot.gaps + 1 });
  }

  advanced(position: Position): void {
    this.#set({ position });
  }

  #painted(events: readonly DomainEvent[]): void {
    if (!knowsServerClock()) return;
    const now = serverNow();
    this.#latencies.push(
      ...events.map(({ occurredAt }) => Math.max(0, now - Date.parse(occurredAt))),
    );
    this.#latencies.splice(0, this.#latencies.length - LATENCIES_MAX);
    const sorted = [...this.#latencies].sort((a, b) => a - b);
    this.#set({
      lastMs: this.#latencies.at(-1) ?? null,
      p95Ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null,
    });
  }

  #set(change: Partial<LiveFiguresSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Calls back once the next frame, which renders the store's present state, has been painted; never in a hidden tab. */
function afterPaint(callback: () => void): void {
  if (document.hidden) return;
  requestAnimationFrame(() => setTimeout(callback, 0));
}
