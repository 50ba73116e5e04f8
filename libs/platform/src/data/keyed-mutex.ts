/**
 * Runs work on the same keys one at a time in this process, in order of arrival. Transactions that collide in the
 * database each cost a second run, and more waiters cause more collisions; behind the mutex each runs once. Other
 * processes still collide and the database still decides: this is for speed, not for safety.
 */
export class KeyedMutex {
  /** By key: settles when all work on it so far is done. */
  private readonly tails = new Map<string, Promise<void>>();

  /** Whether work on one of these keys would wait. */
  isHeld(keys: readonly string[]): boolean {
    return keys.some((key) => this.tails.has(key));
  }

  /** Runs `work` after all earlier work on any of these keys. */
  run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const unique = [...new Set(keys)];
    // All keys are queued for at once, so two callers cannot deadlock.
    const earlier = Promise.all(unique.flatMap((key) => this.tails.get(key) ?? []));
    const result = earlier.then(work);
    const release = () => {
      for (const key of unique) if (this.tails.get(key) === tail) this.tails.delete(key);
    };
    const tail = result.then(release, release);
    for (const key of unique) this.tails.set(key, tail);
    return result;
  }
}
