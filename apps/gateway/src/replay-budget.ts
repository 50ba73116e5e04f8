/** Maximum number of events in one replay; a page that missed more fetches its screen again. */
export const REPLAY_MAX = 2_000;
/** What a socket may spend at once: two full replays, or many small ones of a page that is browsed quickly. */
export const BUDGET_MAX = 2 * REPLAY_MAX;
/** What it is given back in a second. */
const REFILL_PER_SECOND = 50;
/** The cost of reading the replay window, in events. */
const READ_COST = 50;

/** What one socket may have replayed: each event costs one, and reading the window costs as much as some events. */
export class ReplayBudget {
  private left = BUDGET_MAX;
  private filledAt: number;

  constructor(private readonly now: () => number = Date.now) {
    this.filledAt = now();
  }

  /** Pays for reading the window; false where nothing is left. */
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
