import type { ServerResponse } from 'node:http';

/** Share of the newest interval in the average. */
const NEWEST = 0.1;

interface Turn {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Requests that wait until there is room, in the order in which they came. */
export class WaitingLine {
  private readonly turns = new Map<ServerResponse, Turn>();
  /** Milliseconds between two turns, on average since somebody waits. */
  private everyMs = 0;
  private lastAt = 0;

  constructor(
    private readonly hasRoom: () => boolean,
    private readonly mostMs: number,
  ) {}

  get isEmpty(): boolean {
    return this.turns.size === 0;
  }

  /** Whether one more would probably wait for longer than it may. */
  get isTooLong(): boolean {
    return this.turns.size * this.everyMs > this.mostMs;
  }

  /** Calls `begin` when it is its turn, or `refuse` after the deadline; neither after {@link leave}. */
  wait(response: ServerResponse, begin: () => void, refuse: () => void): void {
    if (this.isEmpty) {
      this.everyMs = 0;
      this.lastAt = performance.now();
    }
    const timer = setTimeout(() => {
      this.leave(response);
      refuse();
    }, this.mostMs);
    this.turns.set(response, { begin, timer });
  }

  leave(response: ServerResponse): void {
    clearTimeout(this.turns.get(response)?.timer);
    this.turns.delete(response);
  }

  /** Gives turns while there is room. */
  advance(): void {
    for (const [response, { begin }] of this.turns) {
      if (!this.hasRoom()) return;
      this.leave(response);
      const now = performance.now();
      this.everyMs += (now - this.lastAt - this.everyMs) * NEWEST;
      this.lastAt = now;
      begin();
    }
  }
}
