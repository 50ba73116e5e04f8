import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { refusedRefund } from '#libs/contracts';
import { type ClientSession, Outbox } from '#libs/platform';
import { CARD_PAYMENT, type CardPayment } from './card-payment.model.js';
import { paymentsChanged } from './card-payment-dto.js';
import { refundedByBankJournals } from './dispute-journals.js';
import type { NewJournal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { waitChanged } from './waiting-payments.js';

/** Changes what is known or owed of a payment, with its books and what pages show of it. */
@Injectable()
export class CardPaymentStore {
  constructor(
    @InjectModel(CARD_PAYMENT) private readonly payments: Model<CardPayment>,
    private readonly ledger: LedgerService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Inside a transaction: stores a change at the payment's next version, books it, and publishes what the pages of its
   * order and the money desk show of it. Returns the payment as it is stored.
   */
  async update(
    session: ClientSession,
    before: CardPayment,
    change: Partial<CardPayment>,
    journals: readonly NewJournal[] = [],
  ): Promise<CardPayment> {
    const changed = { ...before, ...change, version: before.version + 1 };
    const after = { ...changed, waitsSince: waitsSince(changed) };
    await this.payments.replaceOne({ _id: after._id }, after, { session });
    await this.ledger.book(session, [...journals, ...refundedByBankJournals(before, after)]);
    await this.outbox.add(
      session,
      ...paymentsChanged({ before, after }),
      ...waitChanged(before, after),
    );
    return after;
  }
}

/** Since when a payment waits for an answer that says something, or for an admin; null if it does not. */
function waitsSince(payment: CardPayment): Date | null {
  if (payment.open?.why) return payment.open.since;
  return refusedRefund(payment) > 0 ? (payment.waitsSince ?? new Date()) : null;
}
