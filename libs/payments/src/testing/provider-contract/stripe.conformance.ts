import { expect, it } from '@jest/globals';
import { StripeProvider } from '../../providers/stripe.provider.js';
import type { Ability, ProviderBench } from './provider-bench.js';
import { providerContract } from './provider-contract.js';
import { STRIPE_CARDS } from './stripe-bench.js';

/*
 * `npm run payments:conformance`: the contract of card providers, against Stripe itself in test mode. It has not been run
 * yet: there were no keys. What the stand-in does is what Stripe's documents and its package say, until this run has
 * passed.
 *
 * STRIPE_TEST_KEY is a secret key of Stripe's test mode (sk_test_… or rk_test_…). STRIPE_TEST_SELLERS are two or more
 * connected accounts of it that may receive transfers, separated by commas; without them the cases with sellers that are
 * ready are skipped. Skipped in any case: answering challenges, losing answers, passing time, and webhooks.
 */

// biome-ignore lint/style/noProcessEnv: the caller's keys, which no setting of the shop holds
const { STRIPE_TEST_KEY: secretKey = '', STRIPE_TEST_SELLERS: named = '' } = process.env;
const sellers = named.split(',').filter((account) => account !== '');

function unable(): never {
  throw new Error('Stripe itself cannot be asked to do this');
}

async function bench(): Promise<ProviderBench> {
  let next = 0;
  return {
    provider: new StripeProvider({
      secretKey,
      webhookSecrets: ['whsec_of_no_endpoint'],
      market: 'farmgate-conformance',
    }),
    run: `conformance-${crypto.randomUUID()}`,
    cards: STRIPE_CARDS,
    finishOnboarding: async () => sellers[next++ % sellers.length] ?? unable(),
    close: async () => undefined,
    answerChallenge: unable,
    dispute: unable,
    lose: unable,
    deliver: unable,
    passTime: unable,
    webhooks: unable,
    arrival: unable,
    forge: unable,
    totals: unable,
  };
}

if (/^[rs]k_test_/.test(secretKey)) {
  const abilities: Ability[] = sellers.length >= 2 ? ['sellers'] : [];
  providerContract('Stripe itself, in test mode', abilities, bench);
} else {
  it('has not been run against Stripe: set STRIPE_TEST_KEY to a key of its test mode', () => {
    expect(secretKey).toMatch(/^[rs]k_test_/);
  });
}
