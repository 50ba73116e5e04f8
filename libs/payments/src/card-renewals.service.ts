import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type Id, type PayAnew, toCents, toDollars, unpaidOf } from '#libs/contracts';
import { type ClientSession, DomainError, draft, Outbox } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment, newCardPayment } from './card-payment.model.js';
import { paymentsChanged } from './card-payment-dto.js';
import { CardQueue } from './card-queue.js';
import { ConfiguredCards } from './configured-cards.js';
import { paymentCards } from './payment-cards.js';

/** How a part is paid in place of a payment that came to nothing. */
type Renewal = Pick<CardPayment, 'account' | 'checkoutId' | 'payer' | 'present' | 'provider'> & {
  readonly card: PayAnew['card'];
};

/** Pays parts of orders again whose money is not held any more: with the customer's saved card, or as they choose. */
@Injectable()
export class CardRenewals {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly queue: CardQueue,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Inside a transaction, after a payment has got another state: if the authorisation of an order has expired, its
   * saved card is asked anew; if there is none, or it was declined, the customer is.
   */
  async renew(session: ClientSession, payment: CardPayment): Promise<void> {
    const { stage, state, due, order, savedCard, present } = payment;
    if (stage !== 'order' || !order || due === 0) return;
    // held anew for what is owed, and not taken either: asking again and again would not help
    const isInVain = !present && due !== null;
    if (state === 'lapsed' && savedCard && !isInVain) {
      const card = { kind: 'saved', reference: savedCard } as const;
      const checkoutId = new Types.ObjectId();
      await this.replace(session, [payment], { ...payment, checkoutId, card, present: false });
      return;
    }
    if (state !== 'lapsed' && (state !== 'declined' || present)) return;
    await this.outbox.add(
      session,
      draft(
        'order.unpaid',
        { id: payment._id, version: 1 },
        {
          orderId: order._id.toString(),
          code: order.code,
          customerId: payment.customerId.toString(),
          amount: toDollars(unpaidOf(payment)),
        },
      ),
    );
  }

  /**
   * Inside a transaction: pays what of an order is not held any more. Throws `PAYMENT_NOT_OFFERED`,
   * `PAYMENT_NOT_FOUND` if there is nothing to pay, `TOTAL_CHANGED` (with `details.from` and `to`, in dollars), and
   * what {@link paymentCards} throws.
   */
  async payAnew(
    session: ClientSession,
    of: { readonly customerId: Id; readonly orderId: Id },
    { checkoutId, payer, card, amount }: PayAnew & Pick<Renewal, 'checkoutId' | 'payer'>,
  ): Promise<void> {
    const { provider, account } = this.cards.required();
    const found = await this.payments
      .find({
        'order._id': new Types.ObjectId(of.orderId),
        customerId: new Types.ObjectId(of.customerId),
        stage: 'order',
      })
      .session(session)
      .lean<CardPayment[]>();
    const unpaid = found.filter((payment) => unpaidOf(payment) > 0);
    if (unpaid.length === 0) throw new DomainError('PAYMENT_NOT_FOUND', 'There is nothing to pay');
    const cents = unpaid.reduce((sum, payment) => sum + unpaidOf(payment), 0);
    if (cents !== toCents(amount))
      throw new DomainError('TOTAL_CHANGED', undefined, {
        details: { from: amount, to: toDollars(cents) },
      });
    const renewal = { provider: provider.kind, account, checkoutId, payer, card, present: true };
    await this.replace(session, unpaid, renewal);
  }

  private async replace(
    session: ClientSession,
    former: readonly CardPayment[],
    renewal: Renewal,
  ): Promise<void> {
    const { account, checkoutId, payer, present, provider } = renewal;
    const cards = paymentCards(renewal.card, former);
    const ids = former.map(({ _id }) => _id);
    await this.payments.updateMany(
      { _id: { $in: ids } },
      { $set: { stage: 'replaced', due: 0, nextAt: new Date() }, $inc: { version: 1 } },
      { session },
    );
    const begun = cards.map(({ card, of: payment }) =>
      newCardPayment({
        provider,
        account,
        checkoutId,
        payer,
        card,
        present,
        stage: 'order',
        order: payment.order,
        holdId: payment.holdId,
        customerId: payment.customerId,
        farmId: payment.farmId,
        cents: unpaidOf(payment),
        due: payment.due,
        dueVersion: payment.dueVersion,
        shares: payment.shares,
      }),
    );
    await this.payments.insertMany(begun, { lean: true, session });
    const replaced = former.map((payment) => ({
      after: { ...payment, stage: 'replaced', due: 0, version: payment.version + 1 } as const,
    }));
    const changed = [...replaced, ...begun.map((after) => ({ after }))];
    await this.outbox.add(session, ...paymentsChanged(...changed));
    this.queue.afterCommit(session, [...ids, ...begun.map(({ _id }) => _id)]);
  }
}
