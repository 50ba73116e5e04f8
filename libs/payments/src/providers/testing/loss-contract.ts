import { expect } from '@jest/globals';
import type { Outcome } from '../card-provider.js';
import type { Intention } from '../requests.js';
import { type Cases, done, refusedWith, type Suite, UNKNOWN, usd } from './contract-cases.js';
import type { Totals } from './provider-bench.js';

/** Each step with what must be there before it, and what the books say after it. */
const STEPS: readonly {
  act: Intention['act'];
  prepare: (cases: Cases, token: string) => Promise<Step>;
  books: Partial<Totals>;
}[] = [
  {
    act: 'authorize',
    books: { held: 4210 },
    prepare: async (cases, token) => {
      const request = await cases.request({ token });
      return { request, send: () => cases.provider.authorize(request) };
    },
  },
  {
    act: 'capture',
    books: { captured: 1000 },
    prepare: async (cases, token) => {
      const authorization = await cases.authorized({ token });
      const request = { key: cases.key(), authorization, ...usd(1000) };
      return { request, send: () => cases.provider.capture(request) };
    },
  },
  {
    act: 'cancel',
    books: {},
    prepare: async (cases, token) => {
      const request = { key: cases.key(), authorization: await cases.authorized({ token }) };
      return { request, send: () => cases.provider.cancel(request) };
    },
  },
  {
    act: 'refund',
    books: { captured: 1000, refunded: 400 },
    prepare: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      const request = { key: cases.key(), capture, ...usd(400) };
      return { request, send: () => cases.provider.refund(request) };
    },
  },
  {
    act: 'transfer',
    books: { captured: 1000, transferred: 920 },
    prepare: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      const request = { key: cases.key(), capture, seller: await cases.seller(), ...usd(920) };
      return { request, send: () => cases.provider.transfer(request) };
    },
  },
  {
    act: 'reverse',
    books: { captured: 1000, transferred: 920, reversed: 300 },
    prepare: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      const seller = await cases.seller();
      const share = { key: cases.key(), capture, seller, ...usd(920) };
      const made = await cases.sent(() => cases.provider.transfer(share));
      const transfer = made.reference;
      const request = { key: cases.key(), transfer, capture, seller, ...usd(300) };
      return { request, send: () => cases.provider.reverse(request) };
    },
  },
];

interface Step {
  readonly request: object;
  readonly send: () => Promise<Outcome>;
}

export function lossContract({ cases, when }: Suite): void {
  const find = (act: Intention['act'], request: object) =>
    cases().find({ act, request } as Pick<Intention, 'act' | 'request'>);

  for (const { act, prepare, books } of STEPS) {
    when('losses')(`${act}: finds what was done when the answer was lost`, async () => {
      const { request, send } = await prepare(cases(), cases().bench.lose('answer'));
      expect(await send()).toEqual(UNKNOWN);
      const found = await find(act, request);
      expect(found).toMatchObject({ state: 'succeeded' });
      cases().expectBooks(books);
      expect(await send()).toEqual(found);
      cases().expectBooks(books);
    });

    when('losses')(`${act}: finds nothing when the request was lost, and repeats it`, async () => {
      const { request, send } = await prepare(cases(), cases().bench.lose('request'));
      expect(await send()).toEqual(UNKNOWN);
      expect(await find(act, request)).toEqual({ state: 'absent' });
      const done = await send();
      expect(await find(act, request)).toEqual(done);
      cases().expectBooks(books);
    });
  }

  when('losses')('refuses a second whole refund while the first is unknown', async () => {
    const capture = await cases().captured(1000, { token: cases().bench.lose('answer') });
    const first = { key: cases().key(), capture, ...usd(1000) };
    const second = { ...first, key: cases().key() };
    expect(await cases().provider.refund(first)).toEqual(UNKNOWN);
    await cases().provider.refund(second);
    const outcome = await cases().provider.refund(second);
    expect(outcome).toEqual(refusedWith('amount_too_large'));
    expect(await find('refund', second)).toEqual({ state: 'absent' });
    cases().expectBooks({ captured: 1000, refunded: 1000 });
  });

  when('losses')('refuses a lost refund that comes after another one', async () => {
    const capture = await cases().captured(1000, { token: cases().bench.lose('request') });
    const first = { key: cases().key(), capture, ...usd(1000) };
    expect(await cases().provider.refund(first)).toEqual(UNKNOWN);
    const second = { ...first, key: cases().key() };
    done(await cases().sent(() => cases().provider.refund(second)));
    expect(await cases().provider.refund(first)).toEqual(refusedWith('amount_too_large'));
    cases().expectBooks({ captured: 1000, refunded: 1000 });
  });

  when('losses')('says of a decline whose answer was lost that it is one', async () => {
    const request = await cases().request({ token: cases().bench.lose('answer') });
    const small = { ...request, ...usd(20) };
    expect(await cases().provider.authorize(small)).toEqual(UNKNOWN);
    expect(await cases().provider.authorize(small)).toEqual(refusedWith('amount_too_small'));
    cases().expectBooks({});
  });
}
