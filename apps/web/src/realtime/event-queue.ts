import type { DomainEvent } from '#libs/contracts';

/** Events that a pause can hold back; if there are more, the active queries are refetched when it ends. */
const HELD_MAX = 5_000;
/** Milliseconds after which a batch is applied in any case: in a hidden tab, which renders no frames, or during a long press. */
const DEADLINE_MS = 300;

export interface EventQueueOptions {
  readonly apply: (events: readonly DomainEvent[]) => void;
  /** Whether the next frame has something more urgent to show; asked in each frame. */
  readonly mustWait: () => boolean;
  readonly onWaiting: (count: number) => void;
  /** Events were dropped during a pause. */
  readonly onOverflow: () => void;
}

/** Batches events until the next frame that has nothing more urgent to show, or until the user ends a pause. */
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
    let frame = 0;
    const waitForFrame = () => {
      frame = requestAnimationFrame(() => (this.options.mustWait() ? waitForFrame() : run()));
    };
    waitForFrame();
    const timer = setTimeout(run, DEADLINE_MS);
    this.#cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }
}
