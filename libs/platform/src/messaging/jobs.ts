import { Injectable } from '@nestjs/common';
import { type JobName, type JobPayload, jobs } from '#libs/contracts';
import { currentContext } from '../request-context.js';
import { Queues } from './queues.js';

export interface JobOptions {
  /** A job is not added if the queue still has one with this id. */
  readonly id?: string;
  /** Milliseconds before it may run. */
  readonly delayMs?: number;
}

/** Adds jobs to the queues. */
@Injectable()
export class Jobs {
  constructor(private readonly queues: Queues) {}

  /**
   * Adds a job, with the request that caused it. Waits while Redis is unavailable: a caller that must not wait does
   * not await it, and needs another way to find the work.
   */
  async add<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    { id, delayMs }: JobOptions = {},
  ): Promise<void> {
    const { requestId, actorId } = currentContext();
    await this.queues
      .of(jobs[name].queue)
      .add(
        name,
        { ...payload, correlationId: requestId, actorId },
        { ...(id && { jobId: id }), ...(delayMs && { delay: delayMs }) },
      );
  }
}
