import { currentContext, DomainError, type Principal } from '#libs/platform';

/** Maximum number of concurrent uploads per process, and per user: one being rendered and one waiting. */
const UPLOADS_MAX = 10;
const OF_USER_MAX = 2;
const RETRY_AFTER_S = 5;

/**
 * Limits concurrent uploads. Renders one picture at a time, because decoding needs much memory; a few more may wait
 * without occupying the slots of other writes.
 */
export class UploadQueue {
  private readonly ofUser = new Map<string, number>();
  private underWay = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** Reads the body and renders it in turn; throws `RATE_LIMITED` at once if there are too many uploads. */
  async run<Result>(
    { userId }: Pick<Principal, 'userId'>,
    read: () => Promise<Buffer>,
    render: (bytes: Buffer) => Promise<Result>,
  ): Promise<Result> {
    const own = this.ofUser.get(userId) ?? 0;
    if (this.underWay >= UPLOADS_MAX || own >= OF_USER_MAX)
      throw new DomainError('RATE_LIMITED', 'Too many pictures at once; please send it again', {
        details: { retryAfter: RETRY_AFTER_S },
      });
    this.underWay += 1;
    this.ofUser.set(userId, own + 1);
    const resume = currentContext().pause?.();
    try {
      const bytes = await read();
      const rendered = this.last.then(() => render(bytes));
      this.last = rendered.catch(() => {});
      return await rendered;
    } finally {
      resume?.();
      this.underWay -= 1;
      const left = (this.ofUser.get(userId) ?? 1) - 1;
      if (left > 0) this.ofUser.set(userId, left);
      else this.ofUser.delete(userId);
    }
  }
}
