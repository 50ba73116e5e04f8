import type Stripe from 'stripe';
import * as z from 'zod';
import { ApiError, invalid, missing } from './api-error.js';
import { endpoint, pageOf, type World } from './endpoint.js';
import { flag, list, metadata, page, positive, takes, text } from './parameters.js';
import { confirm, methodOf } from './payment-methods.js';
import * as objects from './stripe-objects.js';

/** Stripe takes no smaller payment in USD. */
const MIN_CENTS = 50;
const HOLD_SECONDS = 7 * 24 * 3600;

const newCard = {
  payment_method: text.optional(),
  confirmation_token: text.optional(),
  allowed_payment_method_types: list(z.literal('card')).optional(),
  use_stripe_sdk: flag.optional(),
  confirm: z.literal('true'),
};

export const paymentEndpoints = [
  endpoint(
    'POST',
    '/v1/customers',
    takes({ email: z.email().optional(), name: text.optional(), metadata: metadata.optional() }),
    ({ books }, { email, metadata: marks }) => {
      const id = books.id('cus');
      const customer = { ...objects.customer, id, created: books.seconds };
      books.records.customers[id] = { ...customer, email: email ?? null, metadata: marks ?? {} };
      return books.records.customers[id];
    },
  ),
  endpoint('DELETE', '/v1/customers/:id', takes({}), ({ books }, _, id) => {
    if (!books.records.customers[id]) throw missing('customer', id, 'id');
    delete books.records.customers[id];
    for (const method of Object.values(books.records.paymentMethods))
      if (method.customer === id) method.customer = null;
    return { id, object: 'customer', deleted: true };
  }),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    takes({ ...page, type: z.literal('card').optional() }),
    (world, query, id) => {
      const customer = customerOf(world, id);
      const methods = Object.values(world.books.records.paymentMethods);
      return pageOf(
        `/v1/customers/${id}/payment_methods`,
        methods.filter((method) => method.customer === customer),
        query,
      );
    },
  ),
  endpoint('GET', '/v1/payment_methods/:id', takes({}), ({ books }, _, id) => {
    const method = books.records.paymentMethods[id];
    if (!method) throw missing('PaymentMethod', id, 'payment_method');
    return method;
  }),
  endpoint('POST', '/v1/payment_methods/:id/detach', takes({}), ({ books }, _, id) => {
    const method = books.records.paymentMethods[id];
    if (!method?.customer) throw invalid('The payment method is not attached to a customer.');
    method.customer = null;
    return method;
  }),
  endpoint(
    'POST',
    '/v1/setup_intents',
    takes({
      ...newCard,
      customer: text,
      usage: z.enum(['off_session', 'on_session']).optional(),
      metadata: metadata.optional(),
    }),
    (world, parameters) => {
      const { books, events } = world;
      const customer = customerOf(world, parameters.customer);
      const method = methodOf(books, parameters, customer);
      const id = books.id('seti');
      const intent: Stripe.SetupIntent = {
        ...objects.setupIntent,
        id,
        client_secret: `${id}_secret_standin`,
        created: books.seconds,
        customer,
        payment_method: method.id,
        allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
        metadata: parameters.metadata ?? {},
      };
      books.records.setupIntents[id] = intent;
      const error = confirm(books, method.id, true);
      if (error === 'challenge') {
        intent.status = 'requires_action';
        intent.next_action = { type: 'use_stripe_sdk' };
        events.emit('setup_intent.requires_action', intent);
        return intent;
      }
      if (error) {
        intent.last_setup_error = { ...error, payment_method: method };
        events.emit('setup_intent.setup_failed', intent);
        throw new ApiError(402, { ...error, setup_intent: intent });
      }
      return finishSetup(world, intent);
    },
  ),
  endpoint(
    'GET',
    '/v1/setup_intents',
    takes({ ...page, customer: text.optional() }),
    ({ books }, query) =>
      pageOf(
        '/v1/setup_intents',
        Object.values(books.records.setupIntents).filter(
          ({ customer }) => query.customer === undefined || customer === query.customer,
        ),
        query,
      ),
  ),
  endpoint(
    'POST',
    '/v1/payment_intents',
    takes({
      ...newCard,
      amount: positive,
      currency: z.literal('usd'),
      customer: text,
      capture_method: z.literal('manual'),
      setup_future_usage: z.literal('off_session').optional(),
      off_session: flag.optional(),
      metadata: metadata.optional(),
    }),
    (world, parameters) => {
      const { books, events } = world;
      const customer = customerOf(world, parameters.customer);
      if (parameters.amount < MIN_CENTS)
        throw invalid('Amount must be at least $0.50 usd', {
          code: 'amount_too_small',
          param: 'amount',
        });
      const method = methodOf(books, parameters, customer);
      const id = books.id('pi');
      const intent: Stripe.PaymentIntent = {
        ...objects.paymentIntent,
        id,
        client_secret: `${id}_secret_standin`,
        created: books.seconds,
        amount: parameters.amount,
        customer,
        payment_method: method.id,
        allowed_payment_method_types: parameters.allowed_payment_method_types ?? null,
        setup_future_usage: parameters.setup_future_usage ?? null,
        metadata: parameters.metadata ?? {},
      };
      books.records.paymentIntents[id] = intent;
      const error = confirm(books, method.id, parameters.off_session !== true);
      if (error === 'challenge') {
        intent.status = 'requires_action';
        intent.next_action = { type: 'use_stripe_sdk' };
        events.emit('payment_intent.requires_action', intent);
        return intent;
      }
      if (error) {
        intent.last_payment_error = { ...error, payment_method: method };
        events.emit('payment_intent.payment_failed', intent);
        throw new ApiError(402, { ...error, payment_intent: intent });
      }
      return hold(world, intent);
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_intents',
    takes({ ...page, customer: text.optional() }),
    ({ books }, query) =>
      pageOf(
        '/v1/payment_intents',
        Object.values(books.records.paymentIntents).filter(
          ({ customer }) => query.customer === undefined || customer === query.customer,
        ),
        query,
      ),
  ),
  endpoint('GET', '/v1/payment_intents/:id', takes({}), (world, _, id) => intentOf(world, id)),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/capture',
    takes({ amount_to_capture: positive.optional(), metadata: metadata.optional() }),
    (world, { amount_to_capture: amount, metadata: marks }, id) => {
      const { books, events } = world;
      const intent = intentOf(world, id);
      if (intent.status !== 'requires_capture') throw unexpectedState(intent);
      const taken = amount ?? intent.amount_capturable;
      if (taken > intent.amount_capturable)
        throw invalid('The requested capture amount is greater than the capturable amount', {
          code: 'amount_too_large',
          param: 'amount_to_capture',
        });
      Object.assign(intent, { status: 'succeeded', amount_received: taken, amount_capturable: 0 });
      Object.assign(intent.metadata, marks);
      const charge = books.records.charges[String(intent.latest_charge)];
      if (charge) Object.assign(charge, { captured: true, amount_captured: taken });
      events.emit('payment_intent.succeeded', intent);
      return intent;
    },
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/cancel',
    takes({ cancellation_reason: text.optional() }),
    (world, { cancellation_reason: reason }, id) => {
      const intent = intentOf(world, id);
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw unexpectedState(intent);
      return cancel(world, intent, reason ?? null);
    },
  ),
  endpoint(
    'POST',
    '/v1/refunds',
    takes({ charge: text, amount: positive.optional(), metadata: metadata.optional() }),
    ({ books, events }, { charge: of, amount, metadata: marks }) => {
      const charge = books.records.charges[of];
      if (!charge) throw missing('charge', of, 'charge');
      const left = charge.amount_captured - charge.amount_refunded;
      if (left === 0)
        throw invalid(`Charge ${of} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      const cents = amount ?? left;
      // Stripe gives no code for it.
      if (cents > left)
        throw invalid('Refund amount is greater than unrefunded amount on charge', {
          param: 'amount',
        });
      charge.amount_refunded += cents;
      const id = books.id('re');
      books.records.refunds[id] = {
        ...objects.refund,
        id,
        amount: cents,
        charge: of,
        payment_intent: charge.payment_intent,
        created: books.seconds,
        metadata: marks ?? {},
      };
      events.emit('refund.created', books.records.refunds[id]);
      return books.records.refunds[id];
    },
  ),
  endpoint('GET', '/v1/refunds', takes({ ...page, charge: text }), ({ books }, query) => {
    if (!books.records.charges[query.charge]) throw missing('charge', query.charge, 'charge');
    const refunds = Object.values(books.records.refunds);
    return pageOf(
      '/v1/refunds',
      refunds.filter(({ charge }) => charge === query.charge),
      query,
    );
  }),
];

/** What a bank does a week after an authorisation that nobody captured. */
export function expireHolds(world: World): void {
  const { charges, paymentIntents } = world.books.records;
  for (const intent of Object.values(paymentIntents)) {
    if (intent.status !== 'requires_capture') continue;
    const charge = charges[String(intent.latest_charge)];
    const before = charge?.payment_method_details?.card?.capture_before ?? 0;
    if (before <= world.books.seconds) cancel(world, intent, 'automatic');
  }
}

/** The customer answers the challenge of an intent; nothing happens if none is open. */
export function answerChallenge(world: World, id: string, passed: boolean): void {
  const { paymentIntents, setupIntents, behaviours } = world.books.records;
  const intent = paymentIntents[id] ?? setupIntents[id];
  if (intent?.status !== 'requires_action') return;
  intent.next_action = null;
  if (passed) {
    behaviours[String(intent.payment_method)] = 'challenge_passed';
    if (intent.object === 'payment_intent') hold(world, intent);
    else finishSetup(world, intent);
    return;
  }
  intent.status = 'requires_payment_method';
  const error = { type: 'card_error' as const, message: 'The challenge failed.' };
  if (intent.object === 'payment_intent') {
    intent.last_payment_error = { ...error, code: 'payment_intent_authentication_failure' };
    world.events.emit('payment_intent.payment_failed', intent);
  } else {
    intent.last_setup_error = { ...error, code: 'setup_intent_authentication_failure' };
    world.events.emit('setup_intent.setup_failed', intent);
  }
}

function hold(world: World, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const { books, events } = world;
  const id = books.id('ch');
  const charge = structuredClone({
    ...objects.charge,
    id,
    amount: intent.amount,
    created: books.seconds,
    customer: intent.customer,
    payment_intent: intent.id,
    payment_method: String(intent.payment_method),
  });
  if (charge.payment_method_details?.card)
    charge.payment_method_details.card.capture_before = books.seconds + HOLD_SECONDS;
  books.records.charges[id] = charge;
  Object.assign(intent, {
    status: 'requires_capture',
    amount_capturable: intent.amount,
    latest_charge: id,
  });
  if (intent.setup_future_usage) attach(world, intent);
  events.emit('payment_intent.amount_capturable_updated', intent);
  return intent;
}

function finishSetup(world: World, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  intent.status = 'succeeded';
  attach(world, intent);
  world.events.emit('setup_intent.succeeded', intent);
  return intent;
}

function attach({ books }: World, intent: Stripe.PaymentIntent | Stripe.SetupIntent): void {
  const method = books.records.paymentMethods[String(intent.payment_method)];
  if (method) method.customer = String(intent.customer);
}

function cancel(world: World, intent: Stripe.PaymentIntent, reason: string | null) {
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: world.books.seconds,
    cancellation_reason: reason,
    amount_capturable: 0,
    next_action: null,
  });
  world.events.emit('payment_intent.canceled', intent);
  return intent;
}

function customerOf({ books }: World, id: string): string {
  if (!books.records.customers[id]) throw missing('customer', id, 'customer', 400);
  return id;
}

function intentOf({ books }: World, id: string): Stripe.PaymentIntent {
  const intent = books.records.paymentIntents[id];
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
}

const unexpectedState = (intent: Stripe.PaymentIntent) =>
  new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent's state is ${intent.status}.`,
    payment_intent: intent,
  });
