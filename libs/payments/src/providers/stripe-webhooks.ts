import Stripe from 'stripe';
import * as z from 'zod';
import type { DisputeState } from '#libs/contracts';
import {
  type ProviderEvent,
  WEBHOOK_TOLERANCE_SECONDS,
  type Webhook,
  type WebhookResult,
} from './webhooks.js';

export interface StripeWebhookOptions {
  /** Of the endpoint of the market and of the one of its connected accounts, and of others while they are replaced. */
  readonly webhookSecrets: readonly string[];
  /** The market that `metadata` names: several may share an account at Stripe. */
  readonly market: string;
  readonly livemode: boolean;
}

/** The fields that are used; the rest depends on Stripe's version. */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  account: z.string().optional(),
  data: z.object({
    object: z.object({
      id: z.string(),
      amount: z.int().optional(),
      payment_intent: z.string().nullish(),
      status: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});
type StripeEvent = z.infer<typeof eventSchema>;

const KINDS = {
  'payment_intent.amount_capturable_updated': 'authorization',
  'payment_intent.canceled': 'authorization',
  'payment_intent.payment_failed': 'authorization',
  'payment_intent.requires_action': 'authorization',
  'payment_intent.succeeded': 'authorization',
  'setup_intent.requires_action': 'saved_card',
  'setup_intent.setup_failed': 'saved_card',
  'setup_intent.succeeded': 'saved_card',
  'refund.created': 'refund',
  'refund.failed': 'refund',
  'refund.updated': 'refund',
  'transfer.created': 'transfer',
  'transfer.reversed': 'transfer',
} as const;

/** Disputes, by what happens to the money; an inquiry of the bank moves none. */
const DISPUTES = {
  'charge.dispute.funds_withdrawn': 'open',
  'charge.dispute.funds_reinstated': 'won',
  'charge.dispute.closed': 'lost',
} as const;

/** What Stripe sends to the market; its endpoints subscribe to these. */
export const STRIPE_EVENTS = [
  ...Object.keys(KINDS),
  ...Object.keys(DISPUTES),
  'payout.paid',
  'payout.failed',
  'account.updated',
];

export function parseStripeWebhook(
  { body, headers }: Webhook,
  { webhookSecrets, market, livemode }: StripeWebhookOptions,
  now: Date,
): WebhookResult {
  const signature = headers['stripe-signature'];
  const verified = (tolerance: number) =>
    webhookSecrets.some((secret) => isVerified(body, signature, secret, tolerance, now));
  if (!verified(WEBHOOK_TOLERANCE_SECONDS))
    // A tolerance of 0 checks the signature only.
    return { state: 'refused', code: verified(0) ? 'too_old' : 'signature_invalid' };
  const event = read(body.toString());
  if (!event) return { state: 'refused', code: 'malformed' };
  if (event.livemode !== livemode) return { state: 'ignored' };
  const about = aboutOf(event, market);
  return about
    ? { state: 'event', event: { id: event.id, at: new Date(event.created * 1000), about } }
    : { state: 'ignored' };
}

function isVerified(
  body: Webhook['body'],
  signature: string | string[] | undefined,
  secret: string,
  tolerance: number,
  now: Date,
): boolean {
  if (typeof signature !== 'string') return false;
  try {
    Stripe.webhooks.constructEvent(body, signature, secret, tolerance, undefined, now.getTime());
    return true;
  } catch (error) {
    // Verified, but not JSON.
    return !(error instanceof Stripe.errors.StripeSignatureVerificationError);
  }
}

function read(body: string): StripeEvent | undefined {
  try {
    return eventSchema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}

function aboutOf(
  { type, account, data: { object } }: StripeEvent,
  market: string,
): ProviderEvent['about'] | undefined {
  if (type === 'account.updated') return { kind: 'seller', reference: object.id };
  if (type === 'payout.paid' || type === 'payout.failed') {
    // Without an account it is the market's own payout.
    if (account === undefined || object.amount === undefined) return undefined;
    const result = type === 'payout.paid' ? 'paid' : 'returned';
    return { kind: 'payout', result, seller: account, reference: object.id, cents: object.amount };
  }
  if (Object.hasOwn(DISPUTES, type))
    return disputeOf(DISPUTES[type as keyof typeof DISPUTES], object);
  const { key, market: of } = object.metadata ?? {};
  if (!Object.hasOwn(KINDS, type) || key === undefined || of !== market) return undefined;
  return { kind: KINDS[type as keyof typeof KINDS], key, reference: object.id };
}

/** A dispute has no metadata: whether its payment is one of this market, the market knows by the payment's name. */
function disputeOf(
  state: DisputeState,
  { id, amount: cents, payment_intent: authorization, status }: StripeEvent['data']['object'],
): ProviderEvent['about'] | undefined {
  if (!authorization || cents === undefined) return undefined;
  // Won disputes and inquiries are closed, too.
  if (state === 'lost' && status !== 'lost') return undefined;
  return { kind: 'dispute', state, authorization, reference: id, cents };
}
