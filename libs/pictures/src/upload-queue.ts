import { currentContext, DomainError, type Principal } from '#libs/platform';

/** Uploads of one process that are under way, and of one user: one that is rendered and one that waits. */
const UPLOADS_MAX = 10;
const OF_USER_MAX = 2;
const RETRY_AFTER_S = 5;

/**
 * The budget of uploads. One picture is rendered at a time, because decoding needs much memory; few more may wait, and
 * none of them takes the place of another write.
 */
export class UploadQueue {
  private readonly ofUser = new Map<string, number>();
  private underWay = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** Reads the body and renders it when it is its turn; throws `RATE_LIMITED` at once where there are too many. */
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
