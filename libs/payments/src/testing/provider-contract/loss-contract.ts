import { expect } from '@jest/globals';
import {
  type Cases,
  done,
  type Intended,
  refusedWith,
  type Suite,
  UNKNOWN,
  usd,
} from './contract-cases.js';
import type { Totals } from './provider-bench.js';

/** Each step with what must be there before it, and what the books say after it. */
const STEPS: readonly {
  act: Intended['act'];
  intend: (cases: Cases, token: string) => Promise<Intended>;
  books: Partial<Totals>;
}[] = [
  {
    act: 'authorize',
    books: { held: 4210 },
    intend: async (cases, token) => ({
      act: 'authorize',
      request: await cases.request({ token }),
    }),
  },
  {
    act: 'capture',
    books: { captured: 1000 },
    intend: async (cases, token) => {
      const authorization = await cases.authorized({ token });
      return { act: 'capture', request: { key: cases.key(), authorization, ...usd(1000) } };
    },
  },
  {
    act: 'cancel',
    books: {},
    intend: async (cases, token) => {
      const authorization = await cases.authorized({ token });
      return { act: 'cancel', request: { key: cases.key(), authorization } };
    },
  },
  {
    act: 'refund',
    books: { captured: 1000, refunded: 400 },
    intend: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      return { act: 'refund', request: { key: cases.key(), capture, ...usd(400) } };
    },
  },
  {
    act: 'transfer',
    books: { captured: 1000, transferred: 920 },
    intend: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      const seller = await cases.seller();
      return { act: 'transfer', request: { key: cases.key(), capture, seller, ...usd(920) } };
    },
  },
  {
    act: 'reverse',
    books: { captured: 1000, transferred: 920, reversed: 300 },
    intend: async (cases, token) => {
      const capture = await cases.captured(1000, { token });
      const of = { capture, seller: await cases.seller() };
      const share = { key: cases.key(), ...of, ...usd(920) };
      const { reference } = await cases.sent(() => cases.provider.transfer(share));
      const request = { key: cases.key(), transfer: reference, ...of, ...usd(300) };
      return { act: 'reverse', request };
    },
  },
];

export function lossContract({ cases, when }: Suite): void {
  for (const { act, intend, books } of STEPS) {
    when('losses')(`${act}: finds what was done when the answer was lost`, async () => {
      const intended = await intend(cases(), cases().bench.lose('answer'));
      expect(await cases().send(intended)).toEqual(UNKNOWN);
      const found = await cases().find(intended);
      expect(found).toMatchObject({ state: 'succeeded' });
      cases().expectBooks(books);
      expect(await cases().send(intended)).toEqual(found);
      cases().expectBooks(books);
    });

    when('losses')(`${act}: finds nothing when the request was lost, and repeats it`, async () => {
      const intended = await intend(cases(), cases().bench.lose('request'));
      expect(await cases().send(intended)).toEqual(UNKNOWN);
      expect(await cases().find(intended)).toEqual({ state: 'absent' });
      const outcome = done(await cases().send(intended));
      expect(await cases().find(intended)).toEqual(outcome);
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
    expect(await cases().find({ act: 'refund', request: second })).toEqual({ state: 'absent' });
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
