import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import { type Cents, move, toDollars } from '#libs/contracts';
import { type ClientSession, DomainError, Transactions } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { CardPaymentStore } from './card-payment-store.js';
import { ConfiguredCards, madeAt } from './configured-cards.js';
import type { NewJournal } from './journal.model.js';
import { intentionSchema } from './providers/requests.js';

/** Refunds that fail after they had succeeded: the market has the money again, and a person has to pay it back. */
@Injectable()
export class FailedRefunds {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly paymentStore: CardPaymentStore,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
  ) {}

  /**
   * Asks about a refund that had succeeded; not inside a transaction. Throws `SERVICE_UNAVAILABLE` without an answer,
   * so that the webhook comes again.
   */
  async ask(key: string): Promise<void> {
    const merchant = this.cards.current;
    const [id = ''] = key.split('-');
    if (!merchant || !Types.ObjectId.isValid(id)) return;
    const payment = await this.payments
      .findOne({ ...madeAt(merchant), _id: id })
      .lean<CardPayment>();
    const refund = payment?.closed.find(isMade(key));
    if (!refund) return;
    const { act, request, since } = refund;
    const finding = await merchant.provider.find(intentionSchema.parse({ act, request, since }));
    if (finding.state === 'unknown') throw new DomainError('SERVICE_UNAVAILABLE');
    if (finding.state === 'declined')
      await this.transactions.run((session) => this.takeBack(session, id, key, finding.code));
  }

  private async takeBack(
    session: ClientSession,
    id: string,
    key: string,
    code: string,
  ): Promise<void> {
    const before = await this.payments.findById(id).session(session).lean<CardPayment>();
    const refund = before?.closed.find(isMade(key));
    if (!before?.order || !refund) return;
    const cents: Cents = 'cents' in refund.request ? refund.request.cents : 0;
    const { order } = before;
    const change: Partial<CardPayment> = {
      state: 'refund_refused',
      code,
      refunded: before.refunded - cents,
      closed: before.closed.map((one) => (one === refund ? { ...one, outcome: 'declined' } : one)),
    };
    const journal: NewJournal = {
      cause: { id: `${key}-failed`, kind: 'refunded' },
      at: new Date(),
      order: { ...order },
      lines: move(cents, 'market:bank', 'market:cards'),
    };
    const after = await this.paymentStore.update(session, before, change, [journal]);
    await this.audit.add(session, {
      actor: null,
      action: 'payment.refund-refused',
      target: { type: 'order', id: order._id, name: order.code },
      before: { part: order.partId, refunded: toDollars(before.refunded) },
      after: { part: order.partId, refunded: toDollars(after.refunded), code },
      reason: null,
    });
  }
}

const isMade =
  (key: string) =>
  (one: CardPayment['closed'][number]): boolean =>
    one.key === key && one.act === 'refund' && one.outcome === 'succeeded';
