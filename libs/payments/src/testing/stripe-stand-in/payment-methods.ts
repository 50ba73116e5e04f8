import type Stripe from 'stripe';
import { invalid, missing } from './api-error.js';
import type { Behaviour, Books } from './books.js';
import * as objects from './stripe-objects.js';

/** The test payment methods of Stripe that the stand-in knows, and what they do. */
const TEST_METHODS: Readonly<Record<string, Behaviour>> = {
  pm_card_visa: 'success',
  pm_card_visa_chargeDeclined: 'decline',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  pm_card_authenticationRequired: 'challenge',
};

interface CardError {
  type: 'card_error';
  code: string;
  decline_code: string;
  message: string;
}

/** The payment method that a request names; one of another customer, or one that was used once, is refused. */
export function methodOf(
  books: Books,
  named: { payment_method?: string | undefined; confirmation_token?: string | undefined },
  customer: string,
): Stripe.PaymentMethod {
  const { payment_method: id, confirmation_token: token } = named;
  if ((id === undefined) === (token === undefined))
    throw invalid('Give either a payment_method or a confirmation_token.', {
      code: 'parameter_missing',
      param: 'payment_method',
    });
  if (token !== undefined) return confirmed(books, token);
  if (id !== undefined && Object.hasOwn(TEST_METHODS, id)) return newMethod(books, id);
  const method = books.records.paymentMethods[id ?? ''];
  if (!method) throw missing('PaymentMethod', id ?? '', 'payment_method', 400);
  if (method.customer !== customer)
    throw invalid('The payment method does not belong to the Customer you supplied.', {
      param: 'payment_method',
    });
  return method;
}

/** What the Payment Element in the browser makes of a card. */
export function newConfirmationToken(books: Books, testMethod: string): string {
  const id = books.id('ctoken');
  books.records.confirmationTokens[id] = newMethod(books, testMethod).id;
  return id;
}

function confirmed({ records }: Books, token: string): Stripe.PaymentMethod {
  const method = records.paymentMethods[records.confirmationTokens[token] ?? ''];
  if (!method) throw missing('confirmation_token', token, 'confirmation_token', 400);
  delete records.confirmationTokens[token];
  return method;
}

function newMethod(books: Books, testMethod: string): Stripe.PaymentMethod {
  const id = books.id('pm');
  const method = { ...structuredClone(objects.paymentMethod), id, created: books.seconds };
  // of the card's number
  if (method.card) method.card.fingerprint = testMethod;
  books.records.paymentMethods[id] = method;
  books.records.behaviours[id] = TEST_METHODS[testMethod] ?? 'decline';
  return method;
}

/** What the bank says to a confirmation: an error, a challenge, or undefined if it agrees. */
export function confirm(
  { records }: Books,
  method: string,
  present: boolean,
): CardError | 'challenge' | undefined {
  const error = (decline: string, message: string, code = 'card_declined'): CardError => ({
    type: 'card_error',
    code,
    decline_code: decline,
    message,
  });
  switch (records.behaviours[method]) {
    case 'success':
    case 'challenge_passed':
      return undefined;
    case 'insufficient_funds':
      return error('insufficient_funds', 'Your card has insufficient funds.');
    case 'challenge':
      if (present) return 'challenge';
      return error(
        'authentication_required',
        'Your card was declined. This transaction requires authentication.',
        'authentication_required',
      );
    default:
      return error('generic_decline', 'Your card was declined.');
  }
}
