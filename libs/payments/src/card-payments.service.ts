import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Cents,
  type CheckoutPayment,
  cardDues,
  type DomainEvent,
  farmShares,
  type Id,
  isSettled,
  type OrderMoney,
  type OrderPayments,
  type PayCheckout,
  type TestChallenge,
  toOrderMoney,
} from '#libs/contracts';
import { type ClientSession, DomainError, within } from '#libs/platform';
import { CardIntentions } from './card-intentions.service.js';
import { CARD_PAYMENT, type CardPayment, newCardPayment } from './card-payment.model.js';
import { toCheckoutPayment, toOrderPayments } from './card-payment-dto.js';
import { CardPaymentStore } from './card-payment-store.js';
import { CardQueue } from './card-queue.js';
import { hasNext } from './card-requests.js';
import { ConfiguredCards, madeAt } from './configured-cards.js';
import { takenByBank } from './dispute-journals.js';
import { paymentCards } from './payment-cards.js';

/** Milliseconds that a request waits for the provider; then its page asks again. */
const ANSWER_MS = 8_000;

/** The payments of a new checkout. */
export interface NewCheckoutPayment {
  readonly checkoutId: Types.ObjectId;
  readonly customerId: Id;
  readonly payer: string;
  readonly holdId: Id;
  readonly card: PayCheckout['card'];
  /** A saved card as it is shown; null for a new one. */
  readonly shownCard: CardPayment['shownCard'];
  readonly farms: readonly {
    readonly farmId: Types.ObjectId;
    readonly cents: Cents;
    /** When the money is to be held, if the hand-over is far away; null for at once. */
    readonly authorizeAt: Date | null;
  }[];
}

/** An order that is to be paid by card, with what each of its parts holds. */
export interface CardOrder {
  readonly _id: Types.ObjectId;
  readonly code: string;
  readonly customerId: Id;
  readonly holdId: Id;
  readonly parts: readonly {
    readonly _id: Types.ObjectId;
    readonly farmId: Types.ObjectId;
    readonly cents: Cents;
    /** When the money has to be held at the latest; null for at once. */
    readonly authorizeAt: Date | null;
  }[];
}

