import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type Cents,
  type DisputeState,
  move,
  type OpenDisputes,
  type OrderDisputed,
  toDollars,
} from '#libs/contracts';
import { type ClientSession, DomainError, draft, Outbox, Transactions } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { CardQueue } from './card-queue.js';
import { ConfiguredCards, madeAt } from './configured-cards.js';
import type { NewJournal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { waitChanged, withWait } from './waiting-payments.js';

/** Open disputes that are listed. */
const OPEN_MAX = 100;

/** What the provider says about a dispute. */
export interface Dispute {
  /** Of the payment. */
  readonly authorization: string;
  readonly reference: string;
  readonly cents: Cents;
  readonly state: DisputeState;
}

/** Payments that customers' banks take back. */
@Injectable()
export class Disputes {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly ledger: LedgerService,
    private readonly queue: CardQueue,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Stores a dispute with its journal, and publishes it to the admins; what is known or older does nothing. */
  async store({ authorization, reference, cents, state }: Dispute): Promise<void> {
    const merchant = this.cards.current;
    if (!merchant) return;
    await this.transactions.run(async (session) => {
      const before = await this.payments
        .findOne({ ...madeAt(merchant), authorization })
        .session(session)
        .lean<CardPayment>();
      if (!before) return;
      // The bank takes money that was captured, so the answer to the capture is to come.
      if (!before.capture) throw new DomainError('SERVICE_UNAVAILABLE');
      if (before.dispute && (before.dispute.state !== 'open' || state === 'open')) return;
      const dispute = { reference, cents, state };
      const after = withWait(before, { ...before, dispute, version: before.version + 1 });
      const { waitsSince, version } = after;
      await this.payments.updateOne(
        { _id: before._id },
        { $set: { dispute, waitsSince, nextAt: new Date(), version } },
        { session },
      );
      await this.outbox.add(session, ...waitChanged(before, after));
      await this.ledger.book(session, journalsOf(before, after));
      await this.publish(session, before, after);
      this.queue.afterCommit(session, [before._id]);
    });
  }

  /** Those that are not decided, the oldest first. */
  async open(): Promise<OpenDisputes> {
    const found = await this.payments
      .find({ 'dispute.state': 'open' })
      .sort({ _id: 1 })
      .limit(OPEN_MAX)
      .lean<CardPayment[]>();
    return { disputes: found.flatMap(toDisputed) };
  }

  private async publish(
    session: ClientSession,
    before: CardPayment,
    after: CardPayment,
  ): Promise<void> {
    const [disputed] = toDisputed(after);
    const { order } = after;
    if (!disputed || !order) return;
    const { state, amount, reference, version } = disputed;
    await this.audit.add(session, {
      actor: null,
      action: 'payment.disputed',
      target: { type: 'order', id: order._id, name: order.code },
      before: before.dispute ? { state: before.dispute.state } : {},
      after: { part: order.partId, state, amount, reference },
      reason: null,
    });
    await this.outbox.add(
      session,
      draft('order.disputed', { id: `dispute:${reference}`, version }, disputed),
    );
  }
}

function toDisputed({ dispute, order, farmId, version }: CardPayment): OrderDisputed[] {
  if (!dispute || !order) return [];
  const { reference, cents, state } = dispute;
  return [
    {
      orderId: order._id.toString(),
      code: order.code,
      farmId: farmId.toString(),
      amount: toDollars(cents),
      state,
      reference,
      version,
    },
  ];
}

/** The cents that the customer's bank has taken of a payment. */
export const takenByBank = ({ dispute }: Pick<CardPayment, 'dispute'>): Cents =>
  dispute && dispute.state !== 'won' ? dispute.cents : 0;

/** The market bears what is taken, until an admin corrects what the farm has. */
function journalsOf(before: CardPayment, after: CardPayment): NewJournal[] {
  const { order, dispute } = after;
  const taken = takenByBank(after) - takenByBank(before);
  if (!order || !dispute || taken === 0) return [];
  const id = taken > 0 ? dispute.reference : `${dispute.reference}-won`;
  return [
    {
      cause: { id, kind: 'disputed' },
      at: new Date(),
      order: { ...order },
      reference: dispute.reference,
      lines: move(taken, 'market:corrections', 'market:bank'),
    },
  ];
}
