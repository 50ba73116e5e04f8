const done = { status: 'fulfilled', value: undefined } as const;

/** For work that goes well or badly as a whole: how each of the items went. */
export async function allAlike<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<unknown>,
): Promise<PromiseSettledResult<void>[]> {
  const [outcome] = await Promise.allSettled([work(items)]);
  return items.map(() => (outcome.status === 'fulfilled' ? done : outcome));
}

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does what comes in the order in which it comes: at once where nothing is under way, and otherwise together with all
 * that has come meanwhile. The busier it is, the more share the cost of one turn.
 */
export class WorkTogether<Item> {
  private waiting: Waiting<Item>[] = [];
  private working = false;
  private endPause = () => {};

  /**
   * `work` says how each item went, in their order. Its turns have at most `most` items each, and begin at least
   * `pauseMs` apart unless so many wait.
   */
  constructor(
    private readonly work: (
      items: readonly Item[],
    ) => Promise<readonly PromiseSettledResult<void>[]>,
    private readonly pauseMs: number,
    private readonly most: number,
  ) {}

  /** Resolves once the item is done; rejects with what it failed with. */
  do(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.waiting.length >= this.most) this.endPause();
      if (!this.working) void this.takeTurns();
    });
  }

  private async takeTurns(): Promise<void> {
    this.working = true;
    while (this.waiting.length > 0) {
      const turn = this.waiting.splice(0, this.most);
      const pause = this.pause();
      const outcomes = await this.work(turn.map(({ item }) => item));
      turn.forEach(({ resolve, reject }, n) => {
        const outcome = outcomes[n];
        if (outcome?.status === 'fulfilled') resolve();
        else reject(outcome?.reason);
      });
      if (this.waiting.length < this.most) await pause;
    }
    this.working = false;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.pauseMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
