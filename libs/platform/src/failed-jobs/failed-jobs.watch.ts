import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../data/redis.js';
import { Transactions } from '../data/transactions.js';
import { LOGGER, type Logger } from '../logging.js';
import { draft, Outbox } from '../messaging/outbox.js';
import { FailedJobsModule } from './failed-jobs.controller.js';
import { type FailedJob, FailedJobs } from './failed-jobs.service.js';

/** Milliseconds between two looks. */
const LOOK_MS = 500;
/** Milliseconds back that each look goes: what failed while nobody looked is told, too. */
const BACK_MS = 30 * 60_000;
/** Seconds for which it is remembered that a failure was told; longer than that. */
const REMEMBER_SECONDS = 3_600;

/**
 * Tells the admins of every job that has given up, of whatever queue and process. It looks instead of listening: BullMQ
 * says every step of every job, and to hear the few that fail a worker would have to read them all.
 */
@Injectable()
export class FailedJobsWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** What the last look has seen. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly jobs: FailedJobs,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      // one look at a time: while an engine is away they would pile up
      this.looking ??= this.look()
        .catch((error: unknown) => this.logger.error({ err: error }, 'failed jobs were not told'))
        .finally(() => {
          this.looking = undefined;
        });
    }, LOOK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    const failed = await this.jobs.failedSince(Date.now() - BACK_MS);
    for (const job of failed) if (!this.seen.has(markOf(job))) await this.tell(job);
    this.seen = new Set(failed.map(markOf));
  }

  private async tell(failed: FailedJob): Promise<void> {
    const { queue, id } = failed;
    const job = await this.jobs.failed(queue, id);
    // Telling of a failure that is itself a failure to tell would never end.
    if (!job || job.name === 'job.failed') return;
    // Every worker process sees it; one tells.
    const mark = markOf(failed);
    if ((await this.redis.set(mark, '1', 'EX', REMEMBER_SECONDS, 'NX')) === null) return;
    const aggregate = { id: `job:${queue}/${id}`, version: job.tries };
    try {
      await this.transactions.run((session) =>
        this.outbox.add(session, draft('job.failed', aggregate, { job })),
      );
    } catch (error) {
      // the next look tells
      await this.redis.del(mark);
      throw error;
    }
  }
}

const markOf = ({ queue, id, failedAt }: FailedJob) => `failed-job:${queue}:${id}:${failedAt}`;

/** For the worker processes. */
@Module({ imports: [FailedJobsModule], providers: [FailedJobsWatch] })
export class FailedJobsWorkerModule {}
