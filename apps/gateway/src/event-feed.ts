import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { audienceOf, type DomainEvent, type Position, parseEvent } from '#libs/contracts';
import {
  LOGGER,
  type LogEntry,
  type Logger,
  LogReader,
  type OpenedLog,
  WAITING_REDIS,
} from '#libs/platform';
import { type Delivery, REPLAYED_MAX, ReplayWindow } from './replay-window.js';

export interface FeedListener {
  readonly onEvent: (delivery: Delivery, position: Position) => void;
  /** Events may have been lost: pages have to read their screens again. */
  readonly onGap: () => void;
  /** An event that was in the log before this gateway read it. */
  readonly onHistory: (event: DomainEvent) => void;
}

/** Reads the log for the sockets of this gateway: each event once, and the newest again for pages that were away. */
@Injectable()
export class EventFeed implements BeforeApplicationShutdown {
  readonly window = new ReplayWindow();
  private reader: LogReader | undefined;
  private turns = 0;

  constructor(
    @Inject(WAITING_REDIS) private readonly waiting: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(listener: FeedListener): void {
    this.reader = new LogReader(
      this.waiting,
      this.logger,
      {
        onOpen: (log) => this.open(log, listener),
        onEntries: (entries) => {
          for (const entry of entries) this.deliver(entry, listener);
        },
        onCaughtUp: ({ clockAheadMs }) => {
          this.window.clockAheadMs = clockAheadMs;
        },
      },
      REPLAYED_MAX,
    );
    this.reader.start();
  }

  /** How many events this gateway has delivered. */
  get turn(): number {
    return this.turns;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reader?.close();
  }

  private open(log: OpenedLog, listener: FeedListener): void {
    this.window.open(log);
    for (const entry of log.history) {
      const delivery = this.parse(entry, 0);
      if (!delivery) continue;
      this.window.add(delivery);
      listener.onHistory(delivery.event);
    }
    if (log.isGap) listener.onGap();
  }

  private deliver(entry: LogEntry, listener: FeedListener): void {
    this.window.advance(entry.entryId);
    // Two processes may have appended it: its own, and the relay of a worker.
    if (this.window.has(entry.id)) return;
    const delivery = this.parse(entry, this.turns + 1);
    if (!delivery) return;
    this.turns = delivery.turn;
    this.window.add(delivery);
    listener.onEvent(delivery, this.window.position);
  }

  private parse({ entryId, json }: LogEntry, turn: number): Delivery | null {
    try {
      const event = parseEvent(JSON.parse(json));
      return { entryId, event, rooms: audienceOf(event), turn, bytes: json.length };
    } catch (error) {
      // An event of a newer build, while versions change: nobody here could read it.
      this.logger.warn({ err: error, entryId }, 'an event of the log was not understood');
      return null;
    }
  }
}
