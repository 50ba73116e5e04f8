import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type DomainEvent, type EventName, parseEvent } from '#libs/contracts';
import type { ClientSession } from '../data/transactions.js';
import { PROCESSED_EVENT, type ProcessedEvent } from './event-handlers.js';
import { OUTBOX, type OutboxEntry, toQueuedEvent } from './outbox.js';

/** Events that are looked through at once. */
const BATCH = 1_000;

/** How far a consumer has come. A consumer is named `Class.method`, as `@OnEvent` remembers it. */
@Injectable()
export class EventProgress {
  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
  ) {}

  /**
   * Inside a transaction: the events that have happened and that the consumer has not dealt with. What the
   * transaction sees beside them is exact: an event is in the outbox with its change, and its mark is
   * committed with its effect.
   */
  async underWay(
    session: ClientSession,
    consumer: string,
    names: readonly EventName[],
  ): Promise<DomainEvent[]> {
    const found: DomainEvent[] = [];
    let last: Types.ObjectId | null = null;
    for (;;) {
      const entries: Pick<OutboxEntry, '_id'>[] = await this.outbox
        .find({ name: { $in: names }, ...(last && { _id: { $gt: last } }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .session(session)
        .lean();
      const marks = entries.map(({ _id }) => `${consumer}:${_id.toString()}`);
      const done = await this.processed
        .find({ _id: { $in: marks } }, { _id: 1 })
        .session(session)
        .lean<Pick<ProcessedEvent, '_id'>[]>();
      const known = new Set(done.map(({ _id }) => _id));
      const open = entries.filter((_, at) => !known.has(marks[at] ?? ''));
      if (open.length > 0) found.push(...(await this.read(session, open)));
      last = entries.at(-1)?._id ?? null;
      if (entries.length < BATCH || !last) return found;
    }
  }

  /** Inside a transaction: whether the consumer has dealt with the event. */
  async isDone(session: ClientSession, consumer: string, id: string): Promise<boolean> {
    const mark = await this.processed.exists({ _id: `${consumer}:${id}` }).session(session);
    return mark !== null;
  }

  /** Inside a transaction: the caller deals with the event, and the consumer will not be given it any more. */
  async markDone(session: ClientSession, consumer: string, id: string): Promise<void> {
    await this.processed.create([{ _id: `${consumer}:${id}`, at: new Date() }], { session });
  }

  /** Inside a transaction: whether the outbox still has the event. */
  async isKept(session: ClientSession, id: string): Promise<boolean> {
    return (await this.outbox.exists({ _id: new Types.ObjectId(id) }).session(session)) !== null;
  }

  private async read(
    session: ClientSession,
    entries: readonly Pick<OutboxEntry, '_id'>[],
  ): Promise<DomainEvent[]> {
    const whole = await this.outbox
      .find({ _id: { $in: entries.map(({ _id }) => _id) } })
      .session(session)
      .lean<OutboxEntry[]>();
    return whole.map((entry) => parseEvent(JSON.parse(JSON.stringify(toQueuedEvent(entry)))));
  }
}
