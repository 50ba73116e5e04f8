import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import {
  beginningOf,
  EVENT_BATCH,
  type QueueDepths,
  type QueueName,
  queues,
} from '#libs/contracts';
import { engineFailureOf, isDatabaseFailure } from '../data/engine-failure.js';
import { REDIS } from '../data/redis.js';
import { AwaitedEventError } from '../errors.js';
import { observeJob } from '../observability/observe.js';
import { runInContext } from '../request-context.js';
import { Backoff } from '../timing.js';
import { againInMs, waitingAtMost } from './awaited-event.js';

/**
 * Milliseconds after which another worker takes over a killed worker's job. Workers renew the locks of their jobs
 * twice as often.
 */
const LOCK_MS = 10_000;
/** How often a job may be taken over before it counts as failed. */
const STALLED_MAX = 5;
/**
 * Milliseconds before a job is retried after an engine failure: first and maximum. The maximum bounds how long
 * handlers stay idle after the engine has recovered.
 */
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 5_000;

/** Maximum bytes of a job's data: jobs hold ids, so a queue's memory is bounded by its number of jobs. */
const JOB_BYTES_MAX = 16 * 1024;
/** Maximum characters of a failed job's error, which may name every field of a large event. */
const ERROR_MAX = 1_500;

const queueNames = Object.keys(queues) as QueueName[];

/** Opens a queue to add jobs to. */
export function openQueue(name: QueueName, redis: Redis): Queue {
  const { attempts, backoffMs, keepCompleted, keepFailed } = queues[name];
  const queue = new Queue(name, {
    connection: redis,
    // Workers check it. A queue that checked while Redis does not respond would refuse every job from then on.
    skipVersionCheck: true,
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      removeOnComplete: keepCompleted,
      removeOnFail: keepFailed,
      sizeLimit: JOB_BYTES_MAX,
      // Only the newest attempt's, because the others are alike.
      stackTraceLimit: 1,
    },
  });
  queue.on('error', () => {}); // commands that fail report it
  return queue;
}

/** The queues of this process, each opened at its first use. */
@Injectable()
export class Queues implements OnApplicationShutdown {
  private readonly open = new Map<QueueName, Queue>();

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  of(name: QueueName): Queue {
    const queue = this.open.get(name) ?? openQueue(name, this.redis);
    this.open.set(name, queue);
    return queue;
  }

  all(): Queue[] {
    return queueNames.map((name) => this.of(name));
  }

  /** After the workers, because a running job may add another one. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
  }
}

export async function depthOf(queue: Queue): Promise<QueueDepths['queues'][number]> {
  const name = queue.name as QueueName;
  const states = ['waiting', 'active', 'delayed', 'failed'] as const;
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts(...states);
  const [oldest] = waiting > 0 ? await queue.getJobs(['waiting'], 0, 0, true) : [];
  const waitingSince = oldest ? new Date(oldest.timestamp).toISOString() : null;
  return { name, waiting, waitingSince, active, delayed, failed };
}

/** Adds one job for a batch of events, in their order. */
export async function enqueueBatch(queue: Queue, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await queue.add(EVENT_BATCH, { ids });
}

/**
 * Runs a job. While the database fails, the job is delayed without counting an attempt: otherwise an outage that
 * outlasts all attempts would end with a failed job for every event. So is a job that waits for another event.
 */
function delayedWhereItMustWait(work: (job: Job<unknown>) => Promise<void>) {
  const backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  return async (job: Job<unknown>, token?: string): Promise<void> => {
    try {
      await work(job);
      backoff.reset();
    } catch (error) {
      const waits = error instanceof AwaitedEventError;
      if (!waits && !isDatabaseFailure(error)) throw shortened(error);
      await job.moveToDelayed(Date.now() + (waits ? againInMs(job) : backoff.nextMs()), token);
      throw new DelayedError();
    }
  };
}

/** Shortens the error that a failed job stores in Redis. */
function shortened(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message, stack = '' } = error;
  if (message.length <= ERROR_MAX && stack.length <= 2 * ERROR_MAX) return error;
  const short = new Error(`${beginningOf(message, ERROR_MAX)} …`, { cause: error });
  short.name = error.name;
  const calls = stack.slice(stack.lastIndexOf(message) + message.length);
  short.stack = `${short.name}: ${short.message}${beginningOf(calls, ERROR_MAX)}`;
  return short;
}

/** The cause that a job carries besides its payload; scheduled jobs and batches of events have none. */
const causeSchema = z.object({
  correlationId: z.string().default('schedule'),
  actorId: z.string().nullable().default(null),
});

/** Starts a worker that runs each job in the context of its cause. `onFailed` is called for each failed attempt. */
export function workQueue(
  name: QueueName,
  redis: Redis,
  work: (job: Job<unknown>) => Promise<void>,
  onFailed: (job: string, error: Error) => void,
): Worker {
  const worker = new Worker(
    name,
    delayedWhereItMustWait((job) => {
      const { correlationId, actorId } = causeSchema.parse(job.data);
      return runInContext({ requestId: correlationId, actorId }, () =>
        observeJob(name, job.name, () => waitingAtMost(job, () => work(job))),
      );
    }),
    {
      connection: redis,
      concurrency: queues[name].concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      maxStalledCount: STALLED_MAX,
    },
  );
  worker.on('failed', (job, error) =>
    onFailed(`${job?.name ?? 'unknown'} ${job?.id ?? ''}`, error),
  );
  pauseWhileRefused(worker);
  worker.on('error', (error) => onFailed(name, error));
  return worker;
}

/** BullMQ asks for the next job immediately after Redis has refused it; this pauses the worker, longer each time. */
function pauseWhileRefused(worker: Worker): void {
  const backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  let timer: NodeJS.Timeout | undefined;
  worker.on('active', () => backoff.reset());
  worker.on('drained', () => backoff.reset());
  worker.on('closing', () => clearTimeout(timer));
  worker.on('error', (error) => {
    if (worker.closing || worker.isPaused() || engineFailureOf(error)?.engine !== 'redis') return;
    void worker.pause(true);
    timer = setTimeout(() => void worker.resume(), backoff.nextMs());
  });
}
