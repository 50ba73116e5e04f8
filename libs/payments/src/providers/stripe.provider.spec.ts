import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Cases,
  done,
  type Intended,
  refusedWith,
  usd,
} from '../testing/provider-contract/contract-cases.js';
import { providerContract } from '../testing/provider-contract/provider-contract.js';
import { STRIPE_CARDS, stripeBench } from '../testing/provider-contract/stripe-bench.js';
import { signedWebhook } from '../testing/stripe-stand-in/events.js';
import { firstOf, NO_FAULTS, seededFaults } from '../testing/stripe-stand-in/faults.js';
import type { Intention } from './requests.js';
import { StripeProvider } from './stripe.provider.js';
import { STRIPE_EVENTS } from './stripe-webhooks.js';

providerContract(
  'stripe',
  ['challenges', 'losses', 'time', 'sellers', 'disputes', 'webhooks', 'books'],
  stripeBench,
);

describe('the Stripe provider', () => {
  let bench: Awaited<ReturnType<typeof stripeBench>>;
  let cases: Cases;
  beforeEach(async () => {
    bench = await stripeBench();
    cases = new Cases(bench, new Set(['books']));
  });
  afterEach(() => bench.close());

  const providerWith = (over: Partial<ConstructorParameters<typeof StripeProvider>[0]>) =>
    new StripeProvider({
      secretKey: 'sk_test_stand_in',
      webhookSecrets: ['whsec_of_the_stand_in'],
      market: 'farmgate',
      api: bench.standIn.address,
      retries: 0,
      ...over,
    });

  it('pays with what the Payment Element made of a card, once', async () => {
    const token = bench.standIn.confirmationToken(STRIPE_CARDS.success);
    done(await bench.provider.authorize(await cases.request({ token })));
    const again = await bench.provider.authorize(await cases.request({ token }));
    expect(again).toEqual(refusedWith('not_found'));
    cases.expectBooks({ held: 4210 });
  });

  it('takes cards only, whatever else the account at Stripe offers', async () => {
    const payer = await cases.payer();
    await bench.provider.authorize(await cases.request({ payer }));
    await bench.provider.saveCard({ key: cases.key(), payer, token: STRIPE_CARDS.success });
    const { paymentIntents, setupIntents } = bench.standIn.books.records;
    for (const intent of [...Object.values(paymentIntents), ...Object.values(setupIntents)])
      expect(intent.allowed_payment_method_types).toEqual(['card']);
  });

  it('gives the same failure for the same key; a new intention goes through', async () => {
    const request = await cases.request();
    bench.standIn.faults = firstOf('server_error');
    const failed = { state: 'unknown', why: 'provider_failed' };
    expect(await bench.provider.authorize(request)).toEqual(failed);
    expect(await bench.provider.authorize(request)).toEqual(failed);
    expect(await cases.find({ act: 'authorize', request })).toEqual({ state: 'absent' });
    bench.standIn.faults = NO_FAULTS;
    done(await bench.provider.authorize({ ...request, key: cases.key() }));
    cases.expectBooks({ held: 4210 });
  });

  it('is busy when Stripe says so, and does it when asked again', async () => {
    const request = await cases.request();
    bench.standIn.faults = firstOf('rate_limit');
    expect(await bench.provider.authorize(request)).toEqual({ state: 'unknown', why: 'busy' });
    done(await bench.provider.authorize(request));
    cases.expectBooks({ held: 4210 });
  });

  it('does not wait for ever for an answer that is late', async () => {
    const request = await cases.request();
    bench.standIn.faults = firstOf('late');
    const impatient = providerWith({ timeoutMs: 50 });
    expect(await impatient.authorize(request)).toEqual({ state: 'unknown', why: 'no_answer' });
    done(await bench.provider.authorize(request));
    cases.expectBooks({ held: 4210 });
  });

  it('knows nothing while Stripe cannot be reached', async () => {
    const request = await cases.request();
    await bench.standIn.close();
    const nothing = { state: 'unknown', why: 'no_answer' };
    expect(await bench.provider.authorize(request)).toEqual(nothing);
    expect(await cases.find({ act: 'authorize', request })).toEqual(nothing);
    expect(await bench.provider.status('acct_1')).toEqual(nothing);
    expect(await bench.provider.onboard(cases.onboarding())).toEqual(nothing);
  });

  it('blames its keys, not the card', async () => {
    const request = await cases.request();
    const rejected = { state: 'unknown', why: 'keys_rejected' };
    const stranger = providerWith({ secretKey: 'sk_test_of_somebody_else' });
    expect(await stranger.authorize(request)).toEqual(rejected);
    const since = new Date();
    expect(await stranger.find({ act: 'authorize', request, since })).toEqual(rejected);
  });

  it('tells the markets of one account apart', async () => {
    const request = await cases.request();
    done(await bench.provider.authorize(request));
    const other = providerWith({ market: 'another' });
    const found = await other.find({ act: 'authorize', request, since: new Date() });
    expect(found).toEqual({ state: 'absent' });
    const parsed = (await bench.webhooks()).map((webhook) => other.parseWebhook(webhook).state);
    expect(parsed).toEqual(['ignored']);
  });

  it('finds a refund behind a hundred others', async () => {
    const capture = await cases.captured(1000);
    const request = { key: cases.key(), capture, ...usd(1) };
    const first = done(await bench.provider.refund(request));
    for (let made = 0; made < 100; made++)
      done(await bench.provider.refund({ ...request, key: cases.key() }));
    expect(await cases.find({ act: 'refund', request })).toEqual(first);
  });

  it.each([
    ['pending', { state: 'unknown', why: 'pending' }],
    ['requires_action', { state: 'unknown', why: 'pending' }],
    ['failed', refusedWith('refund_failed')],
    ['canceled', refusedWith('refund_failed')],
  ])('says of a refund that is %s what is known', async (status, expected) => {
    const request = { key: cases.key(), capture: await cases.captured(), ...usd(100) };
    const { reference } = done(await bench.provider.refund(request));
    Object.assign(bench.standIn.books.records.refunds[reference] ?? {}, { status });
    expect(await cases.find({ act: 'refund', request })).toEqual(expected);
  });

  it('says that Stripe has stopped a farm', async () => {
    const seller = await cases.seller();
    const account = bench.standIn.books.records.accounts[seller];
    Object.assign(account?.capabilities ?? {}, { transfers: 'inactive' });
    expect(await bench.provider.status(seller)).toEqual({ state: 'restricted', missing: [] });
  });

  describe('reads webhooks', () => {
    const event = {
      id: 'evt_1',
      type: 'payout.failed',
      created: 1_780_000_000,
      livemode: false,
      account: 'acct_1',
      data: { object: { id: 'po_1', amount: 500 } },
    };
    const parse = (over: object, secret = 'whsec_of_the_stand_in') => {
      const body = JSON.stringify({ ...event, ...over });
      return bench.provider.parseWebhook(signedWebhook(body, secret, new Date()));
    };

    it('of the endpoint for the market and of the one for its farms', () => {
      expect(parse({})).toMatchObject({ state: 'event', event: { id: 'evt_1' } });
      expect(parse({}, 'whsec_of_another_endpoint')).toMatchObject({ state: 'event' });
    });

    it.each([
      ['of live payments, while the keys are for tests', { livemode: true }],
      ['of the payouts to the market itself', { account: undefined }],
      ['of things that it did not ask for', { type: 'customer.created' }],
      ['of payments that the market did not make', { type: 'payment_intent.succeeded' }],
    ])('but not %s', (_what, over) => {
      expect(parse(over)).toEqual({ state: 'ignored' });
    });

    it('and tells that the data of a farm has changed', () => {
      const changed = parse({ type: 'account.updated', data: { object: { id: 'acct_1' } } });
      expect(changed).toMatchObject({ event: { about: { kind: 'seller', reference: 'acct_1' } } });
    });

    it('in the wrong order too', async () => {
      bench.standIn.faults = firstOf(undefined, 'out_of_order');
      await cases.captured();
      const at = (await bench.webhooks()).map(({ body }) => JSON.parse(body.toString()).type);
      expect(at).toEqual(['payment_intent.succeeded', 'payment_intent.amount_capturable_updated']);
    });

    it('of each type that it subscribes to', () => {
      const metadata = { market: 'farmgate', key: 'key' };
      const dispute = { payment_intent: 'pi_1', status: 'lost' };
      const object = { id: 'obj_1', amount: 1, metadata, ...dispute };
      for (const type of STRIPE_EVENTS)
        expect(parse({ type, data: { object } })).toMatchObject({ state: 'event' });
    });
  });

  /** What a job does: it asks what came of an unknown outcome, and sends again what was not done. */
  async function settled(provider: StripeProvider, intended: Intended) {
    let { act, request } = intended;
    for (let attempt = 0; attempt < 50; attempt++) {
      const intention = { act, request, since: cases.since } as Intention;
      const outcome = await provider.send(intention);
      if (outcome.state !== 'unknown') return done(outcome);
      const found = await bench.provider.find(intention);
      if (found.state !== 'absent' && found.state !== 'unknown') return done(found);
      if (outcome.why === 'provider_failed') request = { ...request, key: cases.key() };
    }
    throw new Error(`${act} is still unknown`);
  }

  it.each([1, 2, 3, 4, 5])('knows every cent after the faults of seed %d', async (seed) => {
    const provider = providerWith({ timeoutMs: 100 });
    const seller = await cases.seller();
    const payer = await cases.payer();
    bench.standIn.faults = seededFaults(seed, 0.4);
    const known = { captured: 0, refunded: 0, transferred: 0 };
    const move = async (intended: Intended) => settled(provider, intended);
    for (let payment = 0; payment < 8; payment++) {
      const authorize = await cases.request({ payer, cents: 1000 + payment });
      const { reference: authorization } = await move({ act: 'authorize', request: authorize });
      const take = { key: cases.key(), authorization, ...usd(1000) };
      const { reference: capture, cents } = await move({ act: 'capture', request: take });
      known.captured += cents;
      const back = { key: cases.key(), capture, ...usd(100) };
      known.refunded += (await move({ act: 'refund', request: back })).cents;
      const share = { key: cases.key(), capture, seller, ...usd(800) };
      known.transferred += (await move({ act: 'transfer', request: share })).cents;
    }
    cases.expectBooks(known);
    expect(known.captured).toBe(8000);
  });
});
