/** How long to wait before something that failed is tried again: twice as long each time, up to a limit. */
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

  /** It succeeded: the next wait is the first again. */
  reset(): void {
    this.waitMs = this.firstMs;
  }
}
