import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import type { ClientSession } from '../data/transactions.js';
import { OUTBOX, type OutboxEntry } from './outbox.js';

/** Indexes of the outbox in builds before this one; one of them removes rows whether they were handled or not. */
const EARLIER_INDEXES = ['publishedAt_1', 'publishedAt_1__id_1'];

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
export class EarlierMarks implements OnApplicationBootstrap {
  constructor(
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
  ) {}

  onApplicationBootstrap(): void {
    for (const index of EARLIER_INDEXES) this.outbox.collection.dropIndex(index).catch(() => {}); // not there
  }

  /** The marks that there are of these handlers on rows of earlier builds, as `handler:event id`. */
  async of(
    session: ClientSession,
    rows: readonly OutboxEntry[],
    handlers: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const ids = marksFor(rows, handlers);
    if (ids.length === 0) return new Set();
    const found = await this.processed
      .find({ _id: { $in: ids } }, { _id: 1 })
      .session(session)
      .lean<Pick<ProcessedEvent, '_id'>[]>();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Marks rows of earlier builds. Rejects where another worker has marked one meanwhile. */
  async add(session: ClientSession, rows: readonly OutboxEntry[], handler: string): Promise<void> {
    const at = new Date();
    const marks = marksFor(rows, [handler]).map((_id) => ({ _id, at }));
    if (marks.length > 0) await this.processed.insertMany(marks, { session });
  }
}

function marksFor(rows: readonly OutboxEntry[], handlers: readonly string[]): string[] {
  return rows
    .filter(({ handled }) => handled === undefined)
    .flatMap(({ _id }) => handlers.map((handler) => `${handler}:${_id}`));
}
