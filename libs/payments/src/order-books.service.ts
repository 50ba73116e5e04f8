import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type Cents, type DomainEvent, grouped, type Id, transferred } from '#libs/contracts';
import {
  type ClientSession,
  type CountedSlice,
  CountedSources,
  EventProgress,
  Transactions,
} from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { takenByBank } from './dispute-journals.js';
import { JOURNAL, type Journal, type NewJournal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { type BookedOrder, journalsOfOldEvent, openingJournals } from './order-journals.js';
import { CREDIT_ENTRY, type StoredCreditEntry } from './store-credit.model.js';

/** Orders per transaction. */
const BATCH = 500;
/** The name on outbox rows of the handler that books orders. */
export const HANDLER = 'PaymentsProcessor.bookOrders';

type PartChangedEvent = DomainEvent<'order.part-changed'>;

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
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    @InjectModel(CREDIT_ENTRY) private readonly credits: Model<StoredCreditEntry>,
    private readonly sources: CountedSources,
    private readonly progress: EventProgress,
    private readonly ledger: LedgerService,
    private readonly transactions: Transactions,
  ) {}

  /** Inside a transaction: the next orders after an id, beside their books. */
  async batch(session: ClientSession, after: Id | null): Promise<OrdersBatch> {
    const orders = await this.read(session, { after, limit: BATCH });
    return { orders, last: orders.length === BATCH ? (orders.at(-1)?.id ?? null) : null };
  }

  /** Inside a transaction: what is not booked of the orders of events that say nothing of money. */
  async missingAfter(
    session: ClientSession,
    events: readonly PartChangedEvent[],
  ): Promise<NewJournal[]> {
    const old = events.filter(({ payload }) => !payload.money);
    if (old.length === 0) return [];
    const byOrder = new Map(old.map((event) => [event.payload.orderId, event]));
    const ids = [...byOrder.keys()];
    const orders = await this.read(session, { after: null, limit: ids.length, ids });
    return orders.flatMap((order) => {
      const event = byOrder.get(order.id);
      return event ? journalsOfOldEvent(order, event) : [];
    });
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
    // in the order of their times, as they would have been booked
    const journals = openings.flat().sort((one, other) => one.at.getTime() - other.at.getTime());
    await this.ledger.book(session, journals, { isPublished: false });
    return { opened: openings.length, last };
  }

  /**
   * Orders, each with what is booked of it and the events that are not. An order and its events are one commit, and so
   * are an event's mark and its journals: so these always agree.
   */
  private async read(session: ClientSession, slice: CountedSlice): Promise<BookedOrder[]> {
    const rows = await this.sources.rows('orders', session, slice);
    const ofThem = { 'order._id': { $in: rows.map(({ id }) => new Types.ObjectId(id)) } };
    const journals = await this.journals.find(ofThem).session(session).lean<Journal[]>();
    const payments = await this.payments.find(ofThem).session(session).lean<CardPayment[]>();
    const paid = grouped(payments, ({ order }) => order?._id.toString());
    const moved = grouped(
      await this.credits.find(ofThem).session(session).lean<StoredCreditEntry[]>(),
      ({ order }) => order._id.toString(),
    );
    const booked = grouped(journals, ({ order }) => order?._id.toString());
    const { events } = await this.progress.unhandled(session, HANDLER, ['order.part-changed']);
    const underWay = grouped(events as PartChangedEvent[], ({ payload }) => payload.orderId);
    return rows.map(({ id, code, money }) => ({
      id,
      code,
      money,
      journals: booked.get(id) ?? [],
      underWay: underWay.get(id) ?? [],
      keptOfCards: (paid.get(id) ?? []).reduce((sum, payment) => sum + keptOf(payment), 0),
      creditMoved: (moved.get(id) ?? []).reduce((sum, { cents }) => sum + cents, 0),
    }));
  }
}

const keptOf = (payment: CardPayment): Cents =>
  payment.captured - payment.refunded - takenByBank(payment) - transferred(payment.transfers);
