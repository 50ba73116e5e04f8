import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { firstOf, NO_FAULTS, seededFaults } from './faults.js';
import { type StandInOptions, StripeStandIn } from './stripe-stand-in.js';

const KEY = 'sk_test_stand_in';

describe("the stand-in for Stripe's API", () => {
  const running: StripeStandIn[] = [];
  let standIn: StripeStandIn;

  async function start(over: Partial<StandInOptions> = {}): Promise<StripeStandIn> {
    const one = new StripeStandIn({
      secretKey: KEY,
      secret: 'whsec_1',
      deliver: async () => undefined,
      ...over,
    });
    await one.listen();
    running.push(one);
    return one;
  }
  beforeEach(async () => {
    standIn = await start();
  });
  afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

  async function post(
    path: string,
    form: Record<string, string>,
    { headers = {}, to = standIn }: { headers?: Record<string, string>; to?: StripeStandIn } = {},
  ) {
    const response = await fetch(`${to.address}/v1/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
        'stripe-version': Stripe.API_VERSION,
        ...headers,
      },
    });
    const body = (await response.json()) as { id: string; error: Record<string, string> };
    return { status: response.status, headers: response.headers, body };
  }

  const payment = async (to = standIn) => ({
    amount: '1000',
    currency: 'usd',
    customer: (await post('customers', { email: 'ada@farmgate.example' }, { to })).body.id,
    payment_method: 'pm_card_visa',
    capture_method: 'manual',
    confirm: 'true',
  });

  it.each([
    ['a parameter that there is not', { tip: '5' }, 'parameter_unknown', 'tip'],
    ['one inside another', { 'metadata[a][b]': '5' }, undefined, 'metadata[a]'],
    ['an amount that is no number', { amount: 'many' }, 'parameter_invalid_integer', 'amount'],
    ['a fraction', { amount: '10.5' }, 'parameter_invalid_integer', 'amount'],
    ['a negative amount', { amount: '-5' }, undefined, 'amount'],
    ['another currency', { currency: 'eur' }, undefined, 'currency'],
    ['less than it takes', { amount: '49' }, 'amount_too_small', 'amount'],
    ['a customer that nobody has', { customer: 'cus_1' }, 'resource_missing', 'customer'],
    ['an expansion that there is not', { 'expand[0]': 'farm' }, undefined, 'expand'],
  ])('refuses %s, and changes nothing', async (_what, over, code, param) => {
    const { status, body } = await post('payment_intents', { ...(await payment()), ...over });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    expect(body.error.code).toBe(code);
  });

  it('says what is missing', async () => {
    const { body } = await post('payment_intents', { confirm: 'true' });
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'amount' });
  });

  it.each([
    ['another key', { authorization: 'Bearer sk_test_2' }, 401],
    ['another version', { 'stripe-version': '2019-01-01' }, 400],
    ['JSON', { 'content-type': 'application/json' }, 400],
    ['the name of a farm', { 'stripe-account': 'acct_1' }, 400],
  ])('refuses a request with %s', async (_what, headers, status) => {
    expect((await post('customers', {}, { headers })).status).toBe(status);
    expect(standIn.books.records.customers).toEqual({});
  });

  it('knows its addresses only', async () => {
    expect((await post('invoices', {})).status).toBe(404);
    expect((await post('payment_intents/pi_1/capture', {})).body.error.code).toBe(
      'resource_missing',
    );
  });

  it('gives the answer that it has kept for a key, also if that was an error', async () => {
    const headers = { 'idempotency-key': 'key 1' };
    const form = { ...(await payment()), payment_method: 'pm_card_visa_chargeDeclined' };
    const first = await post('payment_intents', form, { headers });
    const second = await post('payment_intents', form, { headers });
    expect(first.status).toBe(402);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(Object.keys(standIn.books.records.paymentIntents)).toHaveLength(1);
  });

  it('keeps no answer to what it refused to begin', async () => {
    const headers = { 'idempotency-key': 'key 1' };
    const form = await payment();
    const wrong = await post('payment_intents', { ...form, tip: '5' }, { headers });
    expect(wrong.status).toBe(400);
    expect((await post('payment_intents', form, { headers })).status).toBe(200);
  });

  it('refuses a key for another request', async () => {
    const headers = { 'idempotency-key': 'key 1' };
    const form = await payment();
    await post('payment_intents', form, { headers });
    const { status, body } = await post('payment_intents', { ...form, amount: '2' }, { headers });
    expect(status).toBe(400);
    expect(body.error.type).toBe('idempotency_error');
  });

  it('refuses a key while its first request is being handled', async () => {
    const nested: number[] = [];
    const headers = { 'idempotency-key': 'key 1' };
    const busy = await start({
      faults: firstOf(undefined, 'first'),
      deliver: async () => {
        nested.push((await post('payment_intents', form, { headers, to: busy })).status);
      },
    });
    const form = await payment(busy);
    expect((await post('payment_intents', form, { headers, to: busy })).status).toBe(200);
    expect(nested).toEqual([409]);
  });

  it('says its own version', async () => {
    expect((await post('customers', {})).headers.get('stripe-version')).toBe(Stripe.API_VERSION);
  });

  it('gives its books to who asks over http', async () => {
    await post('payment_intents', await payment());
    const books = await (await fetch(`${standIn.address}/books`)).json();
    expect(books).toEqual({ held: 1000, captured: 0, refunded: 0, transferred: 0, reversed: 0 });
  });

  it('remembers everything over its death: money, keys and webhooks', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stand-in-'));
    const file = join(directory, 'books.json');
    const arrived: unknown[] = [];
    const headers = { 'idempotency-key': 'key 1' };
    const before = await start({ file });
    const form = await payment(before);
    const first = await post('payment_intents', form, { headers, to: before });
    await before.close();
    const after = await start({ file, deliver: async (webhook) => void arrived.push(webhook) });
    expect((await post('payment_intents', form, { headers, to: after })).body).toEqual(first.body);
    expect(after.totals()).toMatchObject({ held: 1000 });
    await after.deliverDue();
    expect(arrived).toHaveLength(1);
    rmSync(directory, { recursive: true });
  });

  it('delivers a webhook again that the market did not take', async () => {
    let unavailable = true;
    const arrived: unknown[] = [];
    const one = await start({
      deliver: async (webhook) => {
        if (unavailable) throw new Error('the market is unavailable');
        arrived.push(webhook);
      },
    });
    await post('payment_intents', await payment(one), { to: one });
    await expect(one.deliverDue()).rejects.toThrow('unavailable');
    unavailable = false;
    await one.deliverDue();
    await one.deliverDue();
    expect(arrived).toHaveLength(1);
  });

  it('has stored what it did before it sends the webhook', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'stand-in-'));
    const file = join(directory, 'books.json');
    const held: unknown[] = [];
    const one = await start({
      file,
      faults: firstOf(undefined, 'first'),
      deliver: async () => {
        held.push((await start({ file })).totals().held);
      },
    });
    await post('payment_intents', await payment(one), { to: one });
    expect(held).toEqual([1000]);
    rmSync(directory, { recursive: true });
  });

  it('makes no faults any more after a request to be calm', async () => {
    standIn.faults = firstOf('lose_request');
    await fetch(`${standIn.address}/calm`);
    expect((await post('payment_intents', await payment())).status).toBe(200);
  });

  it('takes the answer to a challenge from the page of a bank', async () => {
    const form = { ...(await payment()), payment_method: 'pm_card_authenticationRequired' };
    const { body } = await post('payment_intents', form);
    expect(standIn.totals().held).toBe(0);
    await fetch(`${standIn.address}/challenge?intent=${body.id}&passed`);
    expect(standIn.totals().held).toBe(1000);
  });

  it('loses a request before it is seen, and an answer after', async () => {
    const form = await payment();
    standIn.faults = firstOf('lose_request');
    await expect(post('payment_intents', form)).rejects.toThrow();
    expect(standIn.totals().held).toBe(0);
    standIn.faults = firstOf('lose_answer');
    const headers = { 'idempotency-key': 'another key' };
    await expect(post('payment_intents', form, { headers })).rejects.toThrow();
    expect(standIn.totals().held).toBe(1000);
  });
});

describe('a plan of faults', () => {
  const drawn = (seed: number, share = 0.5) => {
    const plan = seededFaults(seed, share);
    return Array.from({ length: 200 }, (_, at) => [
      plan.request('/v1/refunds', `key ${at}`, 0),
      plan.event(`evt_${at}`),
    ]);
  };

  it('is the same for a seed, and another for another seed', () => {
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
  });

  it('has every fault in it', () => {
    expect(new Set(drawn(1).map(([request]) => request)).size).toBe(6);
    expect(new Set(drawn(1).map(([, event]) => event)).size).toBe(7);
  });

  it('has as many as were asked for', () => {
    expect(drawn(1, 0).flat().filter(Boolean)).toEqual([]);
    expect(drawn(1, 1).flat().filter(Boolean)).toHaveLength(400);
    expect(NO_FAULTS.request('/v1/refunds', 'key', 0)).toBeUndefined();
  });
});
