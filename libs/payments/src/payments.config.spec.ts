import { describe, expect, it } from '@jest/globals';
import { readConfig } from '#libs/platform';
import { parseFeeRules, paymentsConfigSchema } from './payments.config.js';

it('reads the fee, and later fees with the days from which they hold', () => {
  expect(parseFeeRules('8')).toEqual([{ from: null, rate: 800 }]);
  expect(parseFeeRules('8 %, 2027-01-01: 7.5,2027-07-01:0')).toEqual([
    { from: null, rate: 800 },
    { from: '2027-01-01', rate: 750 },
    { from: '2027-07-01', rate: 0 },
  ]);
});

it.each([
  '',
  'eight',
  '-1',
  '100',
  '7.125',
  '8, 7',
  '2027-01-01: 8',
  '8, 2027-02-30: 7',
  '8, 2027-02-01: 7, 2027-01-01: 6',
])('refuses %p', (text) => expect(parseFeeRules(text)).toBeNull());

describe('CARD_PROVIDER', () => {
  const read = (settings: Record<string, string>) => readConfig(paymentsConfigSchema, {}, settings);
  const stripe = {
    CARD_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_2',
    STRIPE_ACCOUNT: 'acct_1',
  };

  it('is nobody by default', () => expect(read({}).CARD_PROVIDER).toBe('none'));

  it('is test-cards anywhere but in production', () => {
    const settings = { CARD_PROVIDER: 'test-cards' };
    expect(read(settings).CARD_PROVIDER).toBe('test-cards');
    expect(() => read({ ...settings, NODE_ENV: 'production' })).toThrow(/CARD_PROVIDER/);
  });

  it('is stripe with all that Stripe needs, whose keys no message shows', () => {
    expect(read(stripe).CARD_PROVIDER).toBe('stripe');
    for (const name of Object.keys(stripe).slice(1))
      expect(() => read({ ...stripe, [name]: '' })).toThrow(name);
    const wrong = () => read({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_hidden' });
    expect(wrong).toThrow('STRIPE_SECRET_KEY');
    expect(wrong).not.toThrow('hidden');
  });

  it("reaches Stripe's API elsewhere if it is set, in production by https only", () => {
    const at = (STRIPE_API_URL: string, NODE_ENV = 'production') =>
      read({ ...stripe, STRIPE_API_URL, NODE_ENV }).STRIPE_API_URL;
    expect(at('')).toBeUndefined();
    expect(at('http://127.0.0.1:4000', 'test')).toBe('http://127.0.0.1:4000');
    expect(at('https://proxy.example.com')).toBe('https://proxy.example.com');
    expect(() => at('http://127.0.0.1:4000')).toThrow('STRIPE_API_URL');
    expect(() => at('ftp://127.0.0.1', 'test')).toThrow('STRIPE_API_URL');
  });
});
