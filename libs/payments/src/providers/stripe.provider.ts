import Stripe from 'stripe';
import {
  CardProvider,
  declined,
  type Finding,
  type Onboarding,
  type Outcome,
  type SavedCards,
  type SellerStatus,
} from './card-provider.js';
import {
  type AuthorizeRequest,
  authorizeRequestSchema,
  type CancelRequest,
  type CaptureRequest,
  cancelRequestSchema,
  captureRequestSchema,
  type ForgetCardRequest,
  forgetCardRequestSchema,
  type Intention,
  type OnboardRequest,
  onboardRequestSchema,
  type PayerRequest,
  payerRequestSchema,
  type RefundRequest,
  type ReverseRequest,
  refundRequestSchema,
  refusalOf,
  reverseRequestSchema,
  type SaveCardRequest,
  saveCardRequestSchema,
  type TransferRequest,
  transferRequestSchema,
} from './requests.js';
import { findAtStripe } from './stripe-find.js';
import {
  authorizationOutcome,
  cancelOutcome,
  captureOutcome,
  idOf,
  movedOutcome,
  outcomeOfError,
  refundOutcome,
  savedCardOutcome,
} from './stripe-outcomes.js';
import { parseStripeWebhook, type StripeWebhookOptions } from './stripe-webhooks.js';
import type { Webhook, WebhookResult } from './webhooks.js';

export interface StripeOptions extends Omit<StripeWebhookOptions, 'livemode'> {
  readonly secretKey: string;
  /** Stripe's API, or a stand-in for it. */
  readonly api?: string | undefined;
  readonly timeoutMs?: number;
  /** Attempts of the package after a failed one, with the same key. */
  readonly retries?: number;
  readonly now?: () => Date;
}

const TIMEOUT_MS = 15_000;
const RETRIES = 1;
const PAGE = 100;
/** Saved cards of one customer. */
const MAX_CARDS = 1_000;
const EXPANDED = ['latest_charge', 'payment_method'];
/** Cards only; Stripe would offer whatever its dashboard enables. */
const CARDS_ONLY = ['card'];

/**
 * Stripe, by its own package. One PaymentIntent for each authorisation, captured by hand; separate charges and transfers.
 * Everything that is made carries the market and the key of its intention in `metadata`, by which `find` and webhooks know
 * it. The package takes 150 ms and 20 MB to load: import this file only where Stripe is configured.
 */
export class StripeProvider extends CardProvider {
  override readonly kind = 'stripe';
  private readonly stripe: Stripe;
  private readonly now: () => Date;

  constructor(private readonly options: StripeOptions) {
    super();
    this.stripe = new Stripe(options.secretKey, {
      ...apiOf(options.api),
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      maxNetworkRetries: options.retries ?? RETRIES,
      telemetry: false,
    });
    this.now = options.now ?? (() => new Date());
  }

  override async registerPayer(request: PayerRequest): Promise<Outcome> {
    const { key, userId, email } = request;
    return this.asked(payerRequestSchema, request, async () => {
      const customer = await this.stripe.customers.create(
        { email, metadata: { ...this.mark(key), user: userId } },
        { idempotencyKey: key },
      );
      return { state: 'succeeded', reference: customer.id, cents: 0 };
    });
  }

