/**
 * Lets work on the same things take turns in this process. Transactions that collide in the database cost a
 * second run each, and the more that wait for one thing the more collide; in a lane each runs once.
 * Other processes still collide, and the database still decides: lanes are for speed, not for safety.
 */
export class Lanes {
  private readonly tails = new Map<string, Promise<void>>();

  /** Runs `work` once all earlier work on any of these keys has ended, well or badly. */
  run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const lanes = [...new Set(keys)];
    // All lanes are joined in one go, so that no two runs can wait for each other.
    const turn = Promise.all(lanes.flatMap((key) => this.tails.get(key) ?? [])).then(work);
    const tail: Promise<void> = turn.then(
      () => this.leave(lanes, tail),
      () => this.leave(lanes, tail),
    );
    for (const key of lanes) this.tails.set(key, tail);
    return turn;
  }

  private leave(lanes: readonly string[], tail: Promise<void>): void {
    for (const key of lanes) if (this.tails.get(key) === tail) this.tails.delete(key);
  }
}
