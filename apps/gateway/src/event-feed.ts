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
import { type Delivery, ReplayWindow, WINDOW_MAX } from './replay-window.js';

export interface FeedListener {
  readonly onEvent: (delivery: Delivery, position: Position) => void;
  /** Events may have been lost: pages have to fetch their screens again. */
  readonly onGap: () => void;
  /** An event that was in the log before this gateway started to read it. */
  readonly onHistory: (event: DomainEvent) => void;
}

/** Reads the log for this gateway's sockets: delivers each event once, and keeps the newest for replay. */
@Injectable()
export class EventFeed implements BeforeApplicationShutdown {
  readonly window = new ReplayWindow();
  private reader: LogReader | undefined;
  private delivered = 0;

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
      WINDOW_MAX,
    );
    this.reader.start();
  }

  /** The sequence number of the newest delivery; 0 before the first. */
  get sequence(): number {
    return this.delivered;
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
    // The first time too: a socket may have connected while Redis was unavailable, and missed this history.
    listener.onGap();
  }

  private deliver(entry: LogEntry, listener: FeedListener): void {
    this.window.advance(entry.entryId);
    // An event can be in the log twice: appended by the process that committed it and by a worker's relay.
    if (this.window.has(entry.id)) return;
    const delivery = this.parse(entry, this.delivered + 1);
    if (!delivery) return;
    this.delivered = delivery.sequence;
    this.window.add(delivery);
    listener.onEvent(delivery, this.window.position);
  }

  private parse({ entryId, json }: LogEntry, sequence: number): Delivery | null {
    try {
      const event = parseEvent(JSON.parse(json));
      return { entryId, event, rooms: audienceOf(event), sequence, bytes: json.length };
    } catch (error) {
      // An event of a newer build during a rolling upgrade: the pages of this build cannot parse it either.
      this.logger.warn(
        { err: error, entryId },
        'skipped an event of the log that this build does not know',
      );
      return null;
    }
  }
}