/** Payments by card, from the checkout to the last part of their order. Never calls the provider in a transaction. */
@Injectable()
export class CardPayments {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly intentions: CardIntentions,
    private readonly queue: CardQueue,
    private readonly paymentStore: CardPaymentStore,
  ) {}

  /**
   * Inside a transaction: begins the payment of a checkout, in place of an earlier one of the same hold. Throws what
   * {@link paymentCards} throws.
   */
  async begin(session: ClientSession, checkout: NewCheckoutPayment): Promise<void> {
    const { checkoutId, customerId, payer, shownCard, farms } = checkout;
    const merchant = this.cards.required();
    const holdId = new Types.ObjectId(checkout.holdId);
    const cards = paymentCards(checkout.card, farms);
    await this.intentions.end(session, { holdId });
    const begun = cards.map(({ card, of: { farmId, cents, authorizeAt } }) => ({
      ...newCardPayment({
        ...madeAt(merchant),
        checkoutId,
        holdId,
        customerId: new Types.ObjectId(customerId),
        farmId,
        payer,
        card,
        present: true,
        cents,
        authorizeAt,
      }),
      ...(authorizeAt &&
        card.kind === 'saved' && {
          // the card needs no request before the money is to be held
          state: 'saved' as const,
          savedCard: card.reference,
          shownCard,
          nextAt: authorizeAt,
        }),
    }));
    await this.payments.insertMany(begun, { lean: true, session });
  }

  /**
   * Sends what is open of a checkout's payment, or asks about it, and waits some seconds for it. Throws
   * `PAYMENT_NOT_FOUND`.
   */
  async confirm(customerId: Id, checkoutId: Id): Promise<CheckoutPayment> {
    const found = await this.ofCheckout(customerId, checkoutId);
    const asked = found
      .filter(({ state }) => state === 'intended' || state === 'challenge')
      .map(({ _id }) => this.intentions.advance(_id));
    // What fails or takes longer is covered by the sweep.
    await within(ANSWER_MS, Promise.allSettled(asked), []);
    return toCheckoutPayment(await this.ofCheckout(customerId, checkoutId));
  }

  /** The last payment of the customer's open checkout. */
  async current(customerId: Id): Promise<CheckoutPayment | null> {
    const open = await this.payments
      .findOne({ customerId: new Types.ObjectId(customerId), stage: 'checkout' })
      .lean<CardPayment>();
    if (!open) return null;
    return toCheckoutPayment(await this.ofCheckout(customerId, open.checkoutId.toString()));
  }

  /**
   * Inside the transaction of an order: gives it the payment of its hold. Throws `PAYMENT_NOT_AUTHORISED` unless
   * exactly what each part costs is held, or will be in time. From then on the checkout cannot end any more; if it
   * has, this fails.
   */
  async claim(session: ClientSession, order: CardOrder): Promise<void> {
    const found = await this.payments
      .find({
        holdId: new Types.ObjectId(order.holdId),
        customerId: new Types.ObjectId(order.customerId),
        stage: 'checkout',
      })
      .session(session)
      .lean<CardPayment[]>();
    const pairs = order.parts.flatMap((part) => {
      const payment = found.find(({ farmId }) => farmId.equals(part.farmId));
      return payment?.cents === part.cents && isReady(payment, part) ? [{ part, payment }] : [];
    });
    if (pairs.length !== order.parts.length || pairs.length !== found.length)
      throw new DomainError('PAYMENT_NOT_AUTHORISED', undefined, {
        details: { payment: found.length > 0 ? toCheckoutPayment(found) : null },
      });
    for (const { part, payment } of pairs)
      await this.payments.updateOne(
        { _id: payment._id },
        {
          $set: {
            stage: 'order',
            order: { _id: order._id, code: order.code, partId: part._id.toString() },
            dueVersion: 1,
          },
          $inc: { version: 1 },
        },
        { session },
      );
  }

  /** Inside a transaction: releases the payment of a hold that has ended, or whose order is paid otherwise. */
  release(session: ClientSession, holdId: Types.ObjectId | Id): Promise<void> {
    return this.intentions.end(session, { holdId: new Types.ObjectId(holdId) });
  }

  /**
   * Inside a transaction, after the orders' journals are booked: stores what their parts owe now, and what of it
   * belongs to farms, whatever the order of the events.
   */
  async storeDues(
    session: ClientSession,
    events: readonly DomainEvent<'order.part-changed'>[],
  ): Promise<void> {
    for (const { payload } of events) {
      const { orderId, money, order } = payload;
      if (!money?.byCard) continue;
      const dues = cardDues(toOrderMoney(money));
      const farms = farmShares(toOrderMoney(money));
      const outdated = await this.payments
        .find({
          'order._id': new Types.ObjectId(orderId),
          stage: 'order',
          dueVersion: { $lt: order.version },
        })
        .session(session)
        .lean<CardPayment[]>();
      for (const payment of outdated) {
        const partId = payment.order?.partId ?? '';
        await this.storeDue(session, payment, {
          due: dues.get(partId) ?? null,
          shares: farms.get(partId) ?? [],
          dueVersion: order.version,
        });
      }
    }
  }

  private async storeDue(
    session: ClientSession,
    before: CardPayment,
    due: Pick<CardPayment, 'due' | 'shares' | 'dueVersion'>,
  ): Promise<void> {
    const isNext = hasNext({ ...before, ...due });
    const nextAt = isNext ? new Date() : before.nextAt;
    await this.paymentStore.update(session, before, { ...due, nextAt });
    if (isNext) this.queue.afterCommit(session, [before._id]);
  }

  /** Inside a transaction: whether a part's money is held or taken, or none was to be. */
  async isSecured(
    session: ClientSession,
    orderId: Types.ObjectId,
    partId: Types.ObjectId,
  ): Promise<boolean> {
    const found = await this.storedOf(session, orderId);
    const ofPart = found.filter(({ order }) => order?.partId === partId.toString());
    return ofPart.length === 0 || ofPart.some(isHeldOrTaken);
  }

  /**
   * What the customer answers to the bank of a test card. Throws `PAYMENT_NOT_FOUND`, also where there are no test cards.
   */
  async answerTestChallenge(customerId: Id, { challenge, passed }: TestChallenge): Promise<void> {
    const { testCards } = this.cards;
    const payment = await this.payments
      .findOne({ customerId: new Types.ObjectId(customerId), challenge })
      .lean<CardPayment>();
    if (!testCards || !payment?.authorization) throw new DomainError('PAYMENT_NOT_FOUND');
    await testCards.answerChallenge(payment.authorization, passed);
  }

  /** What became of the money of an order, part by part. */
  async ofOrder(orderId: Id): Promise<OrderPayments> {
    return toOrderPayments(await this.storedOf(null, new Types.ObjectId(orderId)));
  }

  /**
   * Inside a transaction: the same once all of it is settled, null before. `money` is of the order's newest version,
   * which the payments may not know yet.
   */
  async settled(
    session: ClientSession,
    orderId: Types.ObjectId,
    money: OrderMoney,
  ): Promise<OrderPayments['payments'] | null> {
    const dues = cardDues(money);
    const found = await this.storedOf(session, orderId);
    const isDone = found.every((payment) =>
      isSettled({ ...payment, due: dues.get(payment.order?.partId ?? '') ?? null }),
    );
    return isDone ? toOrderPayments(found).payments : null;
  }

  private storedOf(session: ClientSession | null, orderId: Types.ObjectId): Promise<CardPayment[]> {
    return this.payments
      .find({ 'order._id': orderId, stage: 'order' })
      .sort({ _id: 1 })
      .session(session)
      .lean<CardPayment[]>();
  }

  private async ofCheckout(customerId: Id, checkoutId: Id): Promise<CardPayment[]> {
    const found = await this.payments
      .find({
        checkoutId: new Types.ObjectId(checkoutId),
        customerId: new Types.ObjectId(customerId),
      })
      .sort({ _id: 1 })
      .lean<CardPayment[]>();
    if (found.length === 0) throw new DomainError('PAYMENT_NOT_FOUND');
    return found;
  }
}

/** Whether the money is held, or will be in time: an order may be placed for another day than its hold had. */
function isReady(
  { state, authorizeAt }: CardPayment,
  { authorizeAt: latest }: CardOrder['parts'][number],
): boolean {
  if (state === 'authorised') return true;
  return state === 'saved' && authorizeAt !== null && latest !== null && authorizeAt <= latest;
}

/** What the customer's bank took back is theirs already. */
const isHeldOrTaken = (payment: CardPayment): boolean =>
  payment.state === 'authorised' || payment.captured - payment.refunded - takenByBank(payment) > 0;
