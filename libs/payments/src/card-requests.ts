import {
  afterCardAnswer,
  afterReversal,
  afterTransfer,
  type CardAct,
  type Cents,
  type FarmTransfer,
  type Id,
  nextCardAct,
  transferSteps,
} from '#libs/contracts';
import type { CardPayment, PaymentRequest, StoredIntention } from './card-payment.model.js';
import type { Finding } from './providers/card-provider.js';

/** What to ask of the provider next about a payment. */
export type NextAct =
  | { readonly act: CardAct; readonly cents: Cents }
  | {
      readonly act: 'transfer';
      readonly farmId: Id;
      readonly seller: string;
      readonly cents: Cents;
    }
  | { readonly act: 'reverse'; readonly transfer: FarmTransfer; readonly cents: Cents };

/**
 * What becomes of a payment without a request: of a saved card, once its time has come, its part is handed over or has
 * ended; of a card that was not asked yet, once nothing is owed. Null while it waits.
 */
export function stateWithoutRequest({
  state,
  open,
  due,
  authorizeAt,
}: CardPayment): 'lapsed' | 'released' | null {
  if (open) return null;
  if (state === 'intended') return due === 0 ? 'released' : null;
  if (!authorizeAt || (state !== 'saved' && state !== 'challenge')) return null;
  if (due === 0) return 'released';
  const isTime = due !== null || authorizeAt.getTime() <= Date.now();
  return state === 'saved' && isTime ? 'lapsed' : null;
}

/** Whether a payment says itself that something is next; what a farm gets its balance decides. */
export const hasNext = (payment: CardPayment): boolean =>
  stateWithoutRequest(payment) !== null ||
  nextCardAct(payment) !== null ||
  transferSteps(payment).length > 0;

/** The intention to do this next with a payment; null for nothing. */
export function withIntention(payment: CardPayment, next: NextAct | null): StoredIntention | null {
  if (!next) return null;
  const key = `${payment._id}-${payment.closed.length + 1}`;
  const request = requestOf(payment, key, next);
  const unanswered = { tries: 0, why: null, outcome: null };
  const farmId = next.act === 'transfer' ? next.farmId : null;
  return { key, act: next.act, farmId, request, since: new Date(), ...unanswered };
}

function requestOf(
  { payer, card, present, authorization, capture }: CardPayment,
  key: string,
  next: NextAct,
): PaymentRequest {
  const money = { cents: next.cents, currency: 'usd' } as const;
  switch (next.act) {
    case 'saveCard':
      if (card.kind === 'saved') throw new Error('the card is saved already');
      return { key, payer, token: card.token };
    case 'authorize':
      return { key, payer, ...money, card, present };
    case 'capture':
      return { key, authorization: named(authorization), ...money };
    case 'cancel':
      return { key, authorization: named(authorization) };
    case 'refund':
      return { key, capture: named(capture), ...money };
    case 'transfer':
      return { key, seller: next.seller, capture: named(capture), ...money };
    case 'reverse': {
      const { reference: transfer, seller } = next.transfer;
      return { key, transfer, seller, capture: named(capture), ...money };
    }
  }
}

function named(reference: string | null): string {
  if (reference === null) throw new Error('the provider has not named what this payment holds');
  return reference;
}

/**
 * The payment after an answer about an intention. What is not known stays open; what has not arrived is closed, so that
 * it is intended anew.
 */
export function afterAnswer(
  payment: CardPayment,
  intention: StoredIntention,
  finding: Finding,
): CardPayment {
  if (finding.state === 'unknown')
    return payment.open ? { ...payment, open: { ...payment.open, why: finding.why } } : payment;
  const closed = payment.open
    ? [...payment.closed, { ...payment.open, outcome: finding.state }]
    : payment.closed;
  const next = { ...payment, open: null, closed };
  if (finding.state === 'absent') return next;
  const { act } = intention;
  if (act === 'transfer' || act === 'reverse') return afterTransferAnswer(next, intention, finding);
  const code = finding.state === 'declined' ? finding.code : null;
  return {
    ...afterCardAnswer(next, act, finding),
    ...knownFrom(act, finding),
    challenge: finding.state === 'needs_challenge' ? finding.clientSecret : null,
    code,
  };
}

/** The payment after a transfer to a farm, or after what was taken back of one. */
function afterTransferAnswer(
  payment: CardPayment,
  { farmId, request }: StoredIntention,
  finding: Finding,
): CardPayment {
  const made = finding.state === 'succeeded' ? finding : null;
  if ('transfer' in request) return afterReversal(payment, request.transfer, made?.cents ?? null);
  if (!('seller' in request) || farmId === null) throw new Error('a transfer to nobody');
  const { seller } = request;
  return afterTransfer(
    payment,
    farmId,
    made && { seller, reference: made.reference, cents: made.cents },
  );
}

/** What an answer says of the money. */
function knownFrom(act: CardAct, finding: Finding): Partial<CardPayment> {
  if (finding.state === 'needs_challenge') return { authorization: finding.reference };
  if (finding.state !== 'succeeded') return {};
  const { reference, expiresAt = null, card } = finding;
  const known = {
    shownCard: card ? { brand: card.brand, last4: card.last4 } : null,
    savedCard: card?.reference ?? null,
  };
  switch (act) {
    case 'saveCard':
      return known;
    case 'authorize':
      return { authorization: reference, expiresAt, ...known };
    case 'capture':
      return { capture: reference };
    case 'cancel':
    case 'refund':
      return {};
  }
}
