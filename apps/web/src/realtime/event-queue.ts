import type { DomainEvent } from '#libs/contracts';

/** Events that a pause can hold back; if there are more, the active queries are refetched when it ends. */
const HELD_MAX = 5_000;
/** Milliseconds after which a batch is applied although no frame was rendered, as in a hidden tab. */
const FRAME_DEADLINE_MS = 100;
/**
 * Milliseconds between two batches. Each renders, lays out and paints: a slow device that did so for every frame of a
 * burst would answer clicks late.
 */
const BATCH_PAUSE_MS = 100;

export interface EventQueueOptions {
  readonly apply: (events: readonly DomainEvent[]) => void;
  readonly onWaiting: (count: number) => void;
  /** Events were dropped during a pause. */
  readonly onOverflow: () => void;
}

/** Batches events until the next frame, in a burst until the next tenth of a second, or until the user ends a pause. */
export class EventQueue {
  #events: DomainEvent[] = [];
  #paused = false;
  #overflowed = false;
  #cancel: (() => void) | null = null;
  #appliedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: EventQueueOptions) {}

  push(event: DomainEvent): void {
    if (this.#paused && this.#events.length >= HELD_MAX) {
      this.#overflowed = true;
      return;
    }
    this.#events.push(event);
    if (this.#paused) this.options.onWaiting(this.#events.length);
    else this.#schedule();
  }

  setPaused(paused: boolean): void {
    if (paused) {
      this.flush();
      this.#paused = true;
      return;
    }
    this.#paused = false;
    this.flush();
    this.options.onWaiting(0);
    if (this.#overflowed) this.options.onOverflow();
    this.#overflowed = false;
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#paused || this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#appliedAt = performance.now();
    this.options.apply(events);
  }

  /** Drops the events that have not been applied yet. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#events = [];
    if (this.#paused) this.options.onWaiting(0);
    this.#overflowed = false;
  }

  #schedule(): void {
    if (this.#cancel) return;
    const run = () => this.flush();
    const pause = this.#appliedAt + BATCH_PAUSE_MS - performance.now();
    const timer = setTimeout(run, pause > 0 ? pause : FRAME_DEADLINE_MS);
    const frame = pause > 0 ? 0 : requestAnimationFrame(run);
    this.#cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }
}
