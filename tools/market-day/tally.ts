/** An order of which the shop has said that it is placed. */
export interface Acknowledged {
  readonly userId: string;
  readonly key: string;
  readonly orderId: string;
}

/** Counts what happens. */
export class Tally {
  #started = Date.now();
  readonly #done = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly failures: string[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** Milliseconds from a change on the server to its event on a page. */
  #latencies: number[] = [];
  events = 0;
  /** Times a page read its screen again after a gap. */
  resyncs = 0;
  /** Times a screen was fetched after it was first shown. */
  refetches = 0;
  /** Requests that got no answer and were sent again. */
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

  /** A refusal that people get too: sold out, too late, a conflict. */
  refused(code: string): void {
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
  }

  /** Something that must not happen. */
  failed(what: string): void {
    this.failures.push(what);
  }

  /** An event and its latency; null for one that was replayed. */
  received(latencyMs: number | null): void {
    this.events += 1;
    if (latencyMs !== null) this.#latencies.push(Math.max(0, latencyMs));
  }

  /** One line: the time, the orders and their steps, and the latency of events since the last line. */
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

  /** What was done and refused in all. */
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
