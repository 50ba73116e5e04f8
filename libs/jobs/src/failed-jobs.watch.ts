import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { draft, LOGGER, type Logger, Outbox, REDIS, Recurring, Transactions } from '#libs/platform';
import { type FailedJob, FailedJobs } from './failed-jobs.service.js';

/** Milliseconds between two polls. */
const POLL_MS = 500;
/** Milliseconds that each poll looks back, so that failures during an outage are published too. */
const BACK_MS = 30 * 60_000;
/** Seconds for which Redis remembers a published failure; longer than `BACK_MS`. */
const REMEMBER_SECONDS = 3_600;

/**
 * Publishes every job that has failed for good, of any queue and process. It polls, because BullMQ's event stream
 * contains every step of every job, and a worker would read all of it to find the few failures.
 */
@Injectable()
export class FailedJobsWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly polling = new Recurring(
    POLL_MS,
    () => this.poll(),
    (err) => this.logger.error({ err }, 'failed jobs were not published'),
  );
  /** The failures that the last poll found. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly jobs: FailedJobs,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.polling.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.polling.stop();
  }

  private async poll(): Promise<void> {
    const failed = await this.jobs.failedSince(Date.now() - BACK_MS);
    for (const job of failed) if (!this.seen.has(markOf(job))) await this.publish(job);
    this.seen = new Set(failed.map(markOf));
  }

  private async publish(failed: FailedJob): Promise<void> {
    const { queue, id } = failed;
    const job = await this.jobs.failed(queue, id);
    // Does not publish a failed handler of `job.failed`, which would fail again without end.
    if (!job || job.name === 'job.failed') return;
    // Every worker process finds the job; the first one publishes it.
    const mark = markOf(failed);
    if ((await this.redis.set(mark, '1', 'EX', REMEMBER_SECONDS, 'NX')) === null) return;
    const aggregate = { id: `job:${queue}/${id}`, version: job.tries };
    try {
      await this.transactions.run((session) =>
        this.outbox.add(session, draft('job.failed', aggregate, { job })),
      );
    } catch (error) {
      // The next poll publishes the job.
      await this.redis.del(mark);
      throw error;
    }
  }
}

const markOf = ({ queue, id, failedAt }: FailedJob) => `failed-job:${queue}:${id}:${failedAt}`;
