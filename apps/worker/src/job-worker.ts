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

/** Milliseconds between two checks of the schedules: Redis can lose them. */
const SCHEDULES_MS = 20_000;

/** Works on the queues of all jobs that are not events, and keeps their schedules in Redis. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private workers: Worker[] = [];
  private timer: NodeJS.Timeout | undefined;
  private scheduling: Promise<unknown> | undefined;

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
        (job, error) => this.logger.error({ err: error, job }, 'a job failed'),
      ),
    );
    const schedule = () => {
      // Not awaited: a worker can start while Redis is unavailable.
      this.scheduling ??= Promise.all([...names].map(([queue, own]) => this.schedule(queue, own)))
        .catch((error: unknown) =>
          this.logger.error({ err: error }, 'the schedules could not be checked'),
        )
        .finally(() => {
          this.scheduling = undefined;
        });
    };
    schedule();
    this.timer = setInterval(schedule, SCHEDULES_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.scheduling;
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  /** Adds the schedules that are missing or have changed, and removes those that are no longer in the table. */
  private async schedule(name: QueueName, own: readonly JobName[]): Promise<void> {
    const queue = openQueue(name, this.redis);
    try {
      const wanted = new Map(own.flatMap((job) => [[job, scheduleOf(job)] as const]));
      const current = await queue.getJobSchedulers();
      for (const { key } of current)
        if (!wanted.get(key as JobName)) await queue.removeJobScheduler(key);
      for (const [job, pattern] of wanted)
        if (pattern && !current.some(({ key, pattern: known }) => key === job && known === pattern))
          await queue.upsertJobScheduler(job, { pattern, tz: 'UTC' }, { name: job });
    } finally {
      await queue.close();
    }
  }
}
