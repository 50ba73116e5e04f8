import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import * as z from 'zod';
import { Audit } from '#libs/audit';
import {
  eventJobSchema,
  jobIdSchema,
  type ListedJobState,
  type QueueDepths,
  type QueueJob,
  type QueueJobDetail,
  type QueueJobsPage,
  type QueueJobsQuery,
  type QueueName,
  queues,
  type RetriedJobs,
  toTotal,
} from '#libs/contracts';
import {
  DomainError,
  decodeCursor,
  depthOf,
  encodeCursor,
  OUTBOX,
  type OutboxEntry,
  type Principal,
  Queues,
  REDIS,
  Transactions,
  toStoredEvent,
} from '#libs/platform';
import { toQueueJob, toQueueJobDetail } from './job-view.js';

/** Maximum number of jobs that one call retries. */
const RETRY_MAX = 1_000;
const names = Object.keys(queues) as QueueName[];

/** The cursor of a list: the score of its last job in the queue's sorted set, as Redis formats it, and its id. */
const cursorSchema = z.tuple([z.string().regex(/^\d+(\.\d+)?(e\+?\d+)?$/), jobIdSchema]);

/** A job that has failed for good; `failedAt` in milliseconds since 1970. */
export interface FailedJob {
  readonly queue: QueueName;
  readonly id: string;
  readonly failedAt: number;
}

