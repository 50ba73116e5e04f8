import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import {
  type DomainEvent,
  parseEvent,
  type QueueDepths,
  type QueueName,
  queues,
  tellingSchema,
} from '#libs/contracts';
import { isDatabaseUnavailable } from '../data/database-unavailable.js';
import { observeJob } from '../observability/observe.js';
import { runInContext } from '../request-context.js';

/**
 * What a process was working on when it was killed goes to another one after this; one that only is busy is asked
 * for a sign of life twice as often. Milliseconds.
 */
const LOCK_MS = 10_000;
/** How often a job may have been in the hands of a process that was killed before it counts as failed. */
const LOST_MAX = 5;
/** Milliseconds after which a job is tried again for which the database was away. */
const AWAY_MS = 1_000;

/** Name of the jobs of the queue `realtime`. */
const TELL = 'events.tell';
/** Events of such a job, at the most: a gateway does nothing else while it reads one. */
const TOLD_TOGETHER = 20;

/** An event on its way to a queue; whoever takes it from there parses it. */
export type QueuedEvent = Omit<DomainEvent, 'payload'> & { readonly payload: unknown };

/** The queue of that name, to add events to. */
export function openQueue(name: QueueName, redis: Redis): Queue {
  const { attempts, backoffMs, keepCompleted, keepFailed } = queues[name];
  return new Queue(name, {
    connection: redis,
    defaultJobOptions: {
      attempts,
      backoff: { type: 'exponential', delay: backoffMs },
      removeOnComplete: keepCompleted,
      removeOnFail: keepFailed,
    },
  });
}

/** How many jobs of a queue are in which state now. */
export async function depthOf(
  name: QueueName,
  queue: Queue,
): Promise<QueueDepths['queues'][number]> {
  const states = ['waiting', 'active', 'delayed', 'failed'] as const;
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts(...states);
  return { name, waiting, active, delayed, failed };
}

/** Adds events as the outbox holds them; one whose id is already queued (or done, while that is kept) is not added again. */
export async function enqueueEvents(queue: Queue, events: readonly QueuedEvent[]): Promise<void> {
  await queue.addBulk(
    events.map((event) => ({ name: event.name, data: event, opts: { jobId: event.id } })),
  );
}

/**
 * Adds events for the gateways to tell, in their order. Those that come together are one job, which costs the queue as
 * much as one event would; what is added twice comes twice.
 */
export async function enqueueTelling(queue: Queue, events: readonly QueuedEvent[]): Promise<void> {
  const added: Promise<unknown>[] = [];
  for (let from = 0; from < events.length; from += TOLD_TOGETHER) {
    const data: z.input<typeof tellingSchema> = {
      events: events.slice(from, from + TOLD_TOGETHER),
    };
    // Mostly it is one: to add it alone costs less than a bulk. One connection keeps to the order of several.
    added.push(queue.add(TELL, data));
  }
  await Promise.all(added);
}

/**
 * Works off the queue `realtime`: `tell` is given the events of a job in their order. One that is not understood fails
 * the job after the others are told, so they come again with its next try.
 */
export function workTelling(
  redis: Redis,
  tell: (events: readonly DomainEvent[]) => Promise<void>,
  onFailed: (event: string, error: Error) => void,
): Worker {
  const worker = new Worker(
    'realtime',
    async ({ data }: Job<unknown>) => {
      const { understood, errors } = parsed(tellingSchema.parse(data).events);
      const told = tell(understood);
      // Measured and traced as if each had been told by itself.
      const observed = understood.map((event) =>
        runInContext({ requestId: event.correlationId, actorId: event.actorId }, () =>
          observeJob('realtime', event.name, () => told),
        ),
      );
      await Promise.all([told, ...observed]);
      if (errors.length > 0) throw errors[0];
    },
    workerOptions('realtime', redis),
  );
  return reporting(worker, 'realtime', onFailed);
}

function parsed(events: readonly unknown[]): { understood: DomainEvent[]; errors: unknown[] } {
  const understood: DomainEvent[] = [];
  const errors: unknown[] = [];
  for (const event of events)
    try {
      understood.push(parseEvent(event));
    } catch (error) {
      errors.push(error);
    }
  return { understood, errors };
}

/** Works off a queue: parses each event and runs `handle` in the context of the request that caused it. */
export function workQueue(
  name: QueueName,
  redis: Redis,
  handle: (event: DomainEvent) => Promise<void>,
  onFailed: (event: string, error: Error) => void,
): Worker {
  const worker = new Worker(
    name,
    patiently((job) => {
      const event = parseEvent(job.data);
      const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
      return runInContext({ requestId: event.correlationId, actorId: event.actorId, isLast }, () =>
        observeJob(name, event.name, () => handle(event)),
      );
    }),
    workerOptions(name, redis),
  );
  return reporting(worker, name, onFailed);
}

/**
 * Does a job. One for which the database is away waits, and that counts as no try: a database that is away for
 * longer than all tries together would otherwise leave behind a failed job for everything that happened.
 */
function patiently(work: (job: Job<unknown>) => Promise<void>) {
  return async (job: Job<unknown>, token?: string): Promise<void> => {
    try {
      await work(job);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await job.moveToDelayed(Date.now() + AWAY_MS, token);
      throw new DelayedError();
    }
  };
}

function workerOptions(name: QueueName, redis: Redis) {
  const { concurrency } = queues[name];
  const lost = { lockDuration: LOCK_MS, stalledInterval: LOCK_MS / 2, maxStalledCount: LOST_MAX };
  return { connection: redis, concurrency, ...lost };
}

/** What every job carries beside its payload; a scheduled one was caused by nobody. */
const causeSchema = z.object({
  correlationId: z.string().default('schedule'),
  actorId: z.string().nullable().default(null),
});

/** Works off a queue of jobs that are no events, each in the context of what caused it. */
export function workJobs(
  name: QueueName,
  redis: Redis,
  handle: (job: string, data: unknown) => Promise<void>,
  onFailed: (job: string, error: Error) => void,
): Worker {
  const worker = new Worker(
    name,
    patiently((job) => {
      const { correlationId, actorId } = causeSchema.parse(job.data);
      return runInContext({ requestId: correlationId, actorId }, () =>
        observeJob(name, job.name, () => handle(job.name, job.data)),
      );
    }),
    workerOptions(name, redis),
  );
  return reporting(worker, name, onFailed);
}

function reporting(
  worker: Worker,
  name: QueueName,
  onFailed: (job: string, error: Error) => void,
): Worker {
  worker.on('failed', (job, error) =>
    onFailed(`${job?.name ?? 'unknown'} ${job?.id ?? ''}`, error),
  );
  worker.on('error', (error) => onFailed(name, error));
  return worker;
}
