import { type CheckoutPayment, type OrderPayments, toDollars } from '#libs/contracts';
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

export function toOrderPayment({
  order,
  cents,
  captured,
  refunded,
  ...payment
}: CardPayment): OrderPayments['payments'] {
  if (!order) return [];
  return [
    {
      _id: payment._id.toString(),
      partId: order.partId,
      state: payment.state,
      held: toDollars(cents),
      captured: toDollars(captured),
      refunded: toDollars(refunded),
      card: payment.shownCard,
      expiresAt: payment.expiresAt?.toISOString() ?? null,
    },
  ];
}
