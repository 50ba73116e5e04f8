/**
 * The result of `work`, or `otherwise` after `ms` milliseconds, while `work` continues. A result that arrived while
 * this process was busy still counts: timers run before arrived data is read.
 */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Result>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, otherwise), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Repeats work, one run at a time, until it is stopped. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    /** Milliseconds from the end of a run to the next. */
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
    /** A run failed; the next one tries again. */
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Begins the first run after `inMs` milliseconds. */
  start(inMs = this.everyMs): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.work()
        .then(() => {}, this.onError)
        .then(() => this.start());
    }, inMs);
  }

  /** Resolves once the current run is over; no other begins. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}

/** Exponential backoff: each wait is twice the previous one, up to a limit. */
export class Backoff {
  private waitMs: number;

  constructor(
    private readonly firstMs: number,
    private readonly maxMs: number,
  ) {
    this.waitMs = firstMs;
  }

  /** The next wait in milliseconds. */
  nextMs(): number {
    const ms = this.waitMs;
    this.waitMs = Math.min(ms * 2, this.maxMs);
    return ms;
  }

  /** After a success: the next wait is the first one again. */
  reset(): void {
    this.waitMs = this.firstMs;
  }
}
