import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Model, Types } from 'mongoose';
import {
  Backoff,
  enqueueBatch,
  LOGGER,
  type Logger,
  lowestIdAt,
  OUTBOX,
  type OutboxEntry,
  Queues,
} from '#libs/platform';

const EVERY_MS = 60_000;
/** Milliseconds before a failed run is repeated: first and maximum. */
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
/** Milliseconds after which an event without a handler's mark counts as lost. */
const LOST_MS = 120_000;
/** The same at a worker's start: Redis may have lost its queues while none ran, as after a restore. */
const AT_START_MS = 1_000;
/** Events per job. */
const BATCH = 50;
/** Jobs that may wait; while there are more, requeueing is deferred to the next run. */
const WAITING_MAX = 50;

/**
 * Requeues every event that was not handled in time, because Redis can lose its job, but the outbox cannot. Any
 * number of workers may run it, because an event is handled once.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: Queue;
  private readonly backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  private next: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = queues.of('domain-events');
  }

  onApplicationBootstrap(): void {
    void this.run(AT_START_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.next);
    await this.running;
  }

  /** Requeues unhandled events older than `olderThanMs`. Runs do not overlap. */
  run(olderThanMs = LOST_MS): Promise<void> {
    this.running = this.running
      .then(() => this.requeue(Date.now() - olderThanMs))
      .then(() => {
        this.backoff.reset();
        this.schedule(LOST_MS, EVERY_MS);
      })
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'reconciling events failed');
        this.schedule(olderThanMs, this.backoff.nextMs());
      });
    return this.running;
  }

  private schedule(olderThanMs: number, inMs: number): void {
    clearTimeout(this.next);
    if (!this.stopped) this.next = setTimeout(() => void this.run(olderThanMs), inMs);
  }

  private async requeue(before: number): Promise<void> {
    const end = lowestIdAt(before);
    let last: Types.ObjectId | undefined;
    while (!this.stopped) {
      if ((await this.queue.getWaitingCount()) > WAITING_MAX) return;
      const rows: Pick<OutboxEntry, '_id'>[] = await this.outbox
        .find({ handledAt: null, _id: { $lt: end, ...(last && { $gt: last }) } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<Pick<OutboxEntry, '_id'>[]>();
      await enqueueBatch(
        this.queue,
        rows.map(({ _id }) => _id.toString()),
      );
      last = rows.at(-1)?._id;
      if (rows.length < BATCH) return;
    }
  }
}
