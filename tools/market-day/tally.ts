/** An order that the shop has acknowledged as placed. */
export interface Acknowledged {
  readonly userId: string;
  readonly key: string;
  readonly orderId: string;
}

/** A message that the shop has acknowledged; once or more by one key. */
export interface Written {
  readonly userId: string;
  readonly key: string;
  readonly messageId: string;
}

/** Counts actions, refusals, failures and events. */
export class Tally {
  #started = Date.now();
  readonly #done = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly failures: string[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly written: Written[] = [];
  /** Times in ms from a change on the server to its event on a page. */
  #latencies: number[] = [];
  events = 0;
  /** Times a page refetched its screen after a gap. */
  resyncs = 0;
  /** Times a screen was fetched again after it was first shown. */
  refetches = 0;
  /** Unanswered requests that were sent again. */
  lost = 0;

  /** Starts the clock, once everybody is there. */
  begin(): void {
    this.#started = Date.now();
    this.#latencies = [];
  }

  did(what: string): void {
    this.#done.set(what, (this.#done.get(what) ?? 0) + 1);
  }

  count(what: string): number {
    return this.#done.get(what) ?? 0;
  }

  /** Counts a refusal that real users get too: sold out, too late, a conflict. */
  refused(code: string): void {
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
  }

  /** Records something that must not happen. */
  failed(what: string): void {
    this.failures.push(what);
  }

  /** Counts an event, with its latency in ms; null for a replayed one. */
  received(latencyMs: number | null): void {
    this.events += 1;
    if (latencyMs !== null) this.#latencies.push(Math.max(0, latencyMs));
  }

  /** A progress line: time, orders and their steps, and the latency of events since the last line. */
  line(): string {
    const seconds = Math.round((Date.now() - this.#started) / 1_000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const orders = this.count('order');
    const perMinute = seconds === 0 ? 0 : Math.round((orders / seconds) * 60);
    const steps = ['accepted', 'packed', 'delivered', 'declined', 'cancelled', 'review']
      .map((what) => `${what} ${this.count(what)}`)
      .join('  ');
    const latencies = this.#latencies.sort((a, b) => a - b);
    this.#latencies = [];
    const events = `events ${latencies.length}, p50 ${at(latencies, 0.5)} ms, p95 ${at(latencies, 0.95)} ms`;
    return `${clock.padStart(5)}  orders ${orders} (${perMinute}/min)  ${steps}  |  ${events}`;
  }

  /** Totals of actions and refusals. */
  sums(): string[] {
    const list = (counts: ReadonlyMap<string, number>) =>
      [...counts].map(([what, count]) => `${what} ${count}`).join(', ') || 'nothing';
    return [
      `done: ${list(this.#done)}`,
      `refused: ${list(this.#refused)}`,
      `events received: ${this.events}; screens fetched again: ${this.refetches}; read anew after a gap: ${this.resyncs}`,
    ];
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
