import * as z from 'zod';
import type {
  AuthorizeRequest,
  CancelRequest,
  CaptureRequest,
  ForgetCardRequest,
  Intention,
  OnboardRequest,
  PayerRequest,
  RefundRequest,
  ReverseRequest,
  SaveCardRequest,
  TransferRequest,
} from './requests.js';
import type { Webhook, WebhookResult } from './webhooks.js';

/** Why nothing was moved. The first group comes from the customer's bank, the rest from the request. */
export const declineCodeSchema = z.enum([
  'card_declined',
  'insufficient_funds',
  'card_expired',
  'challenge_failed',
  // The bank wants a challenge, but the customer is not there to answer it.
  'challenge_required',

  // The request itself: not a positive integer of cents, not USD, or another field.
  'amount_invalid',
  'currency_unsupported',
  'request_invalid',
  'amount_too_small',
  // More than was authorised, or than is left of the capture or the transfer.
  'amount_too_large',
  // The key was used for another request.
  'key_reused',
  'not_found',
  'not_authorized',
  'already_captured',
  'authorization_canceled',
  'authorization_expired',
  // The transfer was not made from this capture to this seller.
  'transfer_mismatch',
  'seller_not_ready',
  // The market's own balance at the provider does not cover it.
  'balance_insufficient',
  // The customer's bank did not take the money back.
  'refund_failed',
]);
export type DeclineCode = z.infer<typeof declineCodeSchema>;

const cardSchema = z.strictObject({
  /** For later authorisations; only if the card was saved. */
  reference: z.string().nullable(),
  brand: z.string(),
  last4: z.string(),
});

const succeededSchema = z.strictObject({
  state: z.literal('succeeded'),
  /** The provider's id of what was made: the later requests name it. */
  reference: z.string(),
  /** The cents that were held, moved or released; 0 for a saved card. */
  cents: z.int().nonnegative(),
  /** When the bank releases an authorisation that nobody captured. */
  expiresAt: z.coerce.date().optional(),
  card: cardSchema.optional(),
});

const declinedSchema = z.strictObject({
  state: z.literal('declined'),
  code: declineCodeSchema,
});

const unknownSchema = z.strictObject({
  state: z.literal('unknown'),
  /**
   * `no_answer`: the connection failed or timed out.
   * `provider_failed`: it answered with an error of its own, and may give it again for the same key for a day. If `find`
   * says `absent`, it was not done: intend it anew, with a new key.
   * `busy`: too many requests, or the same one is being handled.
   * `pending`: accepted, not yet done.
   * `keys_rejected`: our keys are wrong, not the customer's card.
   */
  why: z.enum(['no_answer', 'provider_failed', 'busy', 'pending', 'keys_rejected']),
});

/** What came of a request. After `unknown`, ask `find`, or send the same request with the same key again. */
export const outcomeSchema = z.discriminatedUnion('state', [
  succeededSchema,
  declinedSchema,
  z.strictObject({
    state: z.literal('needs_challenge'),
    reference: z.string(),
    /** For the page, which shows the bank's challenge with it. Ask `find` when the customer comes back. */
    clientSecret: z.string(),
  }),
  unknownSchema,
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** `absent`: the provider has not received it. It still may, if the request is on its way. */
export const findingSchema = z.discriminatedUnion('state', [
  ...outcomeSchema.options,
  z.strictObject({ state: z.literal('absent') }),
]);
export type Finding = z.infer<typeof findingSchema>;

export const savedCardsSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('known'),
    cards: z.array(z.strictObject({ ...cardSchema.shape, reference: z.string() })),
  }),
  declinedSchema,
  unknownSchema,
]);
export type SavedCards = z.infer<typeof savedCardsSchema>;

export const onboardingSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('succeeded'),
    /** The seller's account; kept for good. */
    reference: z.string(),
    /** Where the seller enters their data; works once and for minutes. Onboard again for a new one. */
    url: z.url(),
  }),
  declinedSchema,
  unknownSchema,
]);
export type Onboarding = z.infer<typeof onboardingSchema>;

