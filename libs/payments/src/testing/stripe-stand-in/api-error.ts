import type Stripe from 'stripe';

/** An answer that Stripe gives instead of an object. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
      readonly message: string;
      readonly code?: string;
      readonly decline_code?: string;
      readonly param?: string;
      readonly payment_intent?: Stripe.PaymentIntent;
      readonly setup_intent?: Stripe.SetupIntent;
    },
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, details: { code?: string; param?: string } = {}) =>
  new ApiError(400, { type: 'invalid_request_error', message, ...details });

export const missing = (what: string, id: string, param = 'id', status = 404) =>
  new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });
