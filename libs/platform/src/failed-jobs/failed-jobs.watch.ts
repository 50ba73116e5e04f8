import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { type QueueName, queues } from '#libs/contracts';
import { REDIS, WAITING_REDIS } from '../data/redis.js';
import { Transactions } from '../data/transactions.js';
import { LOGGER, type Logger } from '../logging.js';
import { draft, Outbox } from '../messaging/outbox.js';
import { FailedJobsModule } from './failed-jobs.controller.js';
import { FailedJobs } from './failed-jobs.service.js';

/** Seconds for which it is remembered that a failure was told. */
const REMEMBER_SECONDS = 3_600;

/** Tells the admins of every job that has given up, of whatever queue and process. */
@Injectable()
export class FailedJobsWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private ears: QueueEvents[] = [];

  constructor(
    private readonly jobs: FailedJobs,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.ears = (Object.keys(queues) as QueueName[]).map((name) => {
      const connection = this.waiting.duplicate();
      // What it says of Redis being away is heard by the ear below.
      connection.on('error', () => {});
      const ear = new QueueEvents(name, { connection });
      ear.on('failed', ({ jobId }) => {
        this.tell(name, jobId).catch((error: unknown) =>
          this.logger.error({ err: error, queue: name, job: jobId }, 'a failed job was not told'),
        );
      });
      ear.on('error', (error) => this.logger.error({ err: error, queue: name }, 'not listening'));
      return ear;
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.ears.map((ear) => ear.close()));
  }

  private async tell(queue: QueueName, id: string): Promise<void> {
    const job = await this.jobs.failed(queue, id);
    // Telling of a failure that is itself a failure to tell would never end.
    if (!job || job.name === 'job.failed') return;
    // Every worker process hears of it; one tells.
    const mark = `failed-job:${queue}:${id}:${job.failedAt ?? ''}`;
    if ((await this.redis.set(mark, '1', 'EX', REMEMBER_SECONDS, 'NX')) === null) return;
    const aggregate = { id: `job:${queue}/${id}`, version: job.tries };
    await this.transactions.run((session) =>
      this.outbox.add(session, draft('job.failed', aggregate, { job })),
    );
    this.outbox.wake();
  }
}

/** For the worker processes. */
@Module({ imports: [FailedJobsModule], providers: [FailedJobsWatch] })
export class FailedJobsWorkerModule {}
