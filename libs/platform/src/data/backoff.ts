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
