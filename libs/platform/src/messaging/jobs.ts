import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type JobName, type JobPayload, jobs, type QueueName } from '#libs/contracts';
import { REDIS } from '../data/redis.js';
import { currentContext } from '../request-context.js';
import { openQueue } from './queues.js';

/** When and under which name a job is done. */
export interface JobOptions {
  /** A job whose id the queue still knows is not added again. */
  readonly id?: string;
  /** Milliseconds to wait before it is done. */
  readonly delayMs?: number;
}

/** Adds jobs to the queues. */
@Injectable()
export class Jobs implements OnApplicationShutdown {
  private readonly queues = new Map<QueueName, Queue>();

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Adds a job, with the request that causes it. Waits while Redis is unavailable: a caller that must not wait does not
   * await it, and has another way to find the work.
   */
  async add<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    { id, delayMs }: JobOptions = {},
  ): Promise<void> {
    const { requestId, actorId } = currentContext();
    await this.queueOf(name).add(
      name,
      { ...payload, correlationId: requestId, actorId },
      { ...(id && { jobId: id }), ...(delayMs && { delay: delayMs }) },
    );
  }

  private queueOf(name: JobName): Queue {
    const { queue: queueName } = jobs[name];
    const open = this.queues.get(queueName);
    if (open) return open;
    const queue = openQueue(queueName, this.redis);
    this.queues.set(queueName, queue);
    return queue;
  }

  /** After the workers: a job that is being done may add another one. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }
}
