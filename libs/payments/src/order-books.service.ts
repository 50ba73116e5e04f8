import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type DomainEvent, grouped, type Id } from '#libs/contracts';
import { type ClientSession, CountedSources, EventProgress, Transactions } from '#libs/platform';
import { JOURNAL, type Journal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { type BookedOrder, openingJournals } from './order-journals.js';

/** Orders per transaction. */
const BATCH = 500;
/** The name on outbox rows of the handler that books orders. */
export const HANDLER = 'PaymentsProcessor.bookOrders';

export interface OrdersBatch {
  readonly orders: BookedOrder[];
  /** The id after which the next batch begins; null at the end. */
  readonly last: Id | null;
}

/** Reads orders beside their journals; books those that have no events, because they are older than the ledger or imported. */
@Injectable()
export class OrderBooks {
  constructor(
    @InjectModel(JOURNAL) private readonly journals: Model<Journal>,
    private readonly sources: CountedSources,
    private readonly progress: EventProgress,
    private readonly ledger: LedgerService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Inside a transaction: the next orders after an id, each with what is booked of it and the events that are not. An
   * order and its events are one commit, and so are an event's mark and its journals: so these always agree.
   */
  async batch(session: ClientSession, after: Id | null): Promise<OrdersBatch> {
    const rows = await this.sources.rows('orders', session, { after, limit: BATCH });
    const journals = await this.journals
      .find({ 'order._id': { $in: rows.map(({ id }) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<Journal[]>();
    const booked = grouped(journals, ({ order }) => order?._id.toString());
    const { events } = await this.progress.unhandled(session, HANDLER, ['order.part-changed']);
    const underWay = grouped(
      events as DomainEvent<'order.part-changed'>[],
      ({ payload }) => payload.orderId,
    );
    return {
      orders: rows.map(({ id, code, money }) => ({
        id,
        code,
        money,
        journals: booked.get(id) ?? [],
        underWay: underWay.get(id) ?? [],
      })),
      last: rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null,
    };
  }

  /** Inside a transaction: opens the books of the next orders; returns after which to go on, null at the end. */
  async openNext(session: ClientSession, after: Id | null): Promise<Id | null> {
    const { last } = await this.open(session, after);
    return last;
  }

  /** Opens the books of all orders that are not booked; returns how many. A second run books nothing. */
  async openAll(): Promise<number> {
    let count = 0;
    let after: Id | null = null;
    do {
      const from: Id | null = after;
      const done: { opened: number; last: Id | null } = await this.transactions.run((session) =>
        this.open(session, from),
      );
      count += done.opened;
      after = done.last;
    } while (after);
    return count;
  }

  private async open(
    session: ClientSession,
    after: Id | null,
  ): Promise<{ opened: number; last: Id | null }> {
    const { orders, last } = await this.batch(session, after);
    const openings = orders.map(openingJournals).filter(({ length }) => length > 0);
    await this.ledger.book(session, openings.flat(), { isPublished: false });
    return { opened: openings.length, last };
  }
}
