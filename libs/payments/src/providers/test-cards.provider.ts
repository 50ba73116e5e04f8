import * as z from 'zod';
import { TEST_CARDS, testCardOf } from '#libs/contracts';
import {
  CardProvider,
  declined,
  type Finding,
  type Onboarding,
  type Outcome,
  outcomeSchema,
  type SavedCards,
  type SellerStatus,
  unknown,
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
import { TestBooks, type TestCardStore } from './test-cards.store.js';
import * as payments from './test-payment.js';
import { signedWebhook, verifiedWebhook } from './test-webhooks.js';
import type { Webhook, WebhookResult } from './webhooks.js';

export interface TestCardsOptions {
  readonly store: TestCardStore;
  /** Signs the webhooks. */
  readonly secret: string;
  /** The address of the processor's own pages, where sellers give their data. */
  readonly pages: string;
  /** Takes a webhook to the market; if it throws, the webhook stays due. */
  readonly deliver: (webhook: Webhook) => Promise<void>;
  /** NODE_ENV. */
  readonly environment: string | undefined;
  readonly now?: () => Date;
}

const payerSchema = z.strictObject({ userId: z.string(), email: z.string() });
const sellerSchema = z.strictObject({ farmId: z.string(), ready: z.boolean() });
const savedCardSchema = z.strictObject({
  payer: z.string(),
  token: z.string(),
  state: z.enum(['challenge', 'saved', 'declined', 'forgotten']),
});
type SavedCard = z.infer<typeof savedCardSchema>;
/** What was asked with a key. Without an answer the request was lost, or the process ended before it was done. */
const callSchema = z.strictObject({ asked: z.string(), answer: outcomeSchema.optional() });

/**
 * The built-in processor of the demo and of the tests. It moves no money; it has a card for each thing that can go wrong.
 * Nothing in it is random, and all that it knows is in its store.
 */
export class TestCardsProvider extends CardProvider {
  override readonly kind = 'test-cards';
  private readonly books: TestBooks;
  private readonly now: () => Date;

  constructor(private readonly options: TestCardsOptions) {
    super();
    if (options.environment === 'production')
      throw new Error('the test cards pay for nothing, so there are none in production');
    this.books = new TestBooks(options.store);
    this.now = options.now ?? (() => new Date());
  }

  override async registerPayer(request: PayerRequest): Promise<Outcome> {
    const refused = refusalOf(payerRequestSchema, request);
    if (refused) return refused;
    const { userId, email } = request;
    const reference = `payer_${payments.digest(userId)}`;
    await this.books.change(reference, payerSchema, () => ({ userId, email }));
    return { state: 'succeeded', reference, cents: 0 };
  }

  override async saveCard(request: SaveCardRequest): Promise<Outcome> {
    const token = async () => request.token;
    return this.once('saveCard', saveCardRequestSchema, request, token, async () => {
      if (!(await this.knows(request.payer, request.token))) return declined('not_found');
      const { payer, token } = request;
      const states: Record<string, SavedCard['state']> = {
        decline: 'declined',
        challenge: 'challenge',
      };
      return savedCardOutcome(
        await this.keepCard({ payer, token, state: states[token] ?? 'saved' }),
      );
    });
  }

  override async savedCards(payer: string): Promise<SavedCards> {
    if (!(await this.books.read(payer, payerSchema))) return declined('not_found');
    const cards = [];
    for (const { token, last4 } of TEST_CARDS) {
      const reference = payments.savedCardOf({ payer, token });
      const card = await this.books.read(reference, savedCardSchema);
      if (card?.state === 'saved') cards.push({ reference, brand: 'test', last4 });
    }
    return { state: 'known', cards };
  }

  override async forgetCard(request: ForgetCardRequest): Promise<Outcome> {
    const refused = refusalOf(forgetCardRequestSchema, request);
    if (refused) return refused;
    const { payer, card: reference } = request;
    const forgotten = await this.books.change(reference, savedCardSchema, (card) =>
      card?.payer === payer && card.state === 'saved'
        ? { ...card, state: 'forgotten' as const }
        : undefined,
    );
    return forgotten ? { state: 'succeeded', reference, cents: 0 } : declined('not_found');
  }

  /** Keeps the record, which payments name, without the address. */
  override async forgetPayer(payer: string): Promise<Outcome> {
    const saved = await this.savedCards(payer);
    if (saved.state !== 'known') return saved;
    for (const { reference: card } of saved.cards) await this.forgetCard({ payer, card });
    await this.books.change(payer, payerSchema, (known) => known && { ...known, email: '' });
    return { state: 'succeeded', reference: payer, cents: 0 };
  }

  override async authorize(request: AuthorizeRequest): Promise<Outcome> {
    const token = () => this.tokenOf(request);
    return this.once('authorize', authorizeRequestSchema, request, token, async () => {
      const card = testCardOf((await token()) ?? '');
      if (!card || !(await this.knows(request.payer, card.token))) return declined('not_found');
      const payment = await this.changePayment(
        payments.digest(request.key),
        (stored) => stored ?? payments.newPayment(request, card, this.now()),
      );
      await this.keepCardOf(payment);
      return payments.authorizationOutcome(payment, this.now());
    });
  }

  override async capture(request: CaptureRequest): Promise<Outcome> {
    const { authorization, key, cents } = request;
    return this.step('capture', captureRequestSchema, request, authorization, (payment) =>
      payment.endKey === key
        ? payments.captureOutcome(payment)
        : payments.capture(payment, key, cents, this.now()),
    );
  }

  override async cancel(request: CancelRequest): Promise<Outcome> {
    const { authorization, key } = request;
    return this.step('cancel', cancelRequestSchema, request, authorization, (payment) =>
      payment.endKey === key
        ? payments.cancelOutcome(payment)
        : payments.cancel(payment, key, this.now()),
    );
  }

  override async refund(request: RefundRequest): Promise<Outcome> {
    return this.step('refund', refundRequestSchema, request, request.capture, (payment) => {
      const made = payments.moveOf(payment, 'refund', request.key);
      return made ? payments.moveOutcome(made) : payments.refund(payment, request, this.now());
    });
  }

  override async transfer(request: TransferRequest): Promise<Outcome> {
    const seller = await this.status(String(request.seller));
    return this.step('transfer', transferRequestSchema, request, request.capture, (payment) => {
      const made = payments.moveOf(payment, 'transfer', request.key);
      if (made) return payments.moveOutcome(made);
      if (seller.state === 'declined') return seller;
      if (seller.state !== 'ready') return declined('seller_not_ready');
      return payments.transfer(payment, request, this.now());
    });
  }

  override async reverse(request: ReverseRequest): Promise<Outcome> {
    return this.step('reverse', reverseRequestSchema, request, request.transfer, (payment) => {
      const made = payments.moveOf(payment, 'reverse', request.key);
      return made ? payments.moveOutcome(made) : payments.reverse(payment, request, this.now());
    });
  }

  override async find({ act, request }: Intention): Promise<Finding> {
    switch (act) {
      case 'saveCard': {
        const saved = await this.books.read(payments.savedCardOf(request), savedCardSchema);
        return saved ? savedCardOutcome(saved) : { state: 'absent' };
      }
      case 'authorize': {
        const payment = await this.books.payment(payments.digest(request.key));
        return payment ? payments.authorizationOutcome(payment, this.now()) : { state: 'absent' };
      }
      case 'capture':
      case 'cancel':
        return this.findEnd(act, request);
      case 'refund':
      case 'transfer':
        return this.findMove(act, request.capture, request.key);
      case 'reverse':
        return this.findMove(act, request.transfer, request.key);
    }
  }

  override parseWebhook(webhook: Webhook): WebhookResult {
    return verifiedWebhook(webhook, this.options.secret, this.now());
  }

  override async onboard(request: OnboardRequest): Promise<Onboarding> {
    const refused = refusalOf(onboardRequestSchema, request);
    if (refused) return refused;
    const { farmId, seller } = request;
    const reference = `seller_${payments.digest(farmId)}`;
    if (seller !== undefined && seller !== reference) return declined('not_found');
    await this.books.change(
      reference,
      sellerSchema,
      (stored) => stored ?? { farmId, ready: false },
    );
    return { state: 'succeeded', reference, url: `${this.options.pages}/sellers/${reference}` };
  }

  override async status(seller: string): Promise<SellerStatus> {
    const stored = await this.books.read(seller, sellerSchema);
    if (!stored) return declined('not_found');
    return stored.ready
      ? { state: 'ready', missing: [] }
      : { state: 'incomplete', missing: ['external_account'] };
  }

  /** What a seller does on the processor's page. */
  async finishOnboarding(seller: string): Promise<void> {
    await this.books.change(seller, sellerSchema, (stored) => stored && { ...stored, ready: true });
  }

  /** What the customer does on the processor's page; `reference` is that of an authorisation or of a saved card. */
  async answerChallenge(reference: string, passed: boolean): Promise<void> {
    if (reference.startsWith('card_')) {
      const state = passed ? ('saved' as const) : ('declined' as const);
      await this.books.change(reference, savedCardSchema, (card) =>
        card?.state === 'challenge' ? { ...card, state } : undefined,
      );
      return;
    }
    const payment = await this.changePayment(payments.paymentOf(reference), (stored) => {
      if (stored) payments.answerChallenge(stored, passed, this.now());
      return stored;
    });
    if (payment) await this.keepCardOf(payment);
  }

  /** How the customer's bank decides on the dispute of a captured payment. */
  async decideDispute(capture: string, state: 'won' | 'lost'): Promise<void> {
    await this.changePayment(payments.paymentOf(capture), (stored) => {
      if (stored?.state === 'captured') payments.emitDispute(stored, state, this.now());
      return stored;
    });
  }

  /** Delivers the webhooks that are due; a process that ends in between delivers one of them again. */
  async deliverDue(): Promise<void> {
    for (const id of await this.books.due(this.now())) await this.deliverOf(id);
  }

  private async deliverOf(id: string): Promise<void> {
    const now = this.now();
    const payment = await this.books.payment(id);
    for (const { event } of payment?.webhooks.filter(({ dueAt }) => dueAt <= now) ?? []) {
      try {
        await this.options.deliver(signedWebhook(JSON.stringify(event), this.options.secret, now));
      } catch {
        // The market is unavailable: the webhook stays due, and so do the ones after it.
        return;
      }
      await this.books.changePayment(id, (stored) => {
        const at = stored?.webhooks.findIndex((webhook) => webhook.event.id === event.id) ?? -1;
        if (at >= 0) stored?.webhooks.splice(at, 1);
        return stored;
      });
    }
  }

  /** One step of a payment that exists. */
  private step(
    act: Intention['act'],
    schema: z.ZodType,
    request: { key: string },
    reference: string,
    change: (payment: payments.TestPayment) => Outcome,
  ): Promise<Outcome> {
    const id = payments.paymentOf(String(reference));
    const token = async () => (await this.books.payment(id))?.token;
    return this.once(act, schema, request, token, async () => {
      let outcome: Outcome = declined('not_found');
      await this.changePayment(id, (payment) => {
        if (payment) outcome = change(payment);
        return payment;
      });
      return outcome;
    });
  }

  /** Does what is asked with a key once, and gives the same answer from then on. Cards that lose something lose it here. */
  private async once(
    act: Intention['act'],
    schema: z.ZodType,
    request: { key: string },
    tokenOf: () => Promise<string | undefined>,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const refused = refusalOf(schema, request);
    if (refused) return refused;
    const id = `key_${payments.digest(request.key)}`;
    const asked = JSON.stringify([act, request]);
    const earlier = await this.books.read(id, callSchema);
    if (earlier && earlier.asked !== asked) return declined('key_reused');
    if (earlier?.answer) return earlier.answer;
    await this.books.change(id, callSchema, () => ({ asked }));
    const token = await tokenOf();
    if (!earlier && token === 'timeout_before') return unknown('no_answer');
    const answer = await run();
    await this.books.change(id, callSchema, () => ({ asked, answer }));
    return token === 'timeout_after' ? unknown('no_answer') : answer;
  }

  private async changePayment<Result extends payments.TestPayment | undefined>(
    id: string,
    change: (payment: payments.TestPayment | undefined) => Result,
  ): Promise<Result> {
    const payment = await this.books.changePayment(id, change);
    if (payment?.token === 'webhook_first') await this.deliverOf(id);
    return payment;
  }

  private async findEnd(
    act: 'capture' | 'cancel',
    { authorization, key }: CancelRequest,
  ): Promise<Finding> {
    const payment = await this.books.payment(payments.paymentOf(authorization));
    if (!payment) return declined('not_found');
    if (payment.endKey !== key)
      return payments.refusalOfEnd(payment, this.now()) ?? { state: 'absent' };
    return act === 'capture' ? payments.captureOutcome(payment) : payments.cancelOutcome(payment);
  }

  private async findMove(
    act: 'refund' | 'transfer' | 'reverse',
    reference: string,
    key: string,
  ): Promise<Finding> {
    const payment = await this.books.payment(payments.paymentOf(reference));
    if (!payment) return declined('not_found');
    const made = payments.moveOf(payment, act, key);
    return made ? payments.moveOutcome(made) : { state: 'absent' };
  }

  private async knows(payer: string, token: string): Promise<boolean> {
    return testCardOf(token) !== undefined && !!(await this.books.read(payer, payerSchema));
  }

  private async tokenOf({ card, payer }: AuthorizeRequest): Promise<string | undefined> {
    if (card.kind === 'new') return card.token;
    const saved = await this.books.read(card.reference, savedCardSchema);
    return saved?.payer === payer && saved.state === 'saved' ? saved.token : undefined;
  }

  private async keepCardOf({ payer, token, saves, state }: payments.TestPayment): Promise<void> {
    if (saves && state === 'held') await this.keepCard({ payer, token, state: 'saved' });
  }

  private async keepCard(card: SavedCard): Promise<SavedCard> {
    return this.books.change(payments.savedCardOf(card), savedCardSchema, () => card);
  }
}

function savedCardOutcome({ payer, token, state }: SavedCard): Outcome {
  const reference = payments.savedCardOf({ payer, token });
  if (state === 'forgotten') return declined('not_found');
  if (state === 'declined')
    return declined(token === 'challenge' ? 'challenge_failed' : 'card_declined');
  if (state === 'challenge')
    return { state: 'needs_challenge', reference, clientSecret: `secret_${reference}` };
  const last4 = testCardOf(token)?.last4 ?? '';
  return { state: 'succeeded', reference, cents: 0, card: { reference, brand: 'test', last4 } };
}
