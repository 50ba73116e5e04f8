import { afterCardAnswer, type CardAct, type Cents } from '#libs/contracts';
import type { CardPayment, PaymentRequest, StoredIntention } from './card-payment.model.js';
import type { Finding } from './providers/card-provider.js';

/** The intention to do this next with a payment; null for nothing. */
export function withIntention(
  payment: CardPayment,
  next: { act: CardAct; cents: Cents } | null,
): StoredIntention | null {
  if (!next) return null;
  const key = `${payment._id}-${payment.closed.length + 1}`;
  const request = requestOf(payment, key, next);
  const unanswered = { tries: 0, why: null, outcome: null };
  return { key, act: next.act, request, since: new Date(), ...unanswered };
}

function requestOf(
  { payer, card, present, authorization, capture }: CardPayment,
  key: string,
  { act, cents }: { act: CardAct; cents: Cents },
): PaymentRequest {
  const money = { cents, currency: 'usd' } as const;
  switch (act) {
    case 'authorize':
      return { key, payer, ...money, card, present };
    case 'capture':
      return { key, authorization: named(authorization), ...money };
    case 'cancel':
      return { key, authorization: named(authorization) };
    case 'refund':
      return { key, capture: named(capture), ...money };
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
export function answered(
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
  const code = finding.state === 'declined' ? finding.code : null;
  return {
    ...afterCardAnswer(next, intention.act, finding),
    ...knownFrom(intention.act, finding),
    challenge: finding.state === 'needs_challenge' ? finding.clientSecret : null,
    code,
  };
}

/** What an answer says of the money. */
function knownFrom(act: CardAct, finding: Finding): Partial<CardPayment> {
  if (finding.state === 'needs_challenge') return { authorization: finding.reference };
  if (finding.state !== 'succeeded') return {};
  const { reference, expiresAt = null, card } = finding;
  switch (act) {
    case 'authorize':
      return {
        authorization: reference,
        expiresAt,
        shownCard: card ? { brand: card.brand, last4: card.last4 } : null,
        savedCard: card?.reference ?? null,
      };
    case 'capture':
      return { capture: reference };
    case 'cancel':
    case 'refund':
      return {};
  }
}
