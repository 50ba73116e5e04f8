/** Those that go together at the most: what they share is spread thin by then, and what fails is repeated one by one. */
const TOGETHER_MAX = 8;

/**
 * Lets work on the same things take turns in this process. Transactions that collide in the database cost a
 * second run each, and the more that wait for one thing the more collide; in a lane each runs once. Those that wait for
 * exactly the same things have their turn together, in the order in which they came.
 * Other processes still collide, and the database still decides: lanes are for speed, not for safety.
 */
export class Lanes<Work> {
  private readonly tails = new Map<string, Promise<void>>();
  /** By what they wait for: those to whom others may still come. */
  private readonly waiting = new Map<string, Work[]>();

  /** `go` does what has its turn together; it does not throw. */
  constructor(private readonly go: (together: readonly Work[]) => Promise<void>) {}

  /** Queues `work` behind all earlier work on any of these keys. */
  join(keys: readonly string[], work: Work): void {
    const lanes = [...new Set(keys)].toSorted();
    const name = lanes.join('\n');
    const others = this.waiting.get(name);
    if (others && others.length < TOGETHER_MAX) {
      others.push(work);
      return;
    }
    const together = [work];
    this.waiting.set(name, together);
    // All lanes are joined in one go, so that no two turns can wait for each other.
    const tail: Promise<void> = Promise.all(lanes.flatMap((key) => this.tails.get(key) ?? []))
      .then(() => {
        if (this.waiting.get(name) === together) this.waiting.delete(name);
        return this.go(together);
      })
      .then(() => this.leave(lanes, tail));
    for (const key of lanes) this.tails.set(key, tail);
  }

  private leave(lanes: readonly string[], tail: Promise<void>): void {
    for (const key of lanes) if (this.tails.get(key) === tail) this.tails.delete(key);
  }
}
