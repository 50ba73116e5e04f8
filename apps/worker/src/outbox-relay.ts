import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Redis } from 'ioredis';
import type { Model, Types } from 'mongoose';
import {
  type EntryId,
  EventLog,
  eventsIn,
  LOG_ENTRIES_MAX,
  LOGGER,
  type Logger,
  LogReader,
  lowestIdAt,
  type OpenedLog,
  OUTBOX,
  type OutboxEntry,
  Recurring,
  WAITING_REDIS,
} from '#libs/platform';
import { Reconciler } from './reconciler.js';
import { RelayWatermark } from './relay-watermark.js';

/** Milliseconds between comparisons. */
const EVERY_MS = 1_000;
/** Milliseconds after which a committed event should be in the log, since its commit appends it. */
const SETTLED_MS = 1_000;
/** Milliseconds for which the reader counts as caught up after a report, which comes once a second. */
const CAUGHT_UP_MS = 3_000;
/** How many milliseconds back every comparison goes; most transactions are much shorter. */
const RECENT_MS = 3_000;
/** How many milliseconds back a full comparison goes: longer than any transaction may live. */
const FULL_MS = 90_000;
/** Milliseconds between full comparisons. */
const FULL_EVERY_MS = 15_000;
/** Maximum number of missing rows to append; for more, it is cheaper if pages fetch their screens again. */
const MISSING_MAX = 2_000;
/** Ids per read, and rows per append. */
const PAGE = 5_000;
const APPEND_AT_ONCE = 200;

/**
 * Ensures that every committed event is in the log. A commit appends its events itself; the relay compares the outbox
 * rows with the log and appends what is missing because a process was killed or Redis was unavailable. The log has
 * all events of a row or none. Rows are not marked. Any number of relays may run, because readers recognise an event
 * by its id.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly reader: LogReader;
  /** The ids in the log and when each was seen, oldest first. */
  private readonly seen = new Map<string, number>();
  /** When the reader last reported that it has read the whole log. */
  private caughtUpAt = 0;
  /** All events before this time have been compared; milliseconds since 1970. */
  private comparedTo: number | undefined;
  /** Set when the log was opened: it has no events before this time, and older rows are still to be excluded. */
  private opensAt: number | undefined;
  /** When the last full comparison was made; 0 after an outage, whose rows only a full comparison reaches. */
  private fullAt = 0;
  private readonly comparing = new Recurring(
    EVERY_MS,
    () => this.compare(),
    (err) => {
      this.fullAt = 0;
      this.logger.error({ err }, 'the outbox could not be compared with the log');
    },
  );
  private stopped = false;

  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @Inject(WAITING_REDIS) waiting: Redis,
    private readonly log: EventLog,
    private readonly watermark: RelayWatermark,
    private readonly reconciler: Reconciler,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.reader = new LogReader(
      waiting,
      logger,
      {
        onOpen: (opened) => this.open(opened),
        onEntries: (entries) => {
          for (const { id } of entries) this.note(id);
        },
        onCaughtUp: () => {
          this.caughtUpAt = Date.now();
        },
      },
      LOG_ENTRIES_MAX,
    );
  }

  onApplicationBootstrap(): void {
    this.reader.start();
    this.comparing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.comparing.stop(), this.reader.close()]);
  }

  private open({ history, first, isGap }: OpenedLog): void {
    this.seen.clear();
    for (const { id } of history) this.note(id);
    this.opensAt = first ? timeOf(first) - RECENT_MS : 0;
    // Pages refetch after a gap, but lost events may still be unhandled.
    if (isGap) void this.reconciler.run(SETTLED_MS);
  }

  private note(id: string): void {
    this.seen.set(id, Date.now());
  }

  private async compare(): Promise<void> {
    const now = Date.now();
    if (now - this.caughtUpAt > CAUGHT_UP_MS) {
      this.fullAt = 0;
      return;
    }
    this.comparedTo ??= await this.watermark.read(now - FULL_MS);
    if (this.opensAt !== undefined) await this.exclude(this.opensAt, now - FULL_MS);
    const isFull = now - this.fullAt >= FULL_EVERY_MS;
    const from = isFull ? this.comparedTo : now - RECENT_MS;
    const missing = await this.missing(lowestIdAt(from), lowestIdAt(now - SETTLED_MS), MISSING_MAX);
    if (missing.length > MISSING_MAX) {
      this.logger.warn('too many events are missing in the log: pages fetch their screens again');
      await this.log.declareGap();
      return;
    }
    for (let at = 0; at < missing.length && !this.stopped; at += APPEND_AT_ONCE)
      if (!(await this.append(missing.slice(at, at + APPEND_AT_ONCE)))) return;
    this.forget(now - 2 * FULL_MS);
    if (!isFull) return;
    this.fullAt = now;
    this.comparedTo = Math.max(this.comparedTo, now - FULL_MS);
    await this.watermark.write(this.comparedTo);
  }

  /**
   * Excludes committed rows from before the log: they were trimmed after being read, or were lost in a gap, after
   * which pages fetch their screens again. A transaction that began before a gap may commit after it; its rows are
   * appended like all others.
   */
  private async exclude(before: number, longestAgo: number): Promise<void> {
    this.opensAt = undefined;
    const from = Math.max(this.comparedTo ?? 0, Math.min(before, longestAgo));
    for (const id of await this.missing(
      lowestIdAt(from),
      lowestIdAt(before),
      Number.POSITIVE_INFINITY,
    ))
      this.note(id.toString());
    this.comparedTo = from;
  }

  /** Ids of rows from `from` to before `to` that are not in the log, ascending; stops soon after `max`. */
  private async missing(
    from: Types.ObjectId,
    to: Types.ObjectId,
    max: number,
  ): Promise<Types.ObjectId[]> {
    const missing: Types.ObjectId[] = [];
    let last = from;
    for (;;) {
      const rows: Pick<OutboxEntry, '_id'>[] = await this.outbox
        .find({ _id: { $gte: last, $lt: to } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(PAGE)
        .lean<Pick<OutboxEntry, '_id'>[]>();
      for (const { _id } of rows) if (!this.seen.has(_id.toString())) missing.push(_id);
      const next = rows.at(-1)?._id;
      if (!next || rows.length < PAGE || missing.length > max || this.stopped) return missing;
      last = next;
    }
  }

  private async append(ids: readonly Types.ObjectId[]): Promise<boolean> {
    const rows = await this.outbox
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<OutboxEntry[]>();
    const events = rows.flatMap(eventsIn).filter(({ id }) => !this.seen.has(id));
    if (!(await this.log.append(events))) return false;
    for (const { id } of events) this.note(id);
    return true;
  }

  private forget(before: number): void {
    for (const [id, seenAt] of this.seen) {
      if (seenAt >= before) return;
      this.seen.delete(id);
    }
  }
}

const timeOf = (entry: EntryId) => Number(entry.split('-')[0]);
