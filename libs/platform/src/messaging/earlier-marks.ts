import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import { Migrations } from '../data/migrations.js';
import type { ClientSession } from '../data/transactions.js';
import type { StoredEvent } from './event-log.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';

/** Indexes of the outbox in builds before this one; one of them removes rows whether they were handled or not. */
const EARLIER_INDEXES = ['publishedAt_1', 'publishedAt_1__id_1', 'handledAt_1__id_1'];
/** Milliseconds for which those builds kept a row that was published. */
const EARLIER_KEEP_MS = 7 * 86_400_000;

/** The migration that records on rows of the build before which handlers have handled them; never renamed. */
export const EARLIER_ROWS = 'handlers-on-outbox-rows';

/** An event as a job of an earlier build holds it: it may be none that can be read. */
export type EarlierEvent = Pick<StoredEvent, 'id' | 'occurredAt'>;

/** Names under which the first builds recorded what one handler does today: each event had one of them. */
const FIRST_NAMES: Readonly<Record<string, readonly string[] | undefined>> = {
  'AnalyticsProcessor.project': [
    'AnalyticsProcessor.countUser',
    'AnalyticsProcessor.countActiveUsers',
    'AnalyticsProcessor.countOrder',
    'AnalyticsProcessor.adjustRevenue',
    'AnalyticsProcessor.countProduct',
    'AnalyticsProcessor.countStock',
  ],
};

/** That a handler has handled an event; `_id` is `Class.method:event id`. */
export interface ProcessedEvent {
  _id: string;
  at: Date;
}
export const PROCESSED_EVENT = 'ProcessedEvent';
export const processedEventSchema = new Schema<ProcessedEvent>(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true, expires: 30 * 86_400 },
  },
  { collection: 'processedEvents', versionKey: false },
);

/**
 * Builds before this one marked handled events in a collection of their own, and their rows in the outbox have no
 * `handled`. For those rows both builds keep to these marks, so that each event is handled once while both run.
 */
@Injectable()
export class EarlierMarks implements OnModuleInit {
  constructor(
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    private readonly migrations: Migrations,
  ) {}

  /**
   * Removes what the build before would have removed, before anything is handled: marks expire, too, and a row that
   * outlives its marks would be handled again.
   */
  async onModuleInit(): Promise<void> {
    if (!(await this.migrations.isDone(EARLIER_ROWS)))
      await this.outbox.deleteMany({
        handled: { $exists: false },
        publishedAt: { $lte: new Date(Date.now() - EARLIER_KEEP_MS) },
      });
    for (const index of EARLIER_INDEXES)
      await this.outbox.collection.dropIndex(index).catch(() => {}); // not there
  }

  /** The marks that there are of these handlers on rows of earlier builds, as `handler:event id`. */
  async of(
    session: ClientSession,
    rows: readonly OutboxEntry[],
    handlers: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const today = new Map(
      handlers.flatMap((handler) =>
        [handler, ...(FIRST_NAMES[handler] ?? [])].map((name) => [name, handler] as const),
      ),
    );
    const ids = marksFor(rows, [...today.keys()]);
    if (ids.length === 0) return new Set();
    const found = await this.processed
      .find({ _id: { $in: ids } }, { _id: 1 })
      .session(session)
      .lean<Pick<ProcessedEvent, '_id'>[]>();
    return new Set(
      found.map(({ _id }) => {
        const [name = '', id = ''] = _id.split(':');
        return `${today.get(name) ?? name}:${id}`;
      }),
    );
  }

  /** Marks rows of earlier builds. Rejects where another worker has marked one meanwhile. */
  async add(session: ClientSession, rows: readonly OutboxEntry[], handler: string): Promise<void> {
    const at = new Date();
    const marks = marksFor(rows, [handler]).map((_id) => ({ _id, at }));
    if (marks.length > 0) await this.processed.insertMany(marks, { session });
  }

  /**
   * Stores an event as the build before did, unless it is there: its job outlives the row of one that has failed. A row
   * that is about to expire is kept.
   */
  async keep({ id, occurredAt, ...event }: EarlierEvent): Promise<void> {
    const row = { ...event, occurredAt: new Date(occurredAt) };
    await this.outbox.collection.updateOne(
      { _id: new Types.ObjectId(id) },
      { $setOnInsert: row, $set: { publishedAt: new Date() } },
      { upsert: true },
    );
  }
}

function marksFor(rows: readonly OutboxEntry[], handlers: readonly string[]): string[] {
  return rows
    .filter(({ handled }) => handled === undefined)
    .flatMap(({ _id }) => handlers.map((handler) => `${handler}:${_id}`));
}
