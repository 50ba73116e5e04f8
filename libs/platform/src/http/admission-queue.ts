import type { ServerResponse } from 'node:http';

/** Weight of the newest interval in the moving average. */
const NEWEST = 0.1;

interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Requests that wait for room: first in, first out. */
export class AdmissionQueue {
  private readonly queue = new Map<ServerResponse, Waiting>();
  /** Average milliseconds between admissions since the queue was last empty. */
  private everyMs = 0;
  private lastAt = 0;

  constructor(
    private readonly hasRoom: () => boolean,
    private readonly mostMs: number,
  ) {}

  get isEmpty(): boolean {
    return this.queue.size === 0;
  }

  /** Whether one more request would probably exceed the longest permitted wait. */
  get isTooLong(): boolean {
    return this.queue.size * this.everyMs > this.mostMs;
  }

  /** Calls `begin` once there is room for it, or `refuse` after the deadline; neither after {@link leave}. */
  wait(response: ServerResponse, begin: () => void, refuse: () => void): void {
    if (this.isEmpty) {
      this.everyMs = 0;
      this.lastAt = performance.now();
    }
    const timer = setTimeout(() => {
      this.leave(response);
      refuse();
    }, this.mostMs);
    this.queue.set(response, { begin, timer });
  }

  leave(response: ServerResponse): void {
    clearTimeout(this.queue.get(response)?.timer);
    this.queue.delete(response);
  }

  /** Admits requests while there is room. */
  admit(): void {
    for (const [response, { begin }] of this.queue) {
      if (!this.hasRoom()) return;
      this.leave(response);
      const now = performance.now();
      this.everyMs += (now - this.lastAt - this.everyMs) * NEWEST;
      this.lastAt = now;
      begin();
    }
  }
}
