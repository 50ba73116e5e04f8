import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import {
  EVENT_BATCH,
  eventJobSchema,
  type JobName,
  jobNames,
  jobs,
  type QueueName,
  scheduleOf,
} from '#libs/contracts';
import {
  EventHandlers,
  isDatabaseFailure,
  JobHandlers,
  LOGGER,
  type Logger,
  Queues,
  Recurring,
  WAITING_REDIS,
  workQueue,
} from '#libs/platform';

/** Milliseconds between checks of the schedules, which Redis can lose. */
const SCHEDULES_MS = 20_000;

/** Runs the workers of all queues: handles events, runs jobs, and maintains the job schedules in Redis. */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private workers: Worker[] = [];
  private readonly schedules = new Recurring(
    SCHEDULES_MS,
    () => Promise.all(this.queues.all().map((queue) => this.schedule(queue))),
    (err) => this.logger.error({ err }, 'the schedules could not be checked'),
  );

  constructor(
    private readonly eventHandlers: EventHandlers,
    private readonly jobHandlers: JobHandlers,
    private readonly queues: Queues,
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.eventHandlers.check();
    this.jobHandlers.check();
    this.workers = this.queues.all().map(({ name }) => this.work(name as QueueName));
    // Not awaited: a worker can start while Redis is unavailable.
    this.schedules.start(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.schedules.stop();
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private work(queue: QueueName): Worker {
    return workQueue(
      queue,
      this.waiting,
      (job) =>
        queue === 'domain-events'
          ? this.handleEvents(job)
          : this.jobHandlers.handle(job.name, job.data),
      (job, error) => this.logger.error({ err: error, job }, 'a job failed'),
    );
  }

  /** Splits a failed batch into one job per event, so that one failing event does not hold up the others. */
  private async handleEvents({ name, data }: Job<unknown>): Promise<void> {
    const { ids } = eventJobSchema.parse(data);
    if (name !== EVENT_BATCH) {
      for (const id of ids) await this.eventHandlers.handleEach(id);
      return;
    }
    try {
      await this.eventHandlers.handle(ids);
    } catch (error) {
      if (isDatabaseFailure(error)) throw error;
      const open = await this.eventHandlers.openEvents(ids);
      // An event that already has its own job in the queue, even a failed one, is not added.
      await this.queues.of('domain-events').addBulk(
        open.map(({ id, name: event }) => ({
          name: event,
          data: { ids: [id] },
          opts: { jobId: id },
        })),
      );
    }
  }

  /** Adds missing or changed schedules, and removes those that are no longer declared. */
  private async schedule(queue: Queue): Promise<void> {
    const own = jobNames.filter((job) => jobs[job].queue === queue.name);
    const wanted = new Map(own.map((job) => [job, scheduleOf(job)]));
    const current = await queue.getJobSchedulers();
    for (const { key } of current)
      if (!wanted.get(key as JobName)) await queue.removeJobScheduler(key);
    for (const [job, pattern] of wanted)
      if (pattern && !current.some(({ key, pattern: known }) => key === job && known === pattern))
        await queue.upsertJobScheduler(job, { pattern, tz: 'UTC' }, { name: job });
  }
}