/** The jobs of all queues: lists them, retries failed and delayed ones, and discards them. */
@Injectable()
export class FailedJobs {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly queues: Queues,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
  ) {}

  async depths(): Promise<QueueDepths> {
    return { queues: await Promise.all(this.queues.all().map(depthOf)) };
  }

  /** The jobs of all queues that have failed since `ms` (milliseconds since 1970) and were not retried. */
  async failedSince(ms: number): Promise<FailedJob[]> {
    const found = await Promise.all(
      names.map(async (queue) => {
        const key = this.queues.of(queue).toKey('failed');
        const rows = await this.redis.zrangebyscore(key, ms, '+inf', 'WITHSCORES');
        return Array.from({ length: rows.length / 2 }, (_, at) => ({
          queue,
          id: rows[2 * at] ?? '',
          failedAt: Number(rows[2 * at + 1]),
        }));
      }),
    );
    return found.flat();
  }

  /** Newest first. A job that is removed between two pages does not make a page skip another job. */
  async list({ queue: name, state, cursor, limit }: QueueJobsQuery): Promise<QueueJobsPage> {
    const queue = this.queues.of(name);
    const key = queue.toKey(state);
    const start = cursor ? await this.rankAfter(key, cursor) : 0;
    const [found, total] = await Promise.all([
      this.redis.zrevrange(key, start, start + limit, 'WITHSCORES'),
      this.redis.zcard(key),
    ]);
    const entries = Array.from({ length: found.length / 2 }, (_, at) => ({
      id: found[2 * at] ?? '',
      score: found[2 * at + 1] ?? '',
    }));
    const shown = entries.slice(0, limit);
    const jobs = await Promise.all(shown.map(({ id }) => Job.fromId(queue, id)));
    const last = shown.at(-1);
    return {
      jobs: jobs.flatMap((job) => (job ? [toQueueJob(name, job, state)] : [])),
      nextCursor: entries.length > limit && last ? encodeCursor([last.score, last.id]) : null,
      total: toTotal(total),
    };
  }

  /** Throws `JOB_NOT_FOUND`. */
  async get(name: QueueName, id: string): Promise<QueueJobDetail> {
    const { job, state } = await this.find(name, id);
    return toQueueJobDetail(name, job, state, await this.dataOf(name, job));
  }

  /** The data of a job. Jobs of `domain-events` contain ids only, so their events are read from the outbox. */
  private async dataOf(name: QueueName, job: Job): Promise<unknown> {
    const rows = await this.outbox
      .find({ _id: { $in: eventIdsOf(name, job) } })
      .lean<OutboxEntry[]>();
    // Outbox rows expire; a job of the previous build contains the whole event.
    return rows.length > 0 ? { events: rows.map(toStoredEvent) } : (job.data as unknown);
  }

  /**
   * Retries a failed job with all its attempts, or runs a delayed job now. Does nothing in any other state, so a
   * repeated call has no further effect. Throws `JOB_NOT_FOUND`.
   */
  async retry(actor: Principal, name: QueueName, id: string): Promise<QueueJobDetail> {
    await this.transactions.run(async (session) => {
      const { job, state } = await this.find(name, id);
      if (state !== 'failed' && state !== 'delayed') return;
      await this.audit.add(session, {
        actor,
        action: 'job.retried',
        target: { type: 'job', id: `${name}/${id}`, name: null },
        before: { state, job: job.name, tries: job.attemptsMade },
        after: { state: 'waiting' },
        reason: null,
      });
      if (state === 'delayed') await job.promote();
      else await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    });
    return this.get(name, id);
  }

  /**
   * Removes a failed or delayed job and marks its events as handled, or the reconciler would requeue them. Throws
   * `JOB_NOT_FOUND` and `JOB_STATE_INVALID`.
   */
  async discard(actor: Principal, name: QueueName, id: string): Promise<QueueJobDetail> {
    return this.transactions.run(async (session) => {
      const { job, state } = await this.find(name, id);
      if (state !== 'failed' && state !== 'delayed') throw new DomainError('JOB_STATE_INVALID');
      await this.audit.add(session, {
        actor,
        action: 'job.discarded',
        target: { type: 'job', id: `${name}/${id}`, name: null },
        before: { state, job: job.name, tries: job.attemptsMade },
        after: {},
        reason: null,
      });
      await this.outbox.updateMany(
        { _id: { $in: eventIdsOf(name, job) }, handledAt: null },
        { $set: { handledAt: new Date() } },
        { session },
      );
      await job.remove();
      return toQueueJobDetail(name, job, state);
    });
  }

  /** Retries up to a thousand failed jobs of a queue, oldest first. */
  async retryAll(actor: Principal, name: QueueName): Promise<RetriedJobs> {
    const queue = this.queues.of(name);
    return this.transactions.run(async (session) => {
      const ids = await this.redis.zrange(queue.toKey('failed'), 0, `${RETRY_MAX - 1}`);
      if (ids.length === 0) return { retried: 0 };
      await this.audit.add(session, {
        actor,
        action: 'queue.retried',
        target: { type: 'job', id: name, name: null },
        before: { failed: ids.length },
        after: { failed: 0 },
        reason: null,
      });
      let retried = 0;
      for (const id of ids) {
        const job: Job | undefined = await Job.fromId(queue, id);
        // Another admin may have retried it meanwhile.
        if (!job || !(await job.isFailed())) continue;
        await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
        retried += 1;
      }
      return { retried };
    });
  }

  /** A job that has failed for good; null if it was retried or discarded meanwhile. */
  async failed(name: QueueName, id: string): Promise<QueueJob | null> {
    const job: Job | undefined = await Job.fromId(this.queues.of(name), id);
    return job && (await job.isFailed()) ? toQueueJob(name, job, 'failed') : null;
  }

  private async find(
    name: QueueName,
    id: string,
  ): Promise<{ job: Job; state: ListedJobState | 'waiting' | 'active' | 'completed' }> {
    const job: Job | undefined = await Job.fromId(this.queues.of(name), id);
    if (!job) throw new DomainError('JOB_NOT_FOUND');
    const state = await job.getState();
    if (state === 'unknown') throw new DomainError('JOB_NOT_FOUND');
    const known = state === 'prioritized' || state === 'waiting-children' ? 'waiting' : state;
    return { job, state: known };
  }

  /** The rank of the first job after a cursor, even if the cursor's own job was removed. */
  private async rankAfter(key: string, cursor: string): Promise<number> {
    const [score, id] = decodeCursor(cursor, cursorSchema);
    const rank = await this.redis.zrevrank(key, id);
    return rank === null ? this.redis.zcount(key, `(${score}`, '+inf') : rank + 1;
  }
}

/** The ids of the outbox rows that a job of `domain-events` handles; none for other queues. */
function eventIdsOf(name: QueueName, { data }: Job): readonly string[] {
  const parsed = eventJobSchema.safeParse(data);
  return name === 'domain-events' && parsed.success ? parsed.data.ids : [];
}
