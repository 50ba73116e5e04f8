import { TestCardsProvider } from '../../providers/test-cards.provider.js';
import { InMemoryTestCardStore } from '../../providers/test-cards.store.js';
import { testPaymentSchema } from '../../providers/test-payment.js';
import { signedWebhook } from '../../providers/test-webhooks.js';
import type { ProviderBench, Totals } from './provider-bench.js';
import { ReceivedWebhooks } from './received-webhooks.js';

const SECRET = 'a secret of the test cards';
/** Tokens of the cards for each way of delivery. */
const DELIVERY = {
  twice: 'webhook_twice',
  first: 'webhook_first',
  late: 'webhook_late',
  payout_returned: 'payout_returned',
  disputed: 'disputed',
};

/** The built-in processor with books in memory and a clock that the case moves. */
export async function testCardsBench(): Promise<ProviderBench & { store: InMemoryTestCardStore }> {
  const store = new InMemoryTestCardStore();
  const received = new ReceivedWebhooks();
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const provider = new TestCardsProvider({
    store,
    secret: SECRET,
    pages: 'http://localhost/test-cards',
    deliver: async (webhook) => received.add(webhook),
    environment: 'test',
    now,
  });
  return {
    provider,
    store,
    run: 'case',
    cards: {
      success: 'success',
      decline: 'decline',
      insufficientFunds: 'insufficient_funds',
      challenge: 'challenge',
    },
    answerChallenge: (reference, answer) => provider.answerChallenge(reference, answer),
    finishOnboarding: async (seller) => {
      await provider.finishOnboarding(seller);
      return seller;
    },
    dispute: (capture) => (state) => provider.decideDispute(capture, state),
    lose: (what) => (what === 'request' ? 'timeout_before' : 'timeout_after'),
    deliver: (how) => DELIVERY[how],
    passTime: (seconds) => {
      passed += seconds * 1000;
    },
    webhooks: async () => {
      await provider.deliverDue();
      return received.all;
    },
    arrival: (count) => received.arrival(count),
    forge: ({ body }, forged) =>
      signedWebhook(forged.body ?? body.toString(), forged.secret ?? SECRET, now()),
    totals: () => totals(store, now()),
    close: async () => undefined,
  };
}

function totals(store: InMemoryTestCardStore, now: Date): Totals {
  const payments = [...store.records.values()].flatMap(({ json }) => {
    const payment = testPaymentSchema.safeParse(JSON.parse(json));
    return payment.success ? [payment.data] : [];
  });
  const moves = payments.flatMap((payment) => payment.moves);
  const sum = (cents: number[]) => cents.reduce((total, next) => total + next, 0);
  const moved = (kind: string) =>
    sum(moves.flatMap(({ act, cents }) => (act === kind ? [cents] : [])));
  return {
    held: sum(
      payments.flatMap(({ state, expiresAt, cents }) =>
        state === 'held' && expiresAt > now ? [cents] : [],
      ),
    ),
    captured: sum(payments.map(({ captured }) => captured)),
    refunded: moved('refund'),
    transferred: moved('transfer'),
    reversed: moved('reverse'),
  };
}
