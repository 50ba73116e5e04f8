import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type Id,
  type MarkPaidBack,
  move,
  refusedRefund,
  toDollars,
  type WaitingPayment,
  type WaitingPayments,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  Idempotency,
  PLATFORM_CONFIG,
  type PlatformConfig,
  type Principal,
  readWithTotal,
} from '#libs/platform';
import { requirePastDay, requireSeen } from './bank-payments.js';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { CardPaymentStore } from './card-payment-store.js';
import type { NewJournal } from './journal.model.js';
import { toWaitingPayment } from './waiting-payments.js';

/** Payments in the list. */
const LISTED_MAX = 100;

/** The payments by card that wait for their provider or for an admin. */
@Injectable()
export class CardDesk {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly paymentStore: CardPaymentStore,
    private readonly audit: Audit,
    private readonly idempotency: Idempotency,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** Those that wait longest first. */
  async waiting(): Promise<WaitingPayments> {
    const { found, total } = await readWithTotal(this.payments, {
      filter: { waitsSince: { $gt: new Date(0) } },
      sort: { waitsSince: 1, _id: 1 },
      limit: LISTED_MAX,
    });
    return { payments: found.slice(0, LISTED_MAX).map(toWaitingPayment), total };
  }

  /**
   * Books what an admin has paid back by bank, because the card's bank refused it; once per key. Throws
   * `PAYMENT_NOT_FOUND`, `BALANCE_CHANGED` (with `details.from` and `to`), `VALIDATION_FAILED` for a day to come, and
   * `IDEMPOTENCY_KEY_REUSED`.
   */
  async markPaidBack(
    admin: Principal,
    key: string,
    id: Id,
    paid: MarkPaidBack,
  ): Promise<WaitingPayment> {
    requirePastDay(paid.paidOn, this.config.MARKET_TIME_ZONE);
    const payment = await this.idempotency.once(
      { userId: admin.userId, key, request: { paymentId: id, paid } },
      {
        make: (session, journalId) => this.book(session, admin, { id, journalId, paid }),
        find: () => this.find(null, id),
      },
    );
    return toWaitingPayment(payment);
  }

  private async book(
    session: ClientSession,
    actor: Principal,
    of: { id: Id; journalId: Types.ObjectId; paid: MarkPaidBack },
  ): Promise<CardPayment> {
    const before = await this.find(session, of.id);
    const { order } = before;
    const cents = refusedRefund(before);
    if (!order || cents === 0)
      throw new DomainError('PAYMENT_NOT_FOUND', 'Nothing is to be paid back');
    const { amount, reference, paidOn } = of.paid;
    requireSeen(amount, cents);
    const journal: NewJournal = {
      cause: { id: of.journalId.toString(), kind: 'refunded' },
      at: new Date(),
      order: { ...order },
      reference,
      paidOn,
      lines: move(cents, 'market:cards', 'market:bank'),
    };
    const change = { state: 'captured', refunded: before.refunded + cents } as const;
    const after = await this.paymentStore.update(session, before, change, [journal]);
    await this.audit.add(session, {
      actor,
      action: 'payment.paid-back',
      target: { type: 'order', id: order._id, name: order.code },
      before: { part: order.partId, refunded: toDollars(before.refunded) },
      after: { part: order.partId, refunded: toDollars(after.refunded), reference, paidOn },
      reason: null,
    });
    return after;
  }

  private async find(session: ClientSession | null, id: Id): Promise<CardPayment> {
    const found = await this.payments.findById(id).session(session).lean<CardPayment>();
    if (!found) throw new DomainError('PAYMENT_NOT_FOUND');
    return found;
  }
}
