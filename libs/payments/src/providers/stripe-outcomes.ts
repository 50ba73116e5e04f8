import Stripe from 'stripe';
import { type DeclineCode, declined, type Outcome, unknown } from './card-provider.js';

/** Stripe's error codes that mean something else here than "the card was declined". */
const CODES: Readonly<Record<string, DeclineCode>> = {
  account_invalid: 'not_found',
  amount_too_large: 'amount_too_large',
  amount_too_small: 'amount_too_small',
  authentication_required: 'challenge_required',
  balance_insufficient: 'balance_insufficient',
  capture_charge_authorization_expired: 'authorization_expired',
  charge_already_captured: 'already_captured',
  charge_already_refunded: 'amount_too_large',
  charge_expired_for_capture: 'authorization_expired',
  expired_card: 'card_expired',
  insufficient_capabilities_for_transfer: 'seller_not_ready',
  insufficient_funds: 'insufficient_funds',
  payment_intent_authentication_failure: 'challenge_failed',
  resource_missing: 'not_found',
  setup_intent_authentication_failure: 'challenge_failed',
  transfers_not_allowed: 'seller_not_ready',
};
/** Parameters whose error has no code of its own. */
const PARAMETERS: Readonly<Record<string, DeclineCode>> = {
  amount: 'amount_too_large',
  amount_to_capture: 'amount_too_large',
  confirmation_token: 'not_found',
  payment_method: 'not_found',
};

/** What an error of the package says; what is no answer of Stripe and no failed connection is thrown on. */
export function outcomeOfError(
  error: unknown,
): (Outcome & { state: 'declined' | 'unknown' }) | never {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) throw error;
  if (error instanceof errors.StripeConnectionError) return unknown('no_answer');
  if (error instanceof errors.StripeIdempotencyError) return declined('key_reused');
  if (error instanceof errors.StripeCardError) return declined(cardCode(error));
  if (error.code === 'payment_intent_unexpected_state' && error.payment_intent)
    return declined(endOf(error.payment_intent) ?? 'not_authorized');
  const code = CODES[error.code ?? ''];
  if (code) return declined(code);
  if (error instanceof errors.StripeInvalidRequestError)
    return declined(PARAMETERS[error.param ?? ''] ?? 'request_invalid');
  if (error instanceof errors.StripeRateLimitError || error.code === 'idempotency_key_in_use')
    return unknown('busy');
  const keys =
    error instanceof errors.StripeAuthenticationError ||
    error instanceof errors.StripePermissionError;
  return unknown(keys ? 'keys_rejected' : 'provider_failed');
}

function cardCode(error: { code?: string | undefined; decline_code?: string | undefined }) {
  return CODES[error.decline_code ?? ''] ?? CODES[error.code ?? ''] ?? 'card_declined';
}

/** Why an intent can be neither captured nor canceled any more; undefined while it can. */
export function endOf({
  status,
  cancellation_reason: reason,
}: Stripe.PaymentIntent): DeclineCode | undefined {
  if (status === 'succeeded') return 'already_captured';
  if (status !== 'canceled') return undefined;
  // Stripe cancels what was not captured in time.
  return reason === 'automatic' || reason === 'expired'
    ? 'authorization_expired'
    : 'authorization_canceled';
}

/** The outcome of the authorisation; `latest_charge` and `payment_method` are expanded. */
export function authorizationOutcome(intent: Stripe.PaymentIntent): Outcome {
  switch (intent.status) {
    case 'requires_capture':
    case 'succeeded':
      return {
        state: 'succeeded',
        reference: intent.id,
        cents: intent.amount,
        ...expiryOf(intent.latest_charge),
        ...cardOf(intent.payment_method),
      };
    case 'requires_action':
    case 'requires_confirmation':
      return challenge(intent);
    case 'requires_payment_method':
      return declined(cardCode(intent.last_payment_error ?? {}));
    case 'canceled':
      return declined(endOf(intent) ?? 'authorization_canceled');
    default:
      return unknown('pending');
  }
}

/** A refund or a transfer names the charge, not the intent. */
export const captureOutcome = ({
  latest_charge,
  amount_received,
}: Stripe.PaymentIntent): Outcome => ({
  state: 'succeeded',
  reference: idOf(latest_charge) ?? '',
  cents: amount_received,
});

export const cancelOutcome = ({ id, amount }: Stripe.PaymentIntent): Outcome => ({
  state: 'succeeded',
  reference: id,
  cents: amount,
});

/** Why an intent has ended, as an outcome. */
export function ended(intent: Stripe.PaymentIntent): Outcome | undefined {
  const code = endOf(intent);
  return code && declined(code);
}

export function savedCardOutcome(intent: Stripe.SetupIntent): Outcome {
  switch (intent.status) {
    case 'succeeded':
      return {
        state: 'succeeded',
        reference: intent.id,
        cents: 0,
        ...cardOf(intent.payment_method),
      };
    case 'requires_action':
    case 'requires_confirmation':
      return challenge(intent);
    case 'requires_payment_method':
    case 'canceled':
      return declined(cardCode(intent.last_setup_error ?? {}));
    default:
      return unknown('pending');
  }
}

export function refundOutcome({ id, amount, status }: Stripe.Refund): Outcome {
  if (status === 'succeeded') return { state: 'succeeded', reference: id, cents: amount };
  if (status === 'failed' || status === 'canceled') return declined('refund_failed');
  return unknown('pending');
}

/** Of a transfer or a reversal: Stripe makes them at once. */
export const movedOutcome = ({ id, amount }: { id: string; amount: number }): Outcome => ({
  state: 'succeeded',
  reference: id,
  cents: amount,
});

/** The id of an object that may be expanded. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id;

const challenge = (intent: { id: string; client_secret: string | null }): Outcome => ({
  state: 'needs_challenge',
  reference: intent.id,
  clientSecret: intent.client_secret ?? '',
});

function expiryOf(charge: Stripe.PaymentIntent['latest_charge']) {
  if (charge === null || typeof charge === 'string') return {};
  const seconds = charge.payment_method_details?.card?.capture_before;
  return seconds === undefined ? {} : { expiresAt: new Date(seconds * 1000) };
}

function cardOf(method: Stripe.PaymentIntent['payment_method']) {
  if (method === null || typeof method === 'string' || !method.card) return {};
  const { brand, last4 } = method.card;
  // Only a card that belongs to a customer can be charged again.
  return { card: { reference: method.customer ? method.id : null, brand, last4 } };
}
