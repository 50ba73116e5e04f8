import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Model, Types } from 'mongoose';
import { isFollowed } from '#libs/contracts';
import {
  enqueueEvents,
  enqueueTelling,
  LOGGER,
  type Logger,
  listenToCommits,
  noteEvents,
  OUTBOX,
  type OutboxEntry,
  openQueue,
  type QueuedEvent,
  REDIS,
  toQueuedEvent,
  WAITING_REDIS,
} from '#libs/platform';

/** Milliseconds between two looks at the outbox: finds what a crash left behind, and what a lost message told of. */
const SWEEP_MS = 1_000;
/** Milliseconds for which more is waited for once a commit was heard of: gateways tell of it by then, and have the processors for that. */
const GATHER_MS = 10;
/** Milliseconds of its newest writes that Redis may lose when it dies: it saves once a second. */
const UNSAVED_MS = 5_000;
/** Milliseconds that one command about the outbox may take. */
const COMMAND_MS = 60_000;
/** Events that are handed over at once. */
const BATCH = 200;
/** Jobs that may wait in a queue; then events wait in the outbox, where there is more room than in Redis. */
const QUEUE_MAX = 50_000;
/** Milliseconds for which it is believed that there is room. */
const ROOM_MS = 1_000;
/** Events that may wait to be marked; then handing over waits for that. */
const MARKING_MAX = 1_000;
/** Milliseconds from one marking to the next: what is handed over meanwhile is marked by one write. */
const MARK_PAUSE_MS = 100;

/**
 * Puts committed events on their queues, at least once: an event is marked only after its queues have it, and workers
 * and gateways know an event by its id. What Redis may have lost when it went away is handed over again. Any
 * number of relays may run.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queues: readonly [realtime: Queue, followed: Queue];
  private readonly ears: Redis;
  private timer: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private flushing: Promise<void> | undefined;
  /** Whether to look at the outbox; before the first look there may be anything. */
  private again = false;
  /** Committed events that the relay was told of, in that order, and has not handed over. */
  private heard: QueuedEvent[] = [];
  /** Events that are handed over and not yet marked, with those that are being marked. */
  private readonly unmarked = new Map<string, Types.ObjectId>();
  private marking: Promise<void> | undefined;
  private isRoom = true;
  /** Until when it is believed that there is, in milliseconds. */
  private roomUntil = 0;
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
    // Not now: a process that stood still notices late.
    this.ears.on('close', () => {
      this.losses += 1;
      this.lostAt ??= this.seenAt;
    });
    await listenToCommits(this.ears, (events) => this.hear(events));
    this.lostAt = await this.newestHandover();
    this.timer = setInterval(() => {
      this.ping();
      this.look();
    }, SWEEP_MS);
    this.look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    clearTimeout(this.gathering);
    this.ears.disconnect();
    await this.flushing;
    await this.marking;
    await Promise.all(this.queues.map((queue) => queue.close()));
  }

  /** Asks Redis for a sign of life, on the connection whose end says that it is gone. */
  private ping(): void {
    if (this.ears.status !== 'ready') return;
    const at = Date.now();
    this.ears.ping().then(
      () => {
        this.seenAt = at;
      },
      () => {}, // its end is heard of by itself
    );
  }

  /** What a commit tells of need not be read. */
  private hear(events: readonly QueuedEvent[]): void {
    this.heard.push(...events);
    if (events.length === 0) this.look();
    else
      this.gathering ??= setTimeout(() => {
        this.gathering = undefined;
        this.flush();
      }, GATHER_MS);
  }

  /** Hands over all that the outbox holds. */
  private look(): void {
    this.again = true;
    this.flush();
  }

  private flush(): void {
    this.flushing ??= this.drain()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'the outbox could not be relayed'),
      )
      .finally(() => {
        this.flushing = undefined;
      });
  }

  private async drain(): Promise<void> {
    while ((this.again || this.heard.length > 0) && !this.stopped) {
      await this.doubt();
      const [events, isRoom] = await Promise.all([this.next(), this.hasRoom()]);
      if (!isRoom) {
        // the next look may find more room, and finds these
        this.heard = [];
        return;
      }
      if (events.length === 0) continue;
      await this.handOver(events);
      // What is committed meanwhile need not wait for this write: it is the slowest step.
      this.mark(events);
      if (this.unmarked.size >= MARKING_MAX) await this.marking;
    }
  }

  /** What was heard of; or the oldest in the outbox, and then what was heard of before is among them, or behind them. */
  private async next(): Promise<QueuedEvent[]> {
    if (!this.again) return this.heard.splice(0, BATCH).filter(({ id }) => !this.unmarked.has(id));
    this.again = false;
    this.heard = [];
    const entries = await this.oldest();
    // Of what comes from here on, its commit tells.
    if (entries.length === BATCH) this.again = true;
    return entries.map(toQueuedEvent);
  }

  /** The oldest events that nobody has handed over. Read as they are: no class of Mongoose's is made of them. */
  private oldest(): Promise<OutboxEntry[]> {
    return this.outbox.collection
      .find<OutboxEntry>(
        { publishedAt: null, _id: { $nin: [...this.unmarked.values()] } },
        { sort: { _id: 1 }, limit: BATCH, maxTimeMS: COMMAND_MS },
      )
      .toArray();
  }

  private async handOver(events: readonly QueuedEvent[]): Promise<void> {
    const [realtime, followed] = this.queues;
    // On one connection, so what processes keep in memory is brought up to date before anybody is told.
    await Promise.all([
      noteEvents(this.redis, events),
      enqueueTelling(realtime, events),
      enqueueEvents(
        followed,
        events.filter(({ name }) => isFollowed(name)),
      ),
    ]);
  }

  /** Whether the queues are short enough, or were within the last second. */
  private async hasRoom(): Promise<boolean> {
    if (this.isRoom && Date.now() < this.roomUntil) return true;
    const lengths = await Promise.all(this.queues.map((queue) => queue.getWaitingCount()));
    this.isRoom = lengths.every((length) => length <= QUEUE_MAX);
    this.roomUntil = Date.now() + ROOM_MS;
    return this.isRoom;
  }

  /** Marks events as published, soon; those that could not be marked are handed over again, and the queues know them. */
  private mark(events: readonly QueuedEvent[]): void {
    for (const { id } of events) this.unmarked.set(id, new Types.ObjectId(id));
    this.marking ??= this.markAll().finally(() => {
      this.marking = undefined;
    });
  }

  private async markAll(): Promise<void> {
    while (this.unmarked.size > 0) {
      const ids = [...this.unmarked.values()];
      const pause = this.stopped ? null : later(MARK_PAUSE_MS);
      await this.outbox.collection
        .updateMany(
          { _id: { $in: ids } },
          { $set: { publishedAt: new Date() } },
          { maxTimeMS: COMMAND_MS },
        )
        .catch((error: unknown) => this.logger.error({ err: error }, 'events could not be marked'));
      for (const id of ids) this.unmarked.delete(id.toString());
      await pause;
    }
  }

  /** What was handed over shortly before Redis went away waits again; the queues know what they still have. */
  private async doubt(): Promise<void> {
    if (this.lostAt === null || this.ears.status !== 'ready') return;
    const from = new Date(this.lostAt - UNSAVED_MS);
    const { losses } = this;
    // or one of them would say of an event, after this, that it is published
    await this.marking;
    await this.outbox.updateMany({ publishedAt: { $gte: from } }, { $set: { publishedAt: null } });
    this.again = true;
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

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
