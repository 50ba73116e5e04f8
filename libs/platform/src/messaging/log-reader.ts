import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../logging.js';
import { Backoff } from '../timing.js';
import {
  compareEntryIds,
  type EntryId,
  LOG_KEY,
  type LogEntry,
  type LogState,
  readLogState,
  toLogEntry,
} from './event-log.js';

/** Entries per read. */
const READ_AT_ONCE = 500;
/** Milliseconds that a read waits for new entries. */
const BLOCK_MS = 1_000;
/** Milliseconds between checks of the log's epoch. */
const CHECK_MS = 1_000;
/** Milliseconds between checks for a connection. */
const CONNECT_MS = 50;
/** Milliseconds before a refused read is repeated: first and maximum. */
const RETRY_MS = 200;
const RETRY_MAX_MS = 5_000;

/** The log as a reader finds it when it begins to read. */
export interface OpenedLog extends LogState {
  /** The newest entries, oldest first: as many as the reader asked for. */
  readonly history: readonly LogEntry[];
  /** Every event after this entry is in `history`. */
  readonly historyFrom: EntryId;
  /** The newest entry; reading continues after it. */
  readonly last: EntryId;
  /** Whether entries were missed: false only when this reader opens a log for the first time. */
  readonly isGap: boolean;
}

export interface LogListener {
  readonly onOpen: (log: OpenedLog) => void;
  /** New entries, in their order. */
  readonly onEntries: (entries: readonly LogEntry[]) => void;
  /** The log cannot be read for now. Reading resumes where it stopped, or begins again with `onOpen`. */
  readonly onLost?: () => void;
  /** Everything in the log up to a moment ago has been read; called at least every {@link BLOCK_MS}. */
  readonly onCaughtUp?: (state: LogState) => void;
}

/**
 * Reads new entries of the log in order until it is closed. Every process has its own reader: nothing is shared,
 * nothing acknowledged. The reader opens the log again if Redis has trimmed past its position or lost entries.
 */
export class LogReader {
  private readonly redis: Redis;
  private state: LogState | undefined;
  /** The last entry that was read; undefined before the log is opened. */
  private last: EntryId | undefined;
  private isStale = true;
  private checkedAt = 0;
  private closed = false;
  private readonly backoff = new Backoff(RETRY_MS, RETRY_MAX_MS);
  private reading: Promise<void> = Promise.resolve();

  /** `waiting` is a connection to duplicate, because a blocked connection can do nothing else. */
  constructor(
    waiting: Redis,
    private readonly logger: Logger,
    private readonly listener: LogListener,
    /** How many of the newest entries `onOpen` receives. */
    private readonly historyMax = 0,
  ) {
    // A read fails with its connection, and is not repeated before the epoch check: it may be another log by then.
    this.redis = waiting.duplicate({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectionName: 'event-log-reader',
    });
    this.redis.on('error', () => {}); // a read that fails reports it
    this.redis.on('close', () => this.lose());
  }

  start(): void {
    this.reading = this.read();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.redis.disconnect();
    await this.reading;
  }

  private lose(): void {
    this.checkedAt = 0;
    if (!this.closed) this.listener.onLost?.();
  }

  private async read(): Promise<void> {
    while (!this.closed) {
      if (this.redis.status !== 'ready') {
        await delay(CONNECT_MS);
        continue;
      }
      try {
        await this.step();
        this.backoff.reset();
      } catch (error) {
        if (this.closed) return;
        this.lose();
        this.logger.warn({ err: error }, 'the event log could not be read');
        await delay(this.backoff.nextMs());
      }
    }
  }

  private async step(): Promise<void> {
    if (Date.now() - this.checkedAt >= CHECK_MS) await this.check();
    if (this.isStale) await this.open();
    await this.readNext();
  }

  /** Detects lost entries: by a new epoch, or by trimming. */
  private async check(): Promise<void> {
    const state = await readLogState(this.redis);
    const { last } = this;
    const isTrimmed = !last || !state.first || compareEntryIds(state.first, last) > 0;
    if (isTrimmed || this.state?.epoch !== state.epoch) this.isStale = true;
    this.state = state;
    this.checkedAt = Date.now();
  }

  private async open(): Promise<void> {
    if (!this.state) return;
    const count = Math.max(1, this.historyMax);
    const newest = await this.redis.xrevrange(LOG_KEY, '+', '-', 'COUNT', count);
    const history = this.historyMax > 0 ? toEntries(newest.toReversed()) : [];
    const last = (newest[0]?.[0] ?? '0-0') as EntryId;
    const historyFrom = (newest.at(-1)?.[0] ?? last) as EntryId;
    const isGap = this.last !== undefined;
    this.last = last;
    this.isStale = false;
    this.listener.onOpen({ ...this.state, history, historyFrom, last, isGap });
  }

  private async readNext(): Promise<void> {
    const { last, state } = this;
    if (!last || !state) return;
    const block = ['COUNT', READ_AT_ONCE, 'BLOCK', BLOCK_MS, 'STREAMS', LOG_KEY, last] as const;
    const found = (await this.redis.xread(...block))?.[0]?.[1] ?? [];
    const entries = toEntries(found);
    if (entries.length < found.length) {
      // A non-event entry begins a new epoch: events appended before it may be lost.
      this.isStale = true;
      this.checkedAt = 0;
      return;
    }
    if (entries.length > 0) this.listener.onEntries(entries);
    this.last = entries.at(-1)?.entryId ?? last;
    if (found.length < READ_AT_ONCE) this.listener.onCaughtUp?.(state);
  }
}

function toEntries(found: readonly (readonly [string, readonly string[]])[]): LogEntry[] {
  return found.flatMap(([entryId, fields]) => toLogEntry(entryId, fields) ?? []);
}
