import * as z from 'zod/mini';
import type { OrderMoney } from './ledger.js';
import type { Cents } from './money.js';
import { isLive } from './order-state.js';
import type { Id } from './primitives.js';

/**
 * A payment by card of one part of an order. What a request to the provider may come to is never known before its answer,
 * so a payment whose request is unanswered stays in the state of before.
 */
export const cardPaymentStateSchema = z.enum([
  /** The money is to be held. */
  'intended',
  /** The customer's bank asks for a challenge. */
  'challenge',
  /** The money is held, for some days. */
  'authorised',
  'declined',
  /** The card is saved; the money is to be held some days before the hand-over. */
  'saved',
  /** All or some of the money is taken; the rest of it is not held any more. */
  'captured',
  /** Nothing was taken, and nothing is held any more. */
  'released',
  /** The authorisation expired before the capture: the customer has to pay anew. */
  'lapsed',
  /** The bank does not take the money back: it has to be paid back by other means. */
  'refund_refused',
]);
export type CardPaymentState = z.infer<typeof cardPaymentStateSchema>;

/** What of a payment decides what is next. */
export interface CardPaymentMoney {
  readonly state: CardPaymentState;
  /** To be held, or held. */
  readonly cents: Cents;
  /** What its part owes, see {@link cardDues}; null while that is open. */
  readonly due: Cents | null;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** From when on the money is held; before, only the card is saved. Null if it is held at once. */
  readonly holdFrom?: Date | null;
  readonly dispute?: CardDispute | null;
}

/** The customer's bank has taken money back. Until it is decided nothing is given back; if it is lost, the customer has it. */
export interface CardDispute {
  readonly cents: Cents;
  readonly state: 'open' | 'won' | 'lost';
}

export const cardActSchema = z.enum(['saveCard', 'authorize', 'capture', 'cancel', 'refund']);
export type CardAct = z.infer<typeof cardActSchema>;

/** What to ask of the provider next; null for nothing. It depends on what is known alone, so it can be asked at any time. */
export function nextCardAct(payment: CardPaymentMoney): { act: CardAct; cents: Cents } | null {
  const { state, cents, due, captured, refunded, holdFrom = null, dispute = null } = payment;
  switch (state) {
    case 'intended':
      return { act: holdFrom ? 'saveCard' : 'authorize', cents };
    case 'challenge':
      return due === 0 && !holdFrom ? { act: 'cancel', cents } : null;
    case 'authorised':
      if (due === null) return null;
      return due === 0 ? { act: 'cancel', cents } : { act: 'capture', cents: Math.min(due, cents) };
    case 'captured': {
      if (due === null || dispute?.state === 'open') return null;
      const lost = dispute?.state === 'lost' ? dispute.cents : 0;
      const over = captured - refunded - lost - due;
      return over > 0 ? { act: 'refund', cents: over } : null;
    }
    case 'declined':
    case 'saved':
    case 'released':
    case 'lapsed':
    case 'refund_refused':
      return null;
  }
}

/** An answer of the provider that says what came of a request. */
export type CardAnswer =
  | { readonly state: 'succeeded'; readonly cents: Cents }
  | { readonly state: 'needs_challenge' }
  | { readonly state: 'declined' };

/** The payment after the answer to a request. */
export function afterCardAnswer<Payment extends CardPaymentMoney>(
  payment: Payment,
  act: CardAct,
  answer: CardAnswer,
): Payment {
  if (answer.state === 'needs_challenge') return { ...payment, state: 'challenge' };
  if (answer.state === 'declined') return { ...payment, state: refusedState(payment.state, act) };
  const { cents } = answer;
  switch (act) {
    case 'saveCard':
      return { ...payment, state: 'saved' };
    case 'authorize':
      return { ...payment, state: 'authorised' };
    case 'capture':
      return { ...payment, state: 'captured', captured: cents };
    case 'cancel':
      return { ...payment, state: 'released' };
    case 'refund':
      return { ...payment, refunded: payment.refunded + cents };
  }
}

function refusedState(state: CardPaymentState, act: CardAct): CardPaymentState {
  switch (act) {
    case 'saveCard':
      return 'declined';
    case 'authorize':
      // asked again later, about money that was held
      return state === 'authorised' ? 'lapsed' : 'declined';
    case 'capture':
      return 'lapsed';
    case 'cancel':
      // there is nothing to release any more
      return 'released';
    case 'refund':
      return 'refund_refused';
  }
}

type FeePart = Pick<OrderMoney['parts'][number], '_id' | 'fulfilment'>;

/** The part with whose goods the delivery fee is held: the first to be delivered, whatever becomes of it. */
export const feePartOf = <Part extends Pick<FeePart, 'fulfilment'>>(
  parts: readonly Part[],
): Part | undefined => parts.find(({ fulfilment }) => fulfilment === 'delivery');

/** What each part of a new order holds on its customer's card: the price of its goods, and one of them the delivery fee. */
export function cardHolds({
  deliveryFee,
  parts,
}: Pick<OrderMoney, 'deliveryFee'> & {
  readonly parts: readonly (FeePart & { readonly subtotal: Cents })[];
}): Map<Id, Cents> {
  const feePart = feePartOf(parts);
  return new Map(
    parts.map((part) => [part._id, part.subtotal + (part === feePart ? deliveryFee : 0)]),
  );
}

/**
 * What each part of an order owes: what came when it is handed over, nothing when it has ended, and null before. The
 * delivery fee is owed once something is delivered, as in the ledger; it is taken with the part that holds it, which
 * therefore waits for the other deliveries if it has ended itself.
 */
export function cardDues({ deliveryFee, parts }: OrderMoney): Map<Id, Cents | null> {
  const feePart = feePartOf(parts);
  const deliveries = parts.filter(({ fulfilment }) => fulfilment === 'delivery');
  const isFeeOwed = deliveries.some(({ status }) => status === 'delivered');
  const isFeeOpen = !isFeeOwed && deliveries.some(({ status }) => isLive(status));
  const dueOf = (part: OrderMoney['parts'][number]): Cents | null => {
    const isDelivered = part.status === 'delivered';
    if (isLive(part.status) && !isDelivered) return null;
    if (part === feePart && isFeeOpen) return null;
    const goods = isDelivered ? part.subtotal : 0;
    return goods + (part === feePart && isFeeOwed ? deliveryFee : 0);
  };
  return new Map(parts.map((part) => [part._id, dueOf(part)]));
}
