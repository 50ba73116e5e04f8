import { describe, expect, it } from '@jest/globals';
import { TEST_CARDS } from '#libs/contracts';
import { Cases, done, type Intended, usd } from '../testing/provider-contract/contract-cases.js';
import { providerContract } from '../testing/provider-contract/provider-contract.js';
import { testCardsBench } from '../testing/provider-contract/test-cards-bench.js';
import { TestCardsProvider } from './test-cards.provider.js';
import { InMemoryTestCardStore } from './test-cards.store.js';
import type { Webhook } from './webhooks.js';

providerContract(
  'test-cards',
  ['challenges', 'losses', 'time', 'sellers', 'disputes', 'webhooks', 'books'],
  testCardsBench,
);

const AT_NOON = new Date('2026-06-01T12:00:00Z');

function shop(store = new InMemoryTestCardStore(), over: { deliver?: () => Promise<void> } = {}) {
  const arrived: Webhook[] = [];
  let now = AT_NOON;
  const provider = new TestCardsProvider({
    store,
    secret: 'secret',
    pages: 'http://localhost/test-cards',
    deliver: async (webhook) => void arrived.push(webhook),
    environment: 'test',
    now: () => now,
    ...over,
  });
  const passSeconds = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  return { provider, store, arrived, passSeconds };
}

const request = async ({ provider }: ReturnType<typeof shop>, token: string) => {
  const registered = await provider.registerPayer({
    key: 'payer',
    userId: 'ada',
    email: 'ada@farmgate.example',
  });
  if (registered.state !== 'succeeded') throw new Error(registered.state);
  return {
    key: `pay with ${token}`,
    payer: registered.reference,
    cents: 1000,
    currency: 'usd' as const,
    card: { kind: 'new' as const, token, save: false },
    present: true,
  };
};

describe('the test cards', () => {
  it('do not exist in production', () => {
    const options = { store: new InMemoryTestCardStore(), secret: '', pages: '' };
    const deliver = async () => undefined;
    expect(() => new TestCardsProvider({ ...options, deliver, environment: 'production' })).toThrow(
      'production',
    );
  });

  it('do the same whenever they are asked', async () => {
    const run = async () => {
      const one = shop();
      const outcomes = [];
      for (const { token } of TEST_CARDS)
        outcomes.push(await one.provider.authorize(await request(one, token)));
      await one.provider.deliverDue();
      return { outcomes, arrived: one.arrived };
    };
    expect(await run()).toEqual(await run());
  });

  it('each have a number of their own', () => {
    expect(new Set(TEST_CARDS.map(({ last4 }) => last4)).size).toBe(TEST_CARDS.length);
  });

  it('remember everything over a restart', async () => {
    const before = shop();
    const asked = await request(before, 'timeout_after');
    expect(await before.provider.authorize(asked)).toMatchObject({ state: 'unknown' });
    const after = shop(before.store);
    const outcome = await after.provider.authorize(asked);
    expect(outcome).toMatchObject({ state: 'succeeded', cents: 1000 });
    await after.provider.deliverDue();
    expect(after.arrived).toHaveLength(1);
  });

  it('go on where a process ended between a step and its answer', async () => {
    const bench = await testCardsBench();
    const cases = new Cases(bench, new Set(['books']));
    const { store } = bench;
    const reference = async (intended: Intended) => done(await cases.send(intended)).reference;
    const seller = await cases.seller();
    const authorize: Intended = { act: 'authorize', request: await cases.request() };
    const authorization = await reference(authorize);
    const take = { key: cases.key(), authorization, ...usd(1000) };
    const capture = await reference({ act: 'capture', request: take });
    const back = { key: cases.key(), capture, ...usd(100) };
    const share = { key: cases.key(), capture, seller, ...usd(800) };
    const transfer = await reference({ act: 'transfer', request: share });
    const reverse = { key: cases.key(), transfer, capture, seller, ...usd(300) };
    const release = { key: cases.key(), authorization: await cases.authorized() };
    const all: Intended[] = [
      authorize,
      { act: 'capture', request: take },
      { act: 'refund', request: back },
      { act: 'transfer', request: share },
      { act: 'reverse', request: reverse },
      { act: 'cancel', request: release },
    ];
    const answers = await Promise.all(all.map((intended) => cases.send(intended)));
    const books = { captured: 1000, refunded: 100, transferred: 800, reversed: 300 };
    cases.expectBooks(books);
    // The answers are what is written last.
    for (const [id, { json, ...record }] of store.records)
      if (id.startsWith('key_')) {
        const { asked } = JSON.parse(json);
        store.records.set(id, { ...record, json: JSON.stringify({ asked }) });
      }
    expect(await Promise.all(all.map((intended) => cases.send(intended)))).toEqual(answers);
    cases.expectBooks(books);
  });

  it('end a hold after a minute with the card for it', async () => {
    const one = shop();
    const outcome = await one.provider.authorize(await request(one, 'expiry'));
    if (outcome.state !== 'succeeded') throw new Error(outcome.state);
    const capture = {
      key: 'capture',
      authorization: outcome.reference,
      cents: 1000,
      currency: 'usd' as const,
    };
    one.passSeconds(60);
    expect(await one.provider.capture(capture)).toMatchObject({ code: 'authorization_expired' });
  });

  it('keep a webhook that could not be delivered', async () => {
    let unavailable = true;
    const arrived: string[] = [];
    const deliver = async () => {
      if (unavailable) throw new Error('the market is unavailable');
      arrived.push('webhook');
    };
    const one = shop(undefined, { deliver });
    expect(await one.provider.authorize(await request(one, 'webhook_first'))).toMatchObject({
      state: 'succeeded',
    });
    await one.provider.deliverDue();
    unavailable = false;
    await one.provider.deliverDue();
    await one.provider.deliverDue();
    expect(arrived).toHaveLength(1);
  });
});
