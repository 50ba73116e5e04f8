import { CommandError } from '../errors.js';

const expired = () => new CommandError(50, 'operation exceeded time limit');

/**
 * The remaining time of a command with `maxTimeMS`. A cursor keeps the rest for its later batches; the time between
 * batches does not count.
 */
export class TimeLimit {
  private deadline: number;
  private left = 0;

  constructor(ms: number) {
    this.deadline = performance.now() + ms;
  }

  /** Throws MaxTimeMSExpired if the time is over. */
  check(): void {
    if (performance.now() > this.deadline) throw expired();
  }

  /** Waits for `what`; throws MaxTimeMSExpired if the time is over first. */
  async wait(what: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(expired()), Math.max(0, this.deadline - performance.now()));
    });
    try {
      await Promise.race([what, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Pauses the clock. */
  rest(): void {
    this.left = this.deadline - performance.now();
  }

  goOn(): void {
    this.deadline = performance.now() + this.left;
  }
}
