import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import { type CardPaymentState, dayOf, nextCardAct } from '#libs/contracts';
import {
  type ClientSession,
  LOGGER,
  type Logger,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { auditNoteOf, journalsOf } from './card-journals.js';
import { CARD_PAYMENT, type CardPayment, type StoredIntention } from './card-payment.model.js';
import { CardPaymentStore } from './card-payment-store.js';
import { CardQueue } from './card-queue.js';
import { CardRenewals } from './card-renewals.service.js';
import { afterAnswer, hasNext, stateWithoutRequest, withIntention } from './card-requests.js';
import { ConfiguredCards, type MerchantAccount, madeAt } from './configured-cards.js';
import type { Finding } from './providers/card-provider.js';
import { intentionSchema } from './providers/requests.js';
import { Transfers } from './transfers.service.js';

/** Milliseconds before an unanswered request is asked about: first and longest. Longer than an answer may take. */
const ASK_MS = 30_000;
const ASK_MAX_MS = 3_600_000;
/** Milliseconds before the provider is asked again about an authorisation that should have expired. */
const HELD_ON_MS = 600_000;
/** Payments per query of a sweep. */
const SWEEP_BATCH = 100;

/**
 * Does what is next with payments by card. Every step is stored before and after its request to the provider, never in
 * one transaction with it; so this can stop anywhere, and whoever comes next goes on.
 */
@Injectable()
export class CardIntentions {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly cards: ConfiguredCards,
    private readonly paymentStore: CardPaymentStore,
    private readonly audit: Audit,
    private readonly queue: CardQueue,
    private readonly renewals: CardRenewals,
    private readonly transfers: Transfers,
    private readonly transactions: Transactions,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Does all that is next with a payment, until it waits for its customer, its order or its provider. */
  async advance(id: Types.ObjectId | string): Promise<void> {
    while (await this.step(id)) {
      // one request after the other
    }
  }

  /** Advances every payment with something to do; one that fails does not stop the others. */
  async sweep(): Promise<void> {
    const merchant = this.cards.current;
    if (!merchant) return;
    await this.cards.testCards?.deliverDue();
    for (;;) {
      const due = await this.payments
        .find({ ...madeAt(merchant), nextAt: { $lte: new Date() } }, { _id: 1 })
        .sort({ nextAt: 1 })
        .limit(SWEEP_BATCH)
        .lean<Pick<CardPayment, '_id'>[]>();
      let failed = 0;
      for (const { _id } of due)
        await this.advance(_id).catch((err: unknown) => {
          failed++;
          this.logger.error({ err, payment: _id }, 'a payment by card failed; it is tried again');
        });
      // One that fails may still be due, and would be found again at once.
      if (due.length < SWEEP_BATCH || failed > 0) return;
    }
  }

  /** The provider says that something has happened to an intention: it is asked. */
  async hint(key: string): Promise<void> {
    const [id = ''] = key.split('-');
    if (!Types.ObjectId.isValid(id)) return;
    const { matchedCount } = await this.payments.updateOne(
      { _id: id },
      { $set: { nextAt: new Date() } },
    );
    if (matchedCount > 0) this.queue.add(id);
  }

  /** One request to the provider; returns whether another may follow now. */
  private async step(id: Types.ObjectId | string): Promise<boolean> {
    const merchant = this.cards.current;
    const claimed = merchant && (await this.claim(merchant, id));
    if (!claimed) return false;
    const { payment, intention, isQuestion } = claimed;
    const finding = await ask(merchant, intention, { isQuestion });
    return this.transactions.run((session) => this.record(session, payment, intention, finding));
  }

  /**
   * Stores the intention that is next, or another try of the open one. Without any, it is a question about what is held:
   * whether a challenge was passed, and whether the bank still holds the money. Null if there is nothing to do.
   */
  private claim(merchant: MerchantAccount, id: Types.ObjectId | string): Promise<Claimed | null> {
    return this.transactions.run(async (session) => {
      const stored = await this.payments
        .findOne({ ...madeAt(merchant), _id: id })
        .session(session)
        .lean<CardPayment>();
      if (!stored) return null;
      const ended = stateWithoutRequest(stored);
      if (ended) {
        await this.endWithoutRequest(session, stored, ended);
        return null;
      }
      const wanted =
        stored.open ??
        withIntention(
          stored,
          nextCardAct(stored) ?? (await this.transfers.next(session, merchant, stored)),
        );
      const intention = wanted && { ...wanted, tries: wanted.tries + 1 };
      const question = isHeld(stored) ? stored.closed.findLast(isOfHold) : null;
      const asked = intention ?? question;
      if (!asked && !stored.nextAt) return null;
      const nextAt = asked ? later(intention?.tries ?? 1) : idleUntil(stored);
      const next = { open: intention, nextAt, version: stored.version + 1 };
      await this.payments.updateOne({ _id: stored._id }, { $set: next }, { session });
      return asked
        ? { payment: { ...stored, ...next }, intention: asked, isQuestion: !intention }
        : null;
    });
  }

  /** A saved card is to hold the money now, or the payment has ended before a request. */
  private async endWithoutRequest(
    session: ClientSession,
    stored: CardPayment,
    state: CardPaymentState,
  ): Promise<void> {
    const change = { state, challenge: null, nextAt: null };
    await this.renewals.renew(session, await this.paymentStore.update(session, stored, change));
  }

  /** Stores what came of a request, with its journal, unless another process has; returns whether another may follow. */
  private async record(
    session: ClientSession,
    before: CardPayment,
    intention: StoredIntention,
    finding: Finding,
  ): Promise<boolean> {
    const stored = await this.payments.findById(before._id).session(session).lean<CardPayment>();
    if (stored?.open?.key !== before.open?.key || stored?.state !== before.state) return false;
    const after = afterAnswer(stored, intention, finding);
    const isKnown = finding.state !== 'unknown';
    const isNext = isKnown && hasNext(after);
    const idle = isKnown ? idleUntil(after) : before.nextAt;
    const nextAt = isNext ? new Date() : idle;
    const day = dayOf(Date.now(), this.config.MARKET_TIME_ZONE);
    const journals = journalsOf(stored, after, { ...intention, day });
    const written = await this.paymentStore.update(session, stored, { ...after, nextAt }, journals);
    if (after.stage === 'checkout' && after.state === 'declined')
      await this.end(session, { checkoutId: after.checkoutId });
    if (after.state !== stored.state) await this.renewals.renew(session, written);
    const note = auditNoteOf(stored, after);
    if (note) await this.audit.add(session, note);
    return isNext;
  }

  /** Inside a transaction: ends checkouts whose order is not placed; what they hold is released. */
  async end(
    session: ClientSession,
    filter: { readonly checkoutId: Types.ObjectId } | { readonly holdId: Types.ObjectId },
  ): Promise<void> {
    const found = await this.payments
      .find({ ...filter, stage: 'checkout' }, { _id: 1 })
      .session(session)
      .lean<Pick<CardPayment, '_id'>[]>();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await this.payments.updateMany(
      { _id: { $in: ids } },
      { $set: { stage: 'ended', due: 0, nextAt: new Date() }, $inc: { version: 1 } },
      { session },
    );
    this.queue.afterCommit(session, ids);
  }
}

interface Claimed {
  readonly payment: CardPayment;
  readonly intention: StoredIntention;
  readonly isQuestion: boolean;
}

const isOfHold = ({ act }: StoredIntention) => act === 'authorize' || act === 'saveCard';

const isHeld = ({ state }: CardPayment) => state === 'challenge' || state === 'authorised';

const later = (tries: number) =>
  new Date(Date.now() + Math.min(ASK_MS * 2 ** (tries - 1), ASK_MAX_MS));

/** When a payment with nothing to do is looked at again: an authorisation when it expires, a saved card on its day. */
function idleUntil({ state, expiresAt, authorizeAt }: CardPayment): Date | null {
  if (state === 'saved') return authorizeAt;
  if (state !== 'authorised' || !expiresAt) return null;
  return new Date(Math.max(expiresAt.getTime(), Date.now() + HELD_ON_MS));
}

/** What came of an intention. It is sent at once only the first time; a process that ended may have sent it before. */
async function ask(
  { provider }: MerchantAccount,
  { act, request, since, tries, why }: StoredIntention,
  { isQuestion }: { isQuestion: boolean },
): Promise<Finding> {
  const intention = intentionSchema.parse({ act, request, since });
  if (tries === 1 && !isQuestion) return provider.send(intention);
  const found = await provider.find(intention);
  // After a failure the provider gives the same answer to the same key: it needs another.
  const isLost = found.state === 'absent' && !isQuestion && why !== 'provider_failed';
  return isLost ? provider.send(intention) : found;
}
