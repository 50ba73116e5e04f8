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