export const sellerStatusSchema = z.discriminatedUnion('state', [
  z.strictObject({
    /** `ready`: may receive transfers. `incomplete`: data is missing. `restricted`: the provider has stopped it. */
    state: z.enum(['ready', 'incomplete', 'restricted']),
    /** What the provider still wants to know, in its own words. */
    missing: z.array(z.string()),
  }),
  declinedSchema,
  unknownSchema,
]);
export type SellerStatus = z.infer<typeof sellerStatusSchema>;

/**
 * A processor of card payments. All amounts are integer US cents.
 *
 * Every outcome is data: a decline, a bad request and an outage are answers, and nothing is thrown for them. Each request
 * has one idempotency key for one intention: the same request with the same key is done once, however often it is sent
 * within a day, and gets the answer of the first time, which may be out of date; `find` gives what holds now. After a day,
 * ask `find` before you send again. Never call it inside a transaction; write down what is intended before the call.
 */
export abstract class CardProvider {
  abstract readonly kind: 'stripe' | 'test-cards';

  /** Makes a payer for a user; their cards are saved with it. Its reference is kept with the user. */
  abstract registerPayer(request: PayerRequest): Promise<Outcome>;

  /** Saves a card without a payment, for a slot that is too far away for an authorisation. */
  abstract saveCard(request: SaveCardRequest): Promise<Outcome>;

  /** The cards that a payer has saved. */
  abstract savedCards(payer: string): Promise<SavedCards>;

  /** Forgets a saved card of this payer; `not_found` if it is another's, or forgotten before. */
  abstract forgetCard(request: ForgetCardRequest): Promise<Outcome>;

  /** Forgets a payer with all saved cards; what they have paid can still be given back. `not_found` if nobody is it. */
  abstract forgetPayer(payer: string): Promise<Outcome>;

  /**
   * Holds money on a card. One authorisation is for one part of an order, because not every card and account allows more
   * than one capture.
   */
  abstract authorize(request: AuthorizeRequest): Promise<Outcome>;

  /** Takes held money, once, at most what is held; the rest of the authorisation is released. */
  abstract capture(request: CaptureRequest): Promise<Outcome>;

  /** Releases an authorisation that was not captured, also one whose challenge is open. */
  abstract cancel(request: CancelRequest): Promise<Outcome>;

  /** Gives captured money back, in one or several refunds; all of them together at most what was captured. */
  abstract refund(request: RefundRequest): Promise<Outcome>;

  /** Sends what an intention says, the first time or again. */
  send({ act, request }: Intention): Promise<Outcome> {
    switch (act) {
      case 'saveCard':
        return this.saveCard(request);
      case 'authorize':
        return this.authorize(request);
      case 'capture':
        return this.capture(request);
      case 'cancel':
        return this.cancel(request);
      case 'refund':
        return this.refund(request);
      case 'transfer':
        return this.transfer(request);
      case 'reverse':
        return this.reverse(request);
    }
  }

  /** The outcome of an intention, by asking; it changes nothing. */
  abstract find(intention: Intention): Promise<Finding>;

  /**
   * Verifies a webhook over the exact bytes received. An event only says what to ask `find` about: webhooks arrive late,
   * twice and out of order.
   */
  abstract parseWebhook(webhook: Webhook): WebhookResult;

  /** Opens an account for a seller, or lets a seller with an account go on with their data. */
  abstract onboard(request: OnboardRequest): Promise<Onboarding>;

  /** Whether a seller may receive transfers. */
  abstract status(seller: string): Promise<SellerStatus>;

  /** Hands a seller their share of one capture; all shares of a capture together at most what was captured. */
  abstract transfer(request: TransferRequest): Promise<Outcome>;

  /** Takes a share back; refused unless the transfer was made from this capture to this seller. */
  abstract reverse(request: ReverseRequest): Promise<Outcome>;
}

export const declined = (code: DeclineCode): Outcome & { state: 'declined' } => ({
  state: 'declined',
  code,
});
export const unknown = (
  why: z.infer<typeof unknownSchema>['why'],
): Outcome & { state: 'unknown' } => ({ state: 'unknown', why });
