import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { eventNames, hasHandlers } from '#libs/contracts';
import {
  Backoff,
  enqueueBatch,
  LOG_KEY,
  LOGGER,
  type Logger,
  Queues,
  REDIS,
  toLogEntry,
  WAITING_REDIS,
  within,
} from '#libs/platform';

/** The consumer group of all workers: one of them reads each entry of the log. */
const GROUP = 'dispatcher';
/** Maximum events per batch. */
const BATCH = 200;
/**
 * Milliseconds between batches, plus one per event of the previous batch. Under load, events that arrive meanwhile
 * are handled in one transaction, which costs little more than one for a single event; pages receive events from the
 * log and do not wait for it.
 */
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 250;
/** Milliseconds that a read waits for new entries. */
const BLOCK_MS = 1_000;
/** Milliseconds before a failed read is repeated: first and maximum. */
const RETRY_MS = 200;
const RETRY_MAX_MS = 5_000;
/** Batches that may wait in the queue; while that many do, events stay in the log, and the next batch is larger. */
const WAITING_MAX = 2;
/** Milliseconds that a shutdown waits for the current batch. */
const CLOSE_MS = 1_000;
/** Milliseconds between checks of a full queue. */
const FULL_MS = 20;
/** Milliseconds after which another worker claims entries that were read and not acknowledged. */
const ABANDONED_MS = 10_000;

const handled = new Set<string>(eventNames.filter(hasHandlers));
/** An entry that was trimmed after its first read has no fields. */
type Read = readonly (readonly [entryId: string, fields: readonly string[] | null])[];

/** Reads the log in one consumer group with all other workers, and queues the events that have handlers. */
@Injectable()
export class Dispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumer = randomUUID();
  private readonly reader: Redis;
  private readonly queue: Queue;
  private readonly backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  private claimedAt = 0;
  /** Entries that this worker has read may not have been queued, and are read again. */
  private isRepeating = false;
  /** The earliest time to read the next batch, by the monotonic clock. */
  private nextAt = 0;
  private stopped = false;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(WAITING_REDIS) waiting: Redis,
    queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = queues.of('domain-events');
    // A connection that blocks can send no other commands.
    this.reader = waiting.duplicate();
    this.reader.on('error', () => {}); // the failed read reports it
  }

  onApplicationBootstrap(): void {
    this.reading = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.reader.disconnect();
    // Finishes the current batch. A read would wait for a connection, hence the limit.
    await within(CLOSE_MS, this.reading, undefined);
    await this.deleteConsumer().catch(() => {}); // Redis is unavailable: others claim the pending entries
  }

  /** Keeps a consumer that has pending entries, which would be lost with it: another worker claims them. */
  private async deleteConsumer(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const pending = await this.redis.xpending(LOG_KEY, GROUP, '-', '+', 1, this.consumer);
    if (pending.length === 0) await this.redis.xgroup('DELCONSUMER', LOG_KEY, GROUP, this.consumer);
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.step();
        this.backoff.reset();
      } catch (error) {
        if (this.stopped) return;
        this.isRepeating = true;
        if (isNoGroup(error)) await this.createGroup().catch(() => {});
        else this.logger.error({ err: error }, 'events could not be dispatched');
        await delay(this.backoff.nextMs());
      }
    }
  }

  private async step(): Promise<void> {
    await this.waitForRoom();
    if (this.isRepeating) {
      const own = await this.read('0');
      await this.dispatch(own);
      this.isRepeating = own.length > 0;
      return;
    }
    await this.dispatch(await this.abandoned());
    // Node takes a negative pause for one of a millisecond, and warns.
    await delay(Math.max(0, this.nextAt - performance.now()));
    await this.dispatch(await this.read('>'));
  }

  /** Acknowledges the entries after queueing them. An entry that is read twice is handled once. */
  private async dispatch(read: Read): Promise<void> {
    if (read.length === 0) return;
    const ids = read.flatMap(([entryId, fields]) => {
      const entry = fields && toLogEntry(entryId, fields);
      return entry && handled.has(entry.name) ? entry.id : [];
    });
    await enqueueBatch(this.queue, ids);
    if (ids.length > 0)
      this.nextAt = performance.now() + Math.min(PAUSE_MAX_MS, PAUSE_MS + read.length);
    await this.redis.xack(LOG_KEY, GROUP, ...read.map(([entryId]) => entryId));
  }

  /** Reads new entries (`>`), or those that this worker has read and not acknowledged (`0`). */
  private async read(from: '>' | '0'): Promise<Read> {
    const answer = (await this.reader.xreadgroup(
      'GROUP',
      GROUP,
      this.consumer,
      'COUNT',
      BATCH,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      LOG_KEY,
      from,
    )) as [string, Read][] | null;
    return answer?.[0]?.[1] ?? [];
  }

  /** Entries that a killed worker had read and not acknowledged. */
  private async abandoned(): Promise<Read> {
    if (Date.now() - this.claimedAt < ABANDONED_MS) return [];
    this.claimedAt = Date.now();
    const [, read] = (await this.redis.xautoclaim(
      LOG_KEY,
      GROUP,
      this.consumer,
      ABANDONED_MS,
      '0',
      'COUNT',
      BATCH,
    )) as [string, Read];
    return read;
  }

  private async waitForRoom(): Promise<void> {
    while (!this.stopped && (await this.queue.getWaitingCount()) >= WAITING_MAX)
      await delay(FULL_MS);
  }

  /** Starts at the beginning of the log: if the group is missing, none of it has been dispatched. */
  private async createGroup(): Promise<void> {
    await this.redis.xgroup('CREATE', LOG_KEY, GROUP, '0', 'MKSTREAM');
  }
}

const isNoGroup = (error: unknown) => error instanceof Error && error.message.startsWith('NOGROUP');
