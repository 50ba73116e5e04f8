import { StripeProvider } from '../../providers/stripe.provider.js';
import { signedWebhook } from '../stripe-stand-in/events.js';
import { type EventFault, firstOf, type RequestFault } from '../stripe-stand-in/faults.js';
import { StripeStandIn } from '../stripe-stand-in/stripe-stand-in.js';
import type { ProviderBench } from './provider-bench.js';
import { ReceivedWebhooks } from './received-webhooks.js';

const SECRET = 'whsec_of_the_stand_in';
const SECRET_KEY = 'sk_test_stand_in';
const VISA = 'pm_card_visa';

/** Stripe's test payment methods, which its test mode and the stand-in know. */
export const STRIPE_CARDS = {
  success: VISA,
  decline: 'pm_card_visa_chargeDeclined',
  insufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  challenge: 'pm_card_authenticationRequired',
};

/** The Stripe provider before a stand-in of its own. */
export async function stripeBench(): Promise<ProviderBench & { standIn: StripeStandIn }> {
  const received = new ReceivedWebhooks();
  let passed = 0;
  let fault: RequestFault | undefined;
  let event: EventFault | undefined;
  const now = () => new Date(Date.now() + passed);
  const standIn = new StripeStandIn({
    secretKey: SECRET_KEY,
    secret: SECRET,
    deliver: async (webhook) => received.add(webhook),
    now,
    lateMs: 300,
  });
  await standIn.listen();
  const provider = new StripeProvider({
    secretKey: SECRET_KEY,
    webhookSecrets: ['whsec_of_another_endpoint', SECRET],
    market: 'farmgate',
    api: standIn.address,
    retries: 0,
    now,
  });
  const plan = () => {
    standIn.faults = firstOf(fault, event);
    return VISA;
  };
  return {
    provider,
    standIn,
    run: 'case',
    cards: STRIPE_CARDS,
    answerChallenge: async (reference, answer) => standIn.answerChallenge(reference, answer),
    finishOnboarding: async (seller) => {
      standIn.finishOnboarding(seller);
      return seller;
    },
    dispute: (capture) => {
      const id = standIn.openDispute(capture);
      return async (state) => standIn.closeDispute(id, state);
    },
    lose: (what) => {
      fault = what === 'request' ? 'lose_request' : 'lose_answer';
      return plan();
    },
    deliver: (how) => {
      event = how === 'disputed' ? undefined : how;
      return plan();
    },
    passTime: (seconds) => {
      passed += seconds * 1000;
    },
    webhooks: async () => {
      await standIn.deliverDue();
      return received.all;
    },
    arrival: (count) => received.arrival(count),
    forge: ({ body }, forged) =>
      signedWebhook(forged.body ?? body.toString(), forged.secret ?? SECRET, now()),
    totals: () => standIn.totals(),
    close: () => standIn.close(),
  };
}
