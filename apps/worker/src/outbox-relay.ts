import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model, Types } from 'mongoose';
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
  WAITING_REDIS,
} from '#libs/platform';

/** Milliseconds between two looks at the outbox when nobody wakes the relay: finds what a crash left behind. */
const SWEEP_MS = 1_000;
/** Milliseconds of its newest writes that Redis may lose when it dies: it saves once a second. */
const UNSAVED_MS = 5_000;
/** Events that are handed over at once. */
const BATCH = 200;
/** Jobs that may wait in a queue; then events wait in the outbox, where there is more room than in Redis. */
const QUEUE_MAX = 50_000;
/** Events that may wait to be marked; then handing over waits for that. */
const MARKING_MAX = 1_000;

/**
 * Puts committed events on their queues, at least once: an event is marked only after both queues have it,
 * and a queue knows an event by its id. What Redis may have lost when it went away is handed over again. Any
 * number of relays may run.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues: Queue[];
  private readonly ears: Redis;
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  private again = false;
  /** Events that are handed over and not yet marked. */
  private readonly marking = new Map<string, Types.ObjectId>();
  private readonly marks = new Set<Promise<void>>();
  private stopped = false;
  /** When Redis surely was there, in milliseconds. */
  private seenAt = Date.now();
  /** What was handed over from then on, or shortly before, Redis may have lost; null while it is there. */
  private lostAt: number | null = null;
  /** How often it has gone away. */
  private losses = 0;

  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queues = [openQueue('realtime', redis), openQueue('domain-events', redis)];
    // A connection that listens can do nothing else.
    this.ears = waiting.duplicate();
    this.ears.on('error', () => {});
  }

  async onApplicationBootstrap(): Promise<void> {
    this.ears.on('message', () => this.flush());
    // Not now: a process that stood still notices late.
    this.ears.on('close', () => {
      this.losses += 1;
      this.lostAt ??= this.seenAt;
    });
    await this.ears.subscribe(OUTBOX_WAKE);
    this.lostAt = await this.newestHandover();
    this.timer = setInterval(() => {
      this.look();
      this.flush();
    }, SWEEP_MS);
    this.flush();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.ears.disconnect();
    await this.flushing;
    await Promise.all(this.marks);
    await Promise.all(this.queues.map((queue) => queue.close()));
  }

  /** Asks Redis for a sign of life, on the connection whose end says that it is gone. */
  private look(): void {
    if (this.ears.status !== 'ready') return;
    const at = Date.now();
    this.ears.ping().then(
      () => {
        this.seenAt = at;
      },
      () => {}, // its end is heard of by itself
    );
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
      await this.doubt();
      const [waiting, depths] = await Promise.all([
        this.outbox
          .find({ publishedAt: null, _id: { $nin: [...this.marking.values()] } })
          .sort({ _id: 1 })
          .limit(BATCH)
          .lean<OutboxEntry[]>(),
        Promise.all(this.queues.map((queue) => queue.getWaitingCount())),
      ]);
      // the next look may find more room
      if (depths.some((depth) => depth > QUEUE_MAX)) return;
      if (waiting.length === 0) continue;
      const events = waiting.map(toQueuedEvent);
      // On one connection, so what processes keep in memory is brought up to date before anybody is told.
      await Promise.all([
        noteEvents(this.redis, events),
        ...this.queues.map((queue) => enqueueEvents(queue, events)),
      ]);
      // What is committed meanwhile need not wait for this write: it is the slowest step.
      const marked = this.mark(waiting.map(({ _id }) => _id));
      if (this.marking.size >= MARKING_MAX) await marked;
      this.again = true;
    }
  }

  /** Marks events as published; those that could not be marked are handed over again, and the queues know them. */
  private mark(ids: readonly Types.ObjectId[]): Promise<void> {
    for (const id of ids) this.marking.set(id.toString(), id);
    const marked = this.outbox
      .updateMany({ _id: { $in: ids } }, { $set: { publishedAt: new Date() } })
      .then(
        () => {},
        (error: unknown) => this.logger.error({ err: error }, 'events could not be marked'),
      )
      .finally(() => {
        for (const id of ids) this.marking.delete(id.toString());
        this.marks.delete(marked);
      });
    this.marks.add(marked);
    return marked;
  }

  /** What was handed over shortly before Redis went away waits again; the queues know what they still have. */
  private async doubt(): Promise<void> {
    if (this.lostAt === null || this.ears.status !== 'ready') return;
    const from = new Date(this.lostAt - UNSAVED_MS);
    const { losses } = this;
    // or one of them would say of an event, after this, that it is published
    await Promise.all(this.marks);
    await this.outbox.updateMany({ publishedAt: { $gte: from } }, { $set: { publishedAt: null } });
    // where the database was away too, or Redis has gone again, the next look doubts once more
    if (this.losses === losses) this.lostAt = null;
  }

  /** A relay that starts cannot know whether Redis went away with the one before it. */
  private async newestHandover(): Promise<number | null> {
    const newest = await this.outbox
      .findOne({ publishedAt: { $ne: null } }, { publishedAt: 1 })
      .sort({ publishedAt: -1 })
      .lean<Pick<OutboxEntry, 'publishedAt'>>();
    return newest?.publishedAt?.getTime() ?? null;
  }
}
