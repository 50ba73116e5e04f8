import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { type DomainEvent, parseEvent, type QueueName, queues } from '#libs/contracts';
import { runInContext } from '../request-context.js';

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

/** Adds events as the outbox holds them; one whose id is already queued (or done, while that is kept) is not added again. */
export async function enqueueEvents(queue: Queue, events: readonly QueuedEvent[]): Promise<void> {
  await queue.addBulk(
    events.map((event) => ({ name: event.name, data: event, opts: { jobId: event.id } })),
  );
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
    async (job: Job<unknown>) => {
      const event = parseEvent(job.data);
      await runInContext({ requestId: event.correlationId, actorId: event.actorId }, () =>
        handle(event),
      );
    },
    { connection: redis, concurrency: queues[name].concurrency },
  );
  return reporting(worker, name, onFailed);
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
    async (job: Job<unknown>) => {
      const { correlationId, actorId } = causeSchema.parse(job.data);
      await runInContext({ requestId: correlationId, actorId }, () => handle(job.name, job.data));
    },
    { connection: redis, concurrency: queues[name].concurrency },
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
