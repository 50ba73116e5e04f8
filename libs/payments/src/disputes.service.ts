import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Audit } from '#libs/audit';
import { move, type OpenDisputes, type OrderDisputed, toDollars } from '#libs/contracts';
import { type ClientSession, DomainError, draft, Outbox, Transactions } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment, type StoredDispute } from './card-payment.model.js';
import { CardPaymentStore } from './card-payment-store.js';
import { CardQueue } from './card-queue.js';
import { ConfiguredCards, madeAt } from './configured-cards.js';
import { takenByBank } from './dispute-journals.js';
import type { NewJournal } from './journal.model.js';

/** Open disputes that are listed. */
const OPEN_MAX = 100;

/** What the provider says about a dispute. */
export interface Dispute extends StoredDispute {
  /** Of the payment. */
  readonly authorization: string;
}

/** Payments that customers' banks take back. */
@Injectable()
export class Disputes {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly paymentStore: CardPaymentStore,
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
      const known = before.disputes.find((one) => one.reference === reference);
      if (known && (known.state !== 'open' || state === 'open')) return;
      const dispute = { reference, cents, state };
      const disputes = [...before.disputes.filter((one) => one !== known), dispute];
      const change = { disputes, nextAt: new Date() };
      const journals = journalsOf(before, disputes, reference);
      const after = await this.paymentStore.update(session, before, change, journals);
      await this.publish(session, after, dispute, known);
      this.queue.afterCommit(session, [before._id]);
    });
  }

  /** Those that are not decided, the oldest first. */
  async open(): Promise<OpenDisputes> {
    const found = await this.payments
      .find({ 'disputes.state': 'open' })
      .sort({ _id: 1 })
      .limit(OPEN_MAX)
      .lean<CardPayment[]>();
    return {
      disputes: found.flatMap((payment) =>
        payment.disputes
          .filter(({ state }) => state === 'open')
          .flatMap((dispute) => toDisputed(payment, dispute)),
      ),
    };
  }

  private async publish(
    session: ClientSession,
    payment: CardPayment,
    dispute: StoredDispute,
    known: StoredDispute | undefined,
  ): Promise<void> {
    const [disputed] = toDisputed(payment, dispute);
    const { order } = payment;
    if (!disputed || !order) return;
    const { state, amount, reference, version } = disputed;
    await this.audit.add(session, {
      actor: null,
      action: 'payment.disputed',
      target: { type: 'order', id: order._id, name: order.code },
      before: known ? { state: known.state } : {},
      after: { part: order.partId, state, amount, reference },
      reason: null,
    });
    await this.outbox.add(
      session,
      draft('order.disputed', { id: `dispute:${reference}`, version }, disputed),
    );
  }
}

function toDisputed(
  { order, farmId, version }: CardPayment,
  { reference, cents, state }: StoredDispute,
): OrderDisputed[] {
  if (!order) return [];
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

function journalsOf(
  before: CardPayment,
  disputes: CardPayment['disputes'],
  reference: string,
): NewJournal[] {
  const { order } = before;
  const taken = takenByBank({ disputes }) - takenByBank(before);
  if (!order || taken === 0) return [];
  return [
    {
      cause: { id: taken > 0 ? reference : `${reference}-won`, kind: 'disputed' },
      at: new Date(),
      order: { ...order },
      reference,
      lines: move(taken, 'market:corrections', 'market:bank'),
    },
  ];
}
