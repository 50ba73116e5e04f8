import {
  type CardPaymentDto,
  type CheckoutPayment,
  type OrderPayments,
  toDollars,
  unpaidOf,
} from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import type { CardPayment } from './card-payment.model.js';

/** The payments of a checkout as its customer sees them; at least one. */
export function toCheckoutPayment(payments: readonly CardPayment[]): CheckoutPayment {
  const [first] = payments;
  if (!first) throw new Error('a checkout without payments');
  return {
    _id: first.checkoutId.toString(),
    holdId: first.holdId.toString(),
    state: stateOf(payments),
    amount: toDollars(payments.reduce((sum, { cents }) => sum + cents, 0)),
    code: payments.find(({ state }) => state === 'declined')?.code ?? null,
    challenges: payments.flatMap(({ challenge }) => challenge ?? []),
    card: first.shownCard,
  };
}

function stateOf(payments: readonly CardPayment[]): CheckoutPayment['state'] {
  const some = (state: CardPayment['state']) => payments.some((one) => one.state === state);
  if (some('declined')) return 'declined';
  if (payments.some(({ stage }) => stage === 'ended' || stage === 'replaced')) return 'ended';
  if (some('challenge')) return 'challenge';
  if (some('intended')) return 'pending';
  if (payments.some(({ stage }) => stage === 'order')) return 'placed';
  return some('lapsed') ? 'ended' : 'authorised';
}

/** Null before it has an order. */
function toCardPaymentDto(payment: CardPayment): CardPaymentDto | null {
  const { order } = payment;
  return (
    order && {
      _id: payment._id.toString(),
      orderId: order._id.toString(),
      partId: order.partId,
      state: payment.state,
      held: toDollars(payment.cents),
      unpaid: toDollars(unpaidOf(payment)),
      captured: toDollars(payment.captured),
      refunded: toDollars(payment.refunded),
      card: payment.shownCard,
      expiresAt: payment.expiresAt?.toISOString() ?? null,
      isReplaced: payment.stage === 'replaced',
      version: payment.version,
    }
  );
}

export const toOrderPayments = (payments: readonly CardPayment[]): OrderPayments => ({
  payments: payments.flatMap((payment) => toCardPaymentDto(payment) ?? []),
});

/** What the pages of an order show of its payments, if that has changed. */
export function paymentsChanged(
  ...changes: readonly { before?: CardPayment; after: CardPayment }[]
): EventDraft[] {
  return changes.flatMap(({ before, after }) => {
    const payment = toCardPaymentDto(after);
    if (!payment || (before && isShownAlike(before, after))) return [];
    const { customerId, _id: id, version } = after;
    return [
      draft(
        'order.payment-changed',
        { id, version },
        { customerId: customerId.toString(), payment },
      ),
    ];
  });
}

function isShownAlike(one: CardPayment, other: CardPayment): boolean {
  const shown = (of: CardPayment) => JSON.stringify({ ...toCardPaymentDto(of), version: 0 });
  return shown(one) === shown(other);
}
