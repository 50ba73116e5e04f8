import { refusedRefund, toDollars, type WaitingPayment } from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import type { CardPayment } from './card-payment.model.js';

/** What admins are shown of it, if it waits or has waited before this write. */
export function waitChanged(
  before: Pick<CardPayment, 'waitsSince'>,
  after: CardPayment,
): EventDraft[] {
  if (!before.waitsSince && !after.waitsSince) return [];
  const { _id: id, version } = after;
  return [draft('waiting-payment.changed', { id, version }, { payment: toWaitingPayment(after) })];
}

export const toWaitingPayment = (payment: CardPayment): WaitingPayment => ({
  _id: payment._id.toString(),
  wait: toWait(payment),
  order: payment.order && { _id: payment.order._id.toString(), code: payment.order.code },
  card: payment.shownCard,
  version: payment.version,
});

function toWait(payment: CardPayment): WaitingPayment['wait'] {
  const { open, waitsSince, cents } = payment;
  if (!waitsSince) return null;
  const since = waitsSince.toISOString();
  if (!open)
    return {
      reason: 'refund_refused',
      since,
      act: 'refund',
      amount: toDollars(refusedRefund(payment)),
    };
  const asked = 'cents' in open.request ? open.request.cents : cents;
  return { reason: 'unanswered', since, act: open.act, amount: toDollars(asked) };
}
