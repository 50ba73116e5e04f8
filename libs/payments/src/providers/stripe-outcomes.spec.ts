import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import * as objects from '../testing/stripe-stand-in/stripe-objects.js';
import { declineCodeSchema } from './card-provider.js';
import { authorizationOutcome, outcomeOfError, savedCardOutcome } from './stripe-outcomes.js';

const { errors } = Stripe;
const card = (fields: object) => new errors.StripeCardError({ type: 'card_error', ...fields });
const refused = (fields: object) =>
  new errors.StripeInvalidRequestError({ type: 'invalid_request_error', ...fields });

describe("Stripe's errors", () => {
  it.each([
    ['card_declined', card({ code: 'card_declined', decline_code: 'generic_decline' })],
    ['card_declined', card({ code: 'incorrect_cvc' })],
    ['insufficient_funds', card({ code: 'card_declined', decline_code: 'insufficient_funds' })],
    ['card_expired', card({ code: 'expired_card' })],
    ['challenge_required', card({ code: 'authentication_required' })],
    ['authorization_expired', refused({ code: 'charge_expired_for_capture' })],
    ['seller_not_ready', refused({ code: 'insufficient_capabilities_for_transfer' })],
    ['balance_insufficient', refused({ code: 'balance_insufficient' })],
    ['amount_too_large', refused({ code: 'charge_already_refunded' })],
    ['amount_too_large', refused({ param: 'amount' })],
    ['not_found', refused({ param: 'payment_method' })],
    ['request_invalid', refused({ code: 'parameter_unknown', param: 'tip' })],
    [
      'not_authorized',
      refused({ code: 'payment_intent_unexpected_state', payment_intent: objects.paymentIntent }),
    ],
    ['key_reused', new errors.StripeIdempotencyError({ type: 'idempotency_error' })],
  ])('become %s', (code, error) => {
    expect(outcomeOfError(error)).toEqual({ state: 'declined', code });
    expect(declineCodeSchema.options).toContain(code);
  });

  it.each([
    ['no_answer', new errors.StripeConnectionError({ type: 'api_error' })],
    ['busy', new errors.StripeRateLimitError({ type: 'invalid_request_error' })],
    ['busy', new errors.StripeAPIError({ type: 'api_error', code: 'idempotency_key_in_use' })],
    ['keys_rejected', new errors.StripeAuthenticationError({ type: 'invalid_request_error' })],
    ['keys_rejected', new errors.StripePermissionError({ type: 'invalid_request_error' })],
    ['provider_failed', new errors.StripeAPIError({ type: 'api_error' })],
  ])('leave it unknown: %s', (why, error) => {
    expect(outcomeOfError(error)).toEqual({ state: 'unknown', why });
  });

  it('hide no fault of our own', () => {
    const fault = new TypeError('a fault of our own');
    expect(() => outcomeOfError(fault)).toThrow(fault);
  });
});

describe("the states of Stripe's intents", () => {
  it.each(['processing', 'a state of a later version'] as const)('%s is pending', (status) => {
    const pending = { state: 'unknown', why: 'pending' };
    expect(authorizationOutcome({ ...objects.paymentIntent, status })).toEqual(pending);
    expect(savedCardOutcome({ ...objects.setupIntent, status })).toEqual(pending);
  });

  it.each([
    ['automatic', 'authorization_expired'],
    ['expired', 'authorization_expired'],
    ['abandoned', 'authorization_canceled'],
    [null, 'authorization_canceled'],
  ])('canceled because of %s is %s', (reason, code) => {
    const status = 'canceled';
    const intent = { ...objects.paymentIntent, status, cancellation_reason: reason };
    expect(authorizationOutcome(intent)).toEqual({ state: 'declined', code });
  });
});
