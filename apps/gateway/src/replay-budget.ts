/** Maximum number of events in one replay; a page that missed more fetches its screen again. */
export const REPLAY_MAX = 2_000;
/** The most that a socket may spend at once: two full replays, or many small ones while its page browses quickly. */
export const BUDGET_MAX = 2 * REPLAY_MAX;
/** Refill per second, in events. */
const REFILL_PER_SECOND = 50;
/** The cost of reading the replay window, in events. */
const READ_COST = 50;

/** A token bucket for one socket's replays: each event costs one, and reading the window as much as some events. */
export class ReplayBudget {
  private left = BUDGET_MAX;
  private filledAt: number;

  constructor(private readonly now: () => number = Date.now) {
    this.filledAt = now();
  }

  /** Pays for reading the window; false if the budget is too low. */
  takeRead(): boolean {
    return this.take(READ_COST);
  }

  takeEvents(count: number): boolean {
    return count <= REPLAY_MAX && this.take(count);
  }

  private take(cost: number): boolean {
    const now = this.now();
    const refill = ((now - this.filledAt) / 1_000) * REFILL_PER_SECOND;
    this.left = Math.min(BUDGET_MAX, this.left + Math.max(0, refill));
    this.filledAt = now;
    if (cost > this.left) return false;
    this.left -= cost;
    return true;
  }
}

/** Pages of a gateway that refetch their screens per second; each sends about five requests. */
const PAGES_PER_SECOND = 100;
const MIN_MS = 3_000;
/** A page that is stale for longer is worse than a busy minute. */
const MAX_MS = 60_000;

/** Milliseconds over which this many pages spread their refetches after a gap. */
export function spreadMs(pages: number): number {
  return Math.min(Math.max((pages / PAGES_PER_SECOND) * 1_000, MIN_MS), MAX_MS);
}
