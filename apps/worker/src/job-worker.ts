import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type JobName, jobNames, jobs, type QueueName, scheduleOf } from '#libs/contracts';
import {
  JobHandlers,
  LOGGER,
  type Logger,
  openQueue,
  REDIS,
  WAITING_REDIS,
  workJobs,
} from '#libs/platform';

/** Does the jobs that are no events, and sees that the scheduled ones come. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private workers: Worker[] = [];
  private scheduling: Promise<unknown> = Promise.resolve();
  private scheduleAll = () => {};

  constructor(
    private readonly handlers: JobHandlers,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.handlers.check();
    const names = new Map<QueueName, JobName[]>();
    for (const name of jobNames)
      names.set(jobs[name].queue, [...(names.get(jobs[name].queue) ?? []), name]);
    this.workers = [...names.keys()].map((queue) =>
      workJobs(
        queue,
        this.waiting,
        (name, data) => this.handlers.handle(name, data),
        (job, error) => this.logger.error({ err: error, job }, 'a job was not done'),
      ),
    );
    this.scheduleAll = () => {
      // Not awaited: a worker that starts while Redis is away waits for it, and works then.
      this.scheduling = this.scheduling
        .then(() => Promise.all([...names].map(([queue, own]) => this.schedule(queue, own))))
        .catch((error: unknown) => this.logger.error({ err: error }, 'no job could be scheduled'));
    };
    this.scheduleAll();
    // A Redis that comes back may have forgotten what it was told last.
    this.redis.on('ready', this.scheduleAll);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.redis.off('ready', this.scheduleAll);
    await this.scheduling;
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  /** Any number of workers may say the same; a schedule that is no longer in the table is taken away. */
  private async schedule(name: QueueName, own: readonly JobName[]): Promise<void> {
    const queue = openQueue(name, this.redis);
    for (const { key } of await queue.getJobSchedulers())
      if (!own.some((job) => job === key && scheduleOf(job))) await queue.removeJobScheduler(key);
    for (const job of own) {
      const pattern = scheduleOf(job);
      if (pattern) await queue.upsertJobScheduler(job, { pattern, tz: 'UTC' }, { name: job });
    }
    await queue.close();
  }
}
