import type Stripe from 'stripe';
import type { Outcome } from './card-provider.js';
import type { Intention } from './requests.js';
import {
  authorizationOutcome,
  cancelOutcome,
  captureOutcome,
  ended,
  endOf,
  movedOutcome,
  refundOutcome,
  savedCardOutcome,
} from './stripe-outcomes.js';

/** The clocks of two machines differ. */
const CLOCKS_DIFFER_SECONDS = 600;
const PAGE = 100;

interface Marked {
  readonly metadata: Stripe.Metadata | null;
}

/**
 * What came of an intention; undefined if Stripe has not received it. Lists are used, because Stripe's search lags behind
 * by a minute.
 */
export async function findAtStripe(
  stripe: Stripe,
  market: string,
  { act, request, since }: Intention,
): Promise<Outcome | undefined> {
  const page = { limit: PAGE };
  const created = { gte: Math.floor(since.getTime() / 1000) - CLOCKS_DIFFER_SECONDS };
  const { key } = request;
  const made = <Made extends Marked>(list: AsyncIterable<Made>) => madeWith(list, market, key);
  switch (act) {
    case 'saveCard': {
      const expand = ['data.payment_method'];
      const intents = stripe.setupIntents.list({
        customer: request.payer,
        created,
        expand,
        ...page,
      });
      const intent = await made(intents);
      return intent && savedCardOutcome(intent);
    }
    case 'authorize': {
      const expand = ['data.latest_charge', 'data.payment_method'];
      const intents = stripe.paymentIntents.list({
        customer: request.payer,
        created,
        expand,
        ...page,
      });
      const intent = await made(intents);
      return intent && authorizationOutcome(intent);
    }
    case 'capture': {
      const intent = await stripe.paymentIntents.retrieve(request.authorization);
      const own = intent.status === 'succeeded' && intent.metadata.capture_key === key;
      return own ? captureOutcome(intent) : ended(intent);
    }
    case 'cancel': {
      const intent = await stripe.paymentIntents.retrieve(request.authorization);
      return endOf(intent) === 'authorization_canceled' ? cancelOutcome(intent) : ended(intent);
    }
    case 'refund': {
      const refunds = stripe.refunds.list({ charge: request.capture, ...page });
      const refund = await made(refunds);
      return refund && refundOutcome(refund);
    }
    case 'transfer': {
      const destination = request.seller;
      const transfers = stripe.transfers.list({ destination, created, ...page });
      const transfer = await made(transfers);
      return transfer && movedOutcome(transfer);
    }
    case 'reverse': {
      const reversals = stripe.transfers.listReversals(request.transfer, page);
      const reversal = await made(reversals);
      return reversal && movedOutcome(reversal);
    }
  }
}

/** The object that was made with a key; further pages are fetched while they are needed. */
async function madeWith<Made extends Marked>(
  list: AsyncIterable<Made>,
  market: string,
  key: string,
): Promise<Made | undefined> {
  for await (const made of list)
    if (made.metadata?.key === key && made.metadata.market === market) return made;
  return undefined;
}
