import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkoutPaymentSchema, type OrderDto } from '#libs/contracts';
import { waitFor } from '#libs/testing';
import type { Webhook } from './providers/webhooks.js';
import { BOTH, CardShop, ONE } from './testing/card-shop.js';
import { signedWebhook } from './testing/stripe-stand-in/events.js';
import {
  type FaultPlan,
  firstOf,
  NO_FAULTS,
  type RequestFault,
} from './testing/stripe-stand-in/faults.js';
import { StripeStandIn } from './testing/stripe-stand-in/stripe-stand-in.js';

const KEY = 'sk_test_stand_in';
/** Of the endpoint of the market, and of the one of its connected accounts. */
const [OWN, CONNECT] = ['whsec_of_the_market', 'whsec_of_the_accounts'];
const VISA = 'pm_card_visa';

let shop: CardShop;
let standIn: StripeStandIn;
let seller: string;
/** What Stripe has sent, last at the end. */
const sent: Webhook[] = [];
const post = ({ body, headers }: Webhook) =>
  shop.market.visitor.call('POST', '/webhooks/cards', body.toString(), {
    'content-type': 'application/json',
    'stripe-signature': String(headers['stripe-signature']),
  });

beforeAll(async () => {
  standIn = new StripeStandIn({
    secretKey: KEY,
    secret: CONNECT,
    deliver: async (webhook) => {
      sent.push(webhook);
      const { status } = await post(webhook);
      if (status !== 204) throw new Error(`the market answered ${status}`);
    },
  });
  await standIn.listen();
  shop = await CardShop.open({
    CARD_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
    STRIPE_WEBHOOK_SECRETS: `${OWN}, ${CONNECT}`,
    STRIPE_ACCOUNT: 'acct_market',
    STRIPE_API_URL: standIn.address,
  });
  seller = await shop.onboarded('apples');
});
afterAll(async () => {
  await shop.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.faults = NO_FAULTS;
});

/** A failed request is made with another key, which would fail again. */
function oncePerPath(fault: RequestFault): FaultPlan['request'] {
  const failed = new Set<string>();
  return (path) => {
    if (failed.has(path)) return undefined;
    failed.add(path);
    return fault;
  };
}

async function atRest(): Promise<void> {
  await shop.atRest();
  await standIn.deliverDue();
  await shop.atRest();
}
async function delivered(): Promise<OrderDto> {
  const order = await shop.ordered(ONE, VISA);
  await shop.deliver(order, 0);
  await atRest();
  return order;
}
const takenAway = async (order: OrderDto): Promise<void> => {
  await shop.change(shop.admin, order, 0, { status: 'cancelled', reason: 'It is lost' });
  await atRest();
};
const transferred = () => standIn.totals().transferred - standIn.totals().reversed;

/** The authorisations of an order expire. */
async function expire(order: OrderDto): Promise<void> {
  const { paymentIntents, charges } = standIn.books.records;
  for (const { authorization } of await shop.stored({ orderId: order._id })) {
    const charge = charges[String(paymentIntents[authorization ?? '']?.latest_charge)];
    const card = charge?.payment_method_details?.card;
    if (card) card.capture_before = 0;
  }
  await atRest();
}

it('connects a farm’s account, which Stripe says is ready', async () => {
  expect(await shop.payoutsOf('apples')).toMatchObject({ provider: 'stripe', state: 'incomplete' });
  standIn.finishOnboarding(seller);
  await standIn.deliverDue();
  await waitFor('the account', async () => (await shop.payoutsOf('apples')).state === 'ready');
});

it('transfers a farm’s share, and takes it back when its customer is refunded', async () => {
  const order = await delivered();
  expect(standIn.totals()).toMatchObject({ captured: 1_499, transferred: 1_419, reversed: 0 });
  expect(await shop.owed('apples')).toBe(0);
  await takenAway(order);
  expect(standIn.totals()).toMatchObject({ refunded: 1_499, transferred: 1_419, reversed: 1_419 });
  expect(await shop.owed('apples')).toBe(0);
  expect(await shop.ledgerFaults()).toEqual([]);
});

it.each(['lose_request', 'lose_answer', 'server_error'] as const)(
  'transfers it once though %s',
  async (fault) => {
    const before = transferred();
    const order = await shop.ordered(ONE, VISA);
    standIn.faults = { ...NO_FAULTS, request: oncePerPath(fault) };
    await shop.deliver(order, 0);
    await atRest();
    expect(transferred()).toBe(before + 1_419);
    await takenAway(order);
    expect(transferred()).toBe(before);
    expect(await shop.owed('apples')).toBe(0);
    expect(await shop.ledgerFaults()).toEqual([]);
  },
);

