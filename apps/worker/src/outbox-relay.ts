import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import {
  enqueueEvents,
  LOGGER,
  type Logger,
  noteEvents,
  OUTBOX,
  OUTBOX_WAKE,
  type OutboxEntry,
  openQueue,
  REDIS,
  toQueuedEvent,
} from '#libs/platform';

/** Milliseconds between two looks at the outbox when nobody wakes the relay: finds what a crash left behind. */
const SWEEP_MS = 1_000;
/** Events that are handed over at once. */
const BATCH = 200;

/**
 * Puts committed events on their queues, at least once: an event is marked only after both queues have it,
 * and a queue knows an event by its id. Any number of relays may run.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues: Queue[];
  private readonly ears: Redis;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queues = [openQueue('realtime', redis), openQueue('domain-events', redis)];
    // A connection that listens can do nothing else.
    this.ears = redis.duplicate();
    this.ears.on('error', () => {});
  }

  async onApplicationBootstrap(): Promise<void> {
    this.ears.on('message', () => this.flush());
    await this.ears.subscribe(OUTBOX_WAKE);
    this.timer = setInterval(() => this.flush(), SWEEP_MS);
    this.flush();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.ears.disconnect();
    await this.flushing;
    await Promise.all(this.queues.map((queue) => queue.close()));
  }

  /** Hands over all that waits; a call during a run makes it look once more. */
  private flush(): void {
    this.again = true;
    this.flushing ??= this.drain()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'the outbox could not be relayed'),
      )
      .finally(() => {
        this.flushing = undefined;
      });
  }

  private async drain(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      const waiting = await this.outbox
        .find({ publishedAt: null })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean<OutboxEntry[]>();
      if (waiting.length === 0) continue;
      const events = waiting.map(toQueuedEvent);
      // What processes keep in memory is brought up to date before anybody is told.
      await noteEvents(this.redis, events);
      for (const queue of this.queues) await enqueueEvents(queue, events);
      await this.outbox.updateMany(
        { _id: { $in: waiting.map(({ _id }) => _id) } },
        { $set: { publishedAt: new Date() } },
      );
      this.again = true;
    }
  }
}
