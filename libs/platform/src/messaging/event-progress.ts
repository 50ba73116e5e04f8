import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent, EventName } from '#libs/contracts';
import { lowestIdAt } from '../data/keyset.js';
import type { ClientSession } from '../data/transactions.js';
import { OUTBOX, type OutboxEntry, WITHOUT_COMPANIONS } from './outbox.js';
import { readRows } from './stored-events.js';

/** Events per read. */
const BATCH = 1_000;
/** Exceeds the duration of any transaction, and the difference between any two processes' clocks. */
const SETTLED_MS = 5 * 60_000;

/** Which events a handler has handled. A handler is named `Class.method`, as on the rows of the outbox. */
@Injectable()
export class EventProgress {
  constructor(@InjectModel(OUTBOX) private readonly outbox: Model<OutboxEntry>) {}

  /** A dividing id: every event with a lower id is committed by now or never will be. */
  settled(): Types.ObjectId {
    return lowestIdAt(Date.now() - SETTLED_MS);
  }

  /**
   * Inside a transaction: every visible and readable event from the line on. `known` caches them for the next call,
   * because an event never changes.
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
      .lean<Pick<OutboxEntry, '_id'>[]>();
    const ids = entries.map(({ _id }) => _id.toString());
    const unread = ids.filter((id) => !known.has(id));
    for (let at = 0; at < unread.length; at += BATCH) {
      const some = unread.slice(at, at + BATCH).map((id) => new Types.ObjectId(id));
      const rows = await this.outbox
        .find({ _id: { $in: some } }, WITHOUT_COMPANIONS)
        .session(session)
        .lean<OutboxEntry[]>();
      for (const event of readRows(rows).events) known.set(event.id, event);
    }
    return ids.flatMap((id) => known.get(id) ?? []);
  }

  /**
   * Inside a transaction: the events that the handler has not handled, oldest first. Consistent with all else that
   * the transaction reads, because an event is stored with its change and marked as handled with its effect.
   * `unreadable`: the ids of events that cannot be read, each with the reason.
   */
  async unhandled(
    session: ClientSession,
    handler: string,
    names: readonly EventName[],
  ): Promise<{ events: DomainEvent[]; unreadable: Map<string, string> }> {
    const rows = await this.outbox
      .find(
        { handledAt: null, name: { $in: names }, handled: { $ne: handler } },
        WITHOUT_COMPANIONS,
      )
      .sort({ _id: 1 })
      .session(session)
      .lean<OutboxEntry[]>();
    return readRows(rows);
  }

  /** Inside a transaction: marks an event as handled by this handler; false if it already was. */
  async markHandled(session: ClientSession, handler: string, id: string): Promise<boolean> {
    const { modifiedCount } = await this.outbox.updateOne(
      { _id: id, handled: { $ne: handler } },
      { $push: { handled: handler } },
      { session },
    );
    return modifiedCount === 1;
  }
}