describe('a new card of several farms', () => {
  /** What the Payment Element makes of a card. */
  const typed = (tokens: number, { save = false } = {}) => ({
    kind: 'new',
    tokens: Array.from({ length: tokens }, () => standIn.confirmationToken(VISA)),
    save,
  });
  const holds = async (order: OrderDto) =>
    (await shop.paymentsOf(order)).map(({ state, held }) => [state, held]);

  it('pays each with a token of its own', async () => {
    const hold = await shop.hold(BOTH);
    const paid = await shop.pay(BOTH, hold, VISA, { more: { card: typed(2) } });
    expect(paid.body).toMatchObject({ state: 'authorised', amount: 29.99 });
    const order = (await shop.place(BOTH, hold)).body as OrderDto;
    expect((await holds(order)).map(([state]) => state)).toEqual(['authorised', 'authorised']);
  });

  it('is refused with too few tokens, before anything is asked of Stripe', async () => {
    const hold = await shop.hold(BOTH);
    const before = standIn.totals();
    const paid = await shop.pay(BOTH, hold, VISA, { more: { card: typed(1) } });
    expect([paid.status, paid.body]).toMatchObject([
      422,
      { code: 'CARD_TOKENS_MISSING', details: { needed: 2 } },
    ]);
    expect(standIn.totals()).toEqual(before);
    expect(await shop.stored({ holdId: hold._id })).toEqual([]);
    // the same token for both
    const [token = ''] = typed(1).tokens;
    const twice = { ...typed(0), tokens: [token, token] };
    const refused = await shop.pay(BOTH, hold, VISA, { more: { card: twice } });
    expect(refused.body).toMatchObject({ state: 'declined', code: 'not_found' });
    await atRest();
    expect(standIn.totals()).toEqual(before);
  });

  it('is saved once, and pays anew what of each farm is not held any more', async () => {
    const customer = await shop.asAnother();
    const order = await customer.ordered(BOTH, VISA);
    await expire(order);
    const unpaid = (await customer.paymentsOf(order)).map((payment) => payment.unpaid);
    expect(unpaid.reduce((sum, dollars) => sum + dollars, 0)).toBeCloseTo(29.99);
    const pay = async (tokens: number) =>
      customer.customer.client.post(
        `/orders/${order._id}/payments`,
        { card: typed(tokens, { save: true }), amount: 29.99 },
        { 'idempotency-key': randomUUID() },
      );
    expect((await pay(1)).code).toBe('CARD_TOKENS_MISSING');
    expect(checkoutPaymentSchema.parse((await pay(2)).body).state).toBe('placed');
    const { cards } = (await customer.customer.client.get('/cards')).body as { cards: unknown[] };
    expect(cards).toMatchObject([{ brand: 'visa', last4: '4242' }]);
  });
});

it('owes a farm what its bank has returned, once', async () => {
  standIn.faults = firstOf(undefined, 'payout_returned');
  const before = transferred();
  await delivered();
  await atRest();
  expect(transferred()).toBe(before);
  expect(await shop.owed('apples')).toBe(1_419);
  expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'returned', returned: 14.19 });
  // the farm looks at its data
  expect(await shop.onboarded('apples')).toBe(seller);
  expect(await shop.payoutsOf('apples')).toMatchObject({ state: 'ready', returned: null });
});

it('believes each of two endpoints, and counts what both were sent once', async () => {
  const order = await delivered();
  const [payment] = await shop.stored({ orderId: order._id });
  standIn.openDispute(payment?.capture ?? '');
  await standIn.deliverDue();
  const event = sent.at(-1)?.body.toString() ?? '';
  expect(event).toContain('charge.dispute.funds_withdrawn');
  for (const secret of [OWN, CONNECT])
    expect((await post(signedWebhook(event, secret, new Date()))).status).toBe(204);
  const forged = await post(signedWebhook(event, 'whsec_that_was_withdrawn', new Date()));
  expect([forged.status, forged.code]).toEqual([401, 'WEBHOOK_INVALID']);
  const disputed = (await shop.journals(order)).filter((line) => line.startsWith('disputed'));
  expect(disputed).toHaveLength(2);
  expect(await shop.ledgerFaults()).toEqual([]);
});
