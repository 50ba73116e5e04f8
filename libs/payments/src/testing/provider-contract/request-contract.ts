import { expect, it } from '@jest/globals';
import type { CardProvider } from '../../providers/card-provider.js';
import { type Cases, refusedWith, type Suite, usd } from './contract-cases.js';

const BAD = [
  ['a negative amount', { cents: -1 }, 'amount_invalid'],
  ['nothing', { cents: 0 }, 'amount_invalid'],
  ['a fraction of a cent', { cents: 10.5 }, 'amount_invalid'],
  ['an amount that is no number', { cents: Number.NaN }, 'amount_invalid'],
  ['an amount as text', { cents: '100' }, 'amount_invalid'],
  ['more than processors take', { cents: 100_000_000 }, 'amount_invalid'],
  ['another currency', { currency: 'eur' }, 'currency_unsupported'],
  ['a field that there is not', { tip: 100 }, 'request_invalid'],
  ['no key', { key: '' }, 'request_invalid'],
] as const;

/** The steps that move money, each with a good request. */
const STEPS = ['authorize', 'capture', 'refund', 'transfer', 'reverse'] as const;

/** What a careless caller sends: the types forbid most of it. */
type Careless = Record<
  (typeof STEPS)[number],
  (request: object) => ReturnType<CardProvider['capture']>
>;

export function requestContract({ cases }: Suite): void {
  it.each(
    STEPS.flatMap((step) => BAD.map(([what, bad, code]) => [step, what, bad, code] as const)),
  )('%s refuses %s, and changes nothing', async (step, _what, bad, code) => {
    const { expectBooks, good, provider } = await money(cases());
    const careless = provider as unknown as Careless;
    expect(await careless[step]({ ...good[step], ...bad })).toEqual(refusedWith(code));
    expectBooks();
  });
}

async function money(cases: Cases) {
  const reference = { authorization: 'pi_1', capture: 'ch_1', seller: 'acct_1', transfer: 'tr_1' };
  const { authorization, capture, seller, transfer } = reference;
  const of = (fields: object) => ({ key: cases.key(), ...usd(100), ...fields });
  return {
    provider: cases.provider,
    good: {
      authorize: await cases.request(),
      capture: of({ authorization }),
      refund: of({ capture }),
      transfer: of({ capture, seller }),
      reverse: of({ capture, seller, transfer }),
    },
    expectBooks: () => cases.expectBooks({}),
  };
}
