import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type DomainEvent, type EventName, parseEvent } from '#libs/contracts';
import type { ClientSession } from '../data/transactions.js';
import { PROCESSED_EVENT, type ProcessedEvent } from './event-handlers.js';
import { OUTBOX, type OutboxEntry, toQueuedEvent } from './outbox.js';

/** Events that are looked through at once. */
const BATCH = 1_000;
/** Longer than any transaction lives, and than the clocks of two processes differ. */
const SETTLED_MS = 5 * 60_000;

type Known = Pick<OutboxEntry, '_id'>;

/** How far a consumer has come. A consumer is named `Class.method`, as `@OnEvent` remembers it. */
@Injectable()
export class EventProgress {
  constructor(
    @InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>,
    @InjectModel(PROCESSED_EVENT) private readonly processed: Model<ProcessedEvent>,
  ) {}

  /** A line between events: what has an id before it is committed by now or never will be. */
  settled(): Types.ObjectId {
    return Types.ObjectId.createFromTime(Math.floor((Date.now() - SETTLED_MS) / 1_000));
  }

  /**
   * The events before the line that the consumer has not dealt with. In no transaction, because it may have to look
   * through days: what is dealt with stays so, and what is not is looked at again ({@link open}).
   */
  async openBefore(
    line: Types.ObjectId,
    consumer: string,
    names: readonly EventName[],
  ): Promise<DomainEvent[]> {
    const found: DomainEvent[] = [];
    let last: Types.ObjectId | null = null;
    for (;;) {
      const entries: Known[] = await this.outbox
        .find({ name: { $in: names }, _id: { ...(last && { $gt: last }), $lt: line } }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean();
      const ids = entries.map(({ _id }) => _id.toString());
      const done = await this.doneOf(null, consumer, ids);
      found.push(
        ...(await this.read(
          null,
          ids.filter((id) => !done.has(id)),
        )),
      );
      last = entries.at(-1)?._id ?? null;
      if (entries.length < BATCH || !last) return found;
    }
  }

  /**
   * Inside a transaction: every event from the line on that it sees. `known` keeps them for the next look: an event
   * never changes, and so is read once.
   */
  async since(
    session: ClientSession,
    line: Types.ObjectId,
    names: readonly EventName[],
    known: Map<string, DomainEvent>,
  ): Promise<DomainEvent[]> {
    const entries = await this.outbox
      .find({ _id: { $gte: line }, name: { $in: names } }, { _id: 1 })
      .sort({ _id: 1 })
      .session(session)
      .lean<Known[]>();
    const ids = entries.map(({ _id }) => _id.toString());
    const unread = ids.filter((id) => !known.has(id));
    for (let at = 0; at < unread.length; at += BATCH)
      for (const event of await this.read(session, unread.slice(at, at + BATCH)))
        known.set(event.id, event);
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  /**
   * Inside a transaction: those of these events that the consumer has not dealt with. What the transaction sees
   * beside them is exact: an event is in the outbox with its change, and its mark is committed with its effect.
   */
  async open(
    session: ClientSession,
    consumer: string,
    events: readonly DomainEvent[],
  ): Promise<DomainEvent[]> {
    const open: DomainEvent[] = [];
    for (let at = 0; at < events.length; at += BATCH) {
      const some = events.slice(at, at + BATCH);
      const done = await this.doneOf(
        session,
        consumer,
        some.map(({ id }) => id),
      );
      open.push(...some.filter(({ id }) => !done.has(id)));
    }
    return open;
  }

  /** Inside a transaction: whether the consumer has dealt with the event. */
  async isDone(session: ClientSession, consumer: string, id: string): Promise<boolean> {
    return (await this.doneOf(session, consumer, [id])).has(id);
  }

  /** Inside a transaction: the caller deals with the event, and the consumer will not be given it any more. */
  async markDone(session: ClientSession, consumer: string, id: string): Promise<void> {
    await this.processed.create([{ _id: `${consumer}:${id}`, at: new Date() }], { session });
  }

  /** Inside a transaction: whether the outbox still has the event. */
  async isKept(session: ClientSession, id: string): Promise<boolean> {
    return (await this.outbox.exists({ _id: new Types.ObjectId(id) }).session(session)) !== null;
  }

  private async doneOf(
    session: ClientSession | null,
    consumer: string,
    ids: readonly string[],
  ): Promise<Set<string>> {
    const done = await this.processed
      .find({ _id: { $in: ids.map((id) => `${consumer}:${id}`) } }, { _id: 1 })
      .session(session)
      .lean<Pick<ProcessedEvent, '_id'>[]>();
    return new Set(done.map(({ _id }) => _id.slice(consumer.length + 1)));
  }

  private async read(
    session: ClientSession | null,
    ids: readonly string[],
  ): Promise<DomainEvent[]> {
    if (ids.length === 0) return [];
    const whole = await this.outbox
      .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<OutboxEntry[]>();
    return whole.map((entry) => parseEvent(JSON.parse(JSON.stringify(toQueuedEvent(entry)))));
  }
}
