import * as z from 'zod/mini';
import type { DisputeState } from './disputes.js';
import { feeSpent, type OrderMoney, settlementOf } from './ledger.js';
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

/** A card as it is shown: `Visa •••• 4242`. */
export const shownCardSchema = z.object({ brand: z.string(), last4: z.string() });
export type ShownCard = z.infer<typeof shownCardSchema>;

/** What of a payment decides what is next. */
export interface CardPaymentMoney {
  readonly state: CardPaymentState;
  /** To be held, or held. */
  readonly cents: Cents;
  /** What its part owes, see {@link cardDues}; null while that is open. */
  readonly due: Cents | null;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** When the money is to be held; until then only the card is saved. Null for at once. */
  readonly authorizeAt?: Date | null;
  readonly disputes?: readonly CardDispute[];
}

/** The customer's bank has taken money back: nothing is refunded until it is decided; lost, it is the customer's. */
export interface CardDispute {
  readonly cents: Cents;
  readonly state: DisputeState;
}

export const cardActSchema = z.enum(['saveCard', 'authorize', 'capture', 'cancel', 'refund']);
export type CardAct = z.infer<typeof cardActSchema>;
/** With what moves a farm's share of what was captured. */
export const paymentActSchema = z.enum([...cardActSchema.options, 'transfer', 'reverse']);
export type PaymentAct = z.infer<typeof paymentActSchema>;

/** What to ask of the provider next; null for nothing. It depends on what is known alone, so it can be asked at any time. */
export function nextCardAct(payment: CardPaymentMoney): { act: CardAct; cents: Cents } | null {
  const { state, cents, due, authorizeAt = null } = payment;
  switch (state) {
    case 'intended':
      return due === 0 ? null : { act: authorizeAt ? 'saveCard' : 'authorize', cents };
    case 'challenge':
      return due === 0 && !authorizeAt ? { act: 'cancel', cents } : null;
    case 'authorised':
      if (due === null) return null;
      return due === 0 ? { act: 'cancel', cents } : { act: 'capture', cents: Math.min(due, cents) };
    case 'captured': {
      const over = takenTooMuch(payment);
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

type Disputed = Pick<CardPaymentMoney, 'disputes'>;
type Kept = Disputed & Pick<CardPaymentMoney, 'captured' | 'due' | 'refunded'>;

/** Whether a dispute of the payment is not decided yet. */
export const isDisputed = ({ disputes = [] }: Disputed): boolean =>
  disputes.some(({ state }) => state === 'open');

const lostOf = ({ disputes = [] }: Disputed): Cents =>
  disputes.reduce((sum, { state, cents }) => sum + (state === 'lost' ? cents : 0), 0);

/** What is kept of more than is owed; 0 while that is open. */
const overpaid = ({ due, captured, refunded }: Kept): Cents =>
  due === null ? 0 : Math.max(0, captured - refunded - due);

/** What of that the customer has by lost disputes, in place of a refund. */
export const refundedByBank = (payment: Kept): Cents =>
  Math.min(overpaid(payment), lostOf(payment));

/** What is to be given back; 0 until a dispute is decided. */
const takenTooMuch = (payment: Kept): Cents =>
  isDisputed(payment) ? 0 : overpaid(payment) - refundedByBank(payment);

/**
 * What the customer has to pay anew, in cents, because no card holds it any more. A challenge that they did not answer
 * is as good as none.
 */
export function unpaidOf({
  state,
  cents,
  due,
}: Omit<CardPaymentMoney, 'captured' | 'refunded'>): Cents {
  return state === 'lapsed' || state === 'declined' || state === 'challenge' ? (due ?? cents) : 0;
}

/** Whether nothing is to be taken, released or given back any more. */
export const isSettled = (payment: CardPaymentMoney): boolean =>
  payment.due !== null &&
  payment.state !== 'intended' &&
  (payment.state !== 'saved' || payment.due === 0) &&
  unpaidOf(payment) === 0 &&
  overpaid(payment) === refundedByBank(payment) &&
  nextCardAct(payment) === null;

/** What a refused refund leaves to be paid back by other means; 0 for any other payment. */
export const refusedRefund = (payment: CardPaymentMoney): Cents =>
  payment.state === 'refund_refused' ? takenTooMuch(payment) : 0;

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

/**
 * What each part of a new order holds on its customer's card: the price of its goods, and one of them the delivery fee,
 * without what store credit pays.
 */
export function cardHolds(
  order: Pick<OrderMoney, 'deliveryFee' | 'feeCredit'> & {
    readonly parts: readonly (FeePart & {
      readonly subtotal: Cents;
      readonly credit?: Cents | undefined;
    })[];
  },
): Map<Id, Cents> {
  const { deliveryFee, feeCredit = 0, parts } = order;
  const feePart = feePartOf(parts);
  return new Map(
    parts.map((part) => {
      const goods = part.subtotal - (part.credit ?? 0);
      return [part._id, goods + (part === feePart ? deliveryFee - feeCredit : 0)];
    }),
  );
}

/**
 * What each part of an order owes: what came when it is handed over, less what store credit paid and what was
 * refunded; nothing when it has ended, and null before. The delivery fee is owed once something is delivered, as in
 * the ledger; it is taken with the part that holds it, which therefore waits for the other deliveries if it has ended
 * itself.
 */
export function cardDues(order: OrderMoney): Map<Id, Cents | null> {
  const { parts } = order;
  const feePart = feePartOf(parts);
  const deliveries = parts.filter(({ fulfilment }) => fulfilment === 'delivery');
  const isFeeOwed = deliveries.some(({ status }) => status === 'delivered');
  const isFeeOpen = !isFeeOwed && deliveries.some(({ status }) => isLive(status));
  const dueOf = (part: OrderMoney['parts'][number]): Cents | null => {
    const isDelivered = part.status === 'delivered';
    if (isLive(part.status) && !isDelivered) return null;
    if (part === feePart && isFeeOpen) return null;
    const { paid, paidBack } = settlementOf(part);
    const fee = part === feePart && isFeeOwed ? order.deliveryFee - feeSpent(order) : 0;
    return (isDelivered ? paid - paidBack : 0) + fee;
  };
  return new Map(parts.map((part) => [part._id, dueOf(part)]));
}
