import type { DomainEvent } from '#libs/contracts';

/** Events that a pause can hold back; if there are more, the active queries are refetched when it ends. */
const HELD_MAX = 5_000;
/** Milliseconds after which a batch is applied although no frame was rendered, as in a hidden tab. */
const FRAME_DEADLINE_MS = 100;

export interface EventQueueOptions {
  readonly apply: (events: readonly DomainEvent[]) => void;
  readonly onWaiting: (count: number) => void;
  /** Events were dropped during a pause. */
  readonly onOverflow: () => void;
}

/** Batches events until the next frame, or until the user ends a pause. */
export class EventQueue {
  #events: DomainEvent[] = [];
  #paused = false;
  #overflowed = false;
  #cancel: (() => void) | null = null;

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
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, FRAME_DEADLINE_MS);
    this.#cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }
}
