import { Backoff } from './data/backoff.js';

export interface RecurringOptions {
  /** Milliseconds from the end of a run to the next. */
  readonly everyMs: number;
  /** The same after runs that failed: twice as long each time, up to this; absent where it makes no difference. */
  readonly retryMaxMs?: number;
  readonly onError: (error: unknown) => void;
}

/** Does work again and again, one run at a time, until it is stopped. */
export class Recurring {
  private readonly backoff: Backoff;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly options: RecurringOptions,
  ) {
    const { everyMs, retryMaxMs = everyMs } = options;
    this.backoff = new Backoff(everyMs, retryMaxMs);
  }

  /** Begins the first run after that many milliseconds. */
  start(inMs = this.options.everyMs): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run();
    }, inMs);
  }

  /** Resolves once a run that has begun is over; no other begins. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
      this.backoff.reset();
      this.start();
    } catch (error) {
      this.options.onError(error);
      this.start(this.backoff.nextMs());
    }
  }
}