  override async saveCard(request: SaveCardRequest): Promise<Outcome> {
    const { key, payer, token } = request;
    return this.asked(saveCardRequestSchema, request, async () =>
      savedCardOutcome(
        await this.stripe.setupIntents.create(
          {
            customer: payer,
            ...newCard(token),
            confirm: true,
            usage: 'off_session',
            use_stripe_sdk: true,
            allowed_payment_method_types: CARDS_ONLY,
            metadata: this.mark(key),
            expand: ['payment_method'],
          },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  override async savedCards(payer: string): Promise<SavedCards> {
    try {
      const cards = new Map<string, { reference: string; brand: string; last4: string }>();
      for (const method of await this.savedBy(payer)) {
        const { id, card } = method;
        if (card && !cards.has(fingerprintOf(method)))
          cards.set(fingerprintOf(method), { reference: id, brand: card.brand, last4: card.last4 });
      }
      return { state: 'known', cards: [...cards.values()] };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  override async forgetCard(request: ForgetCardRequest): Promise<Outcome> {
    const { payer, card: reference } = request;
    return this.asked(forgetCardRequestSchema, request, async () => {
      const named = await this.stripe.paymentMethods.retrieve(reference);
      if (idOf(named.customer) !== payer) return declined('not_found');
      // the named one last: until it is gone, this can be asked again
      for (const one of await this.savedBy(payer))
        if (one.id !== reference && fingerprintOf(one) === fingerprintOf(named))
          await this.stripe.paymentMethods.detach(one.id);
      await this.stripe.paymentMethods.detach(reference);
      return { state: 'succeeded', reference, cents: 0 };
    });
  }

  override async forgetPayer(payer: string): Promise<Outcome> {
    try {
      const { id } = await this.stripe.customers.del(payer);
      return { state: 'succeeded', reference: id, cents: 0 };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  override async authorize(request: AuthorizeRequest): Promise<Outcome> {
    const { key, payer, cents, currency, card, present } = request;
    return this.asked(authorizeRequestSchema, request, async () =>
      authorizationOutcome(
        await this.stripe.paymentIntents.create(
          {
            amount: cents,
            currency,
            customer: payer,
            ...(card.kind === 'new' ? newCard(card.token) : { payment_method: card.reference }),
            ...(card.kind === 'new' && card.save && { setup_future_usage: 'off_session' as const }),
            ...(present ? { use_stripe_sdk: true } : { off_session: true }),
            confirm: true,
            capture_method: 'manual',
            allowed_payment_method_types: CARDS_ONLY,
            metadata: this.mark(key),
            expand: EXPANDED,
          },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  override async capture(request: CaptureRequest): Promise<Outcome> {
    const { key, authorization, cents } = request;
    return this.asked(captureRequestSchema, request, async () =>
      captureOutcome(
        await this.stripe.paymentIntents.capture(
          authorization,
          { amount_to_capture: cents, metadata: { capture_key: key } },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  override async cancel(request: CancelRequest): Promise<Outcome> {
    const { key, authorization } = request;
    return this.asked(cancelRequestSchema, request, async () =>
      cancelOutcome(
        await this.stripe.paymentIntents.cancel(authorization, {}, { idempotencyKey: key }),
      ),
    );
  }

  override async refund(request: RefundRequest): Promise<Outcome> {
    const { key, capture, cents } = request;
    return this.asked(refundRequestSchema, request, async () =>
      refundOutcome(
        await this.stripe.refunds.create(
          { charge: capture, amount: cents, metadata: this.mark(key) },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  override async transfer(request: TransferRequest): Promise<Outcome> {
    const { key, seller, capture, cents, currency } = request;
    return this.asked(transferRequestSchema, request, async () =>
      movedOutcome(
        await this.stripe.transfers.create(
          {
            amount: cents,
            currency,
            destination: seller,
            // Stripe refuses more than the capture, and does not wait for the market's balance.
            source_transaction: capture,
            metadata: this.mark(key),
          },
          { idempotencyKey: key },
        ),
      ),
    );
  }

  override async reverse(request: ReverseRequest): Promise<Outcome> {
    const { key, transfer, seller, capture, cents } = request;
    return this.asked(reverseRequestSchema, request, async () => {
      const made = await this.stripe.transfers.retrieve(transfer);
      if (idOf(made.destination) !== seller || idOf(made.source_transaction) !== capture)
        return declined('transfer_mismatch');
      return movedOutcome(
        await this.stripe.transfers.createReversal(
          transfer,
          { amount: cents, metadata: this.mark(key) },
          { idempotencyKey: key },
        ),
      );
    });
  }

  override async find(intention: Intention): Promise<Finding> {
    try {
      return (
        (await findAtStripe(this.stripe, this.options.market, intention)) ?? { state: 'absent' }
      );
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  override parseWebhook(webhook: Webhook): WebhookResult {
    const livemode = !this.options.secretKey.includes('_test_');
    return parseStripeWebhook(webhook, { ...this.options, livemode }, this.now());
  }

  override async onboard(request: OnboardRequest): Promise<Onboarding> {
    const { returnUrl, refreshUrl } = request;
    return this.asked(onboardRequestSchema, request, async () => {
      const reference = request.seller ?? (await this.newAccount(request));
      const { url } = await this.stripe.accountLinks.create({
        account: reference,
        type: 'account_onboarding',
        return_url: returnUrl,
        refresh_url: refreshUrl,
      });
      return { state: 'succeeded', reference, url };
    });
  }

  override async status(seller: string): Promise<SellerStatus> {
    try {
      const account = await this.stripe.accounts.retrieve(seller);
      if (account.capabilities?.transfers === 'active') return { state: 'ready', missing: [] };
      const missing = account.requirements?.currently_due ?? [];
      return { state: missing.length > 0 ? 'incomplete' : 'restricted', missing };
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  /** Checks a request, makes it, and turns every error into an outcome. */
  private async asked<Answer extends Outcome | Onboarding>(
    schema: Parameters<typeof refusalOf>[0],
    request: object,
    call: () => Promise<Answer>,
  ): Promise<Answer | ReturnType<typeof outcomeOfError>> {
    const refused = refusalOf(schema, request);
    if (refused) return refused;
    try {
      return await call();
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  /** Each payment that saves a card makes another of these, also of the same card. */
  private savedBy(payer: string): Promise<Stripe.PaymentMethod[]> {
    return this.stripe.customers
      .listPaymentMethods(payer, { type: 'card', limit: PAGE })
      .autoPagingToArray({ limit: MAX_CARDS });
  }

  private mark(key: string) {
    return { market: this.options.market, key };
  }

  /** An account whose data Stripe asks for, and whose losses and fees are the market's. */
  private async newAccount({ key, email, farmId }: OnboardRequest): Promise<string> {
    const account = await this.stripe.accounts.create(
      {
        country: 'US',
        email,
        controller: {
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'express' },
        },
        capabilities: { transfers: { requested: true } },
        metadata: { ...this.mark(key), farm: farmId },
      },
      { idempotencyKey: key },
    );
    return account.id;
  }
}

function apiOf(api: string | undefined) {
  if (api === undefined) return {};
  const { protocol, hostname, port } = new URL(api);
  const http = protocol === 'http:';
  return {
    host: hostname,
    protocol: http ? ('http' as const) : ('https' as const),
    port: port || (http ? 80 : 443),
  };
}

/** The same for equal cards, whose numbers Stripe does not return. */
const fingerprintOf = ({ id, card }: Stripe.PaymentMethod) => card?.fingerprint ?? id;

/** A ConfirmationToken of the Payment Element, or a PaymentMethod. */
const newCard = (token: string) =>
  token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token };
