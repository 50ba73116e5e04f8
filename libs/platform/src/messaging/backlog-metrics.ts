import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import type { QueueDepths } from '#libs/contracts';
import { REDIS } from '../data/redis.js';
import { Metrics, type Reading } from '../observability/metrics.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';
import { depthOf, openQueues } from './queues.js';

/** Unhandled events are counted up to here: beyond it, the exact number says nothing more. */
const COUNTED_MAX = 10_000;

type Depth = QueueDepths['queues'][number];

const secondsSince = (ms: number) => Math.max(0, (Date.now() - ms) / 1_000);

/**
 * How many jobs wait in the queues and for how long. Every process with Redis reports it, so that it is known also
 * while the worker is unavailable.
 */
@Injectable()
export class QueueMetrics implements BeforeApplicationShutdown {
  /** Opened with the first scrape. */
  private open: readonly Queue[] | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
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
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all((this.open ?? []).map((queue) => queue.close()));
  }

  private async each(readingsOf: (depth: Depth) => Reading[]): Promise<Reading[]> {
    // While Redis is unavailable, a command would wait for it.
    if (this.redis.status !== 'ready') return [];
    this.open ??= openQueues(this.redis);
    const depths = await Promise.all(this.open.map(depthOf));
    return depths.flatMap(readingsOf);
  }
}

/** Events that are committed and not handled by all their handlers. */
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
