import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import { jobNames, jobs, type QueueDepths, scheduleOf } from '#libs/contracts';
import { REDIS } from '../data/redis.js';
import { Metrics, type Reading } from '../observability/metrics.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';
import { depthOf, Queues } from './queues.js';

/** Unhandled events are counted up to here; beyond it the exact number does not matter. */
const COUNTED_MAX = 10_000;

/** Milliseconds by which the next job of a schedule may be overdue: workers add it when they take the previous one. */
const OVERDUE_MS = 120_000;

type Depth = QueueDepths['queues'][number];

const secondsSince = (ms: number) => Math.max(0, (Date.now() - ms) / 1_000);

/**
 * Reports how many jobs wait in the queues and for how long, and the memory of Redis, which evicts nothing and so
 * refuses every write once it is full. Every process with Redis reports it, so that it is known even while the worker
 * is unavailable.
 */
@Injectable()
export class RedisMetrics {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly queues: Queues,
    metrics: Metrics,
  ) {
    metrics.read(
      'farmgate_queue_jobs',
      'Jobs in each queue, by state (waiting, active, delayed, failed).',
      ['queue', 'state'],
      () =>
        this.each(({ name: queue, waitingSince: _, ...states }) =>
          Object.entries(states).map(([state, value]) => ({ labels: { queue, state }, value })),
        ),
    );
    metrics.read(
      'farmgate_queue_oldest_waiting_seconds',
      'Age of the oldest job that waits to be taken; nought where none waits.',
      ['queue'],
      () =>
        this.each(({ name: queue, waitingSince: since }) => [
          { labels: { queue }, value: since ? secondsSince(Date.parse(since)) : 0 },
        ]),
    );
    metrics.read(
      'farmgate_schedule_missing',
      'Whether a scheduled job is not in Redis, or its next one is overdue by two minutes: 1, otherwise 0.',
      ['job'],
      () => this.schedules(),
    );
    metrics.read('farmgate_redis_memory_bytes', 'Memory that Redis uses.', [], () =>
      this.memory('used_memory'),
    );
    metrics.read(
      'farmgate_redis_memory_limit_bytes',
      'Memory that Redis may use (maxmemory); 0 without a limit.',
      [],
      () => this.memory('maxmemory'),
    );
  }

  private async each(readingsOf: (depth: Depth) => Reading[]): Promise<Reading[]> {
    const depths = await Promise.all(this.all().map(depthOf));
    return depths.flatMap(readingsOf);
  }

  private async schedules(): Promise<Reading[]> {
    const readings = await Promise.all(
      this.all().map(async (queue) => {
        const scheduled = jobNames.filter(
          (job) => jobs[job].queue === queue.name && scheduleOf(job),
        );
        const found = scheduled.length > 0 ? await queue.getJobSchedulers() : [];
        const onTime = new Set(
          found.flatMap(({ key, next = 0 }) => (next > Date.now() - OVERDUE_MS ? [key] : [])),
        );
        return scheduled.map((job) => ({ labels: { job }, value: onTime.has(job) ? 0 : 1 }));
      }),
    );
    return readings.flat();
  }

  private async memory(field: 'used_memory' | 'maxmemory'): Promise<Reading[]> {
    // A command would wait for Redis.
    if (this.redis.status !== 'ready') return [];
    const info = await this.redis.info('memory');
    const [, digits] = new RegExp(`^${field}:(\\d+)\\r?$`, 'm').exec(info) ?? [];
    return digits === undefined ? [] : [{ value: Number(digits) }];
  }

  /** None while Redis is unavailable: a command would wait for it. */
  private all(): readonly Queue[] {
    return this.redis.status === 'ready' ? this.queues.all() : [];
  }
}

/** Events that are committed but not yet handled by all their handlers. */
@Injectable()
export class OutboxMetrics {
  constructor(@InjectModel(OUTBOX) outbox: Model<OutboxEntry>, metrics: Metrics) {
    metrics.read(
      'farmgate_events_unhandled',
      `Events that are committed and not yet handled, counted up to ${COUNTED_MAX}.`,
      [],
      async () => [
        { value: await outbox.countDocuments({ handledAt: null }, { limit: COUNTED_MAX }) },
      ],
    );
    metrics.read(
      'farmgate_events_oldest_unhandled_seconds',
      'Age of the oldest event that is not yet handled; 0 where there is none.',
      [],
      async () => {
        const oldest = await outbox
          .findOne({ handledAt: null }, { occurredAt: 1 })
          .sort({ _id: 1 })
          .lean<Pick<OutboxEntry, 'occurredAt'>>();
        return [{ value: oldest ? secondsSince(oldest.occurredAt.getTime()) : 0 }];
      },
    );
  }
}
