import { Injectable } from '@nestjs/common';
import type { DomainEvent, JobPayload } from '#libs/contracts';
import { type ClientSession, OnEvents, OnJob } from '#libs/platform';
import { CardIntentions } from './card-intentions.service.js';
import { CardPayments } from './card-payments.service.js';
import { LedgerService } from './ledger.service.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { MonthsService } from './months.service.js';
import { OrderBooks } from './order-books.service.js';
import { journalsOfEvent } from './order-journals.js';
import { Sellers } from './sellers.service.js';

/** Books what happens to orders, and takes it from cards, each event once; closes months and checks the ledger. */
@Injectable()
export class PaymentsProcessor {
  constructor(
    private readonly ledger: LedgerService,
    private readonly books: OrderBooks,
    private readonly months: MonthsService,
    private readonly checks: LedgerCheckService,
    private readonly cards: CardPayments,
    private readonly intentions: CardIntentions,
    private readonly sellers: Sellers,
  ) {}

  @OnEvents('order.part-changed')
  async bookOrders(
    events: readonly DomainEvent<'order.part-changed'>[],
    session: ClientSession,
  ): Promise<void> {
    const missing = await this.books.missingAfter(session, events);
    await this.ledger.book(session, [...events.flatMap(journalsOfEvent), ...missing]);
    await this.cards.storeDues(session, events);
  }

  @OnJob('payment.advance')
  async advancePayment({ paymentId }: JobPayload<'payment.advance'>): Promise<void> {
    await this.intentions.advance(paymentId);
  }

  @OnJob('payments.sweep')
  async sweepPayments(): Promise<void> {
    await this.sellers.sweep();
    await this.intentions.sweep();
  }

  @OnJob('months.close')
  async closeMonths(): Promise<void> {
    await this.months.close();
  }

  @OnJob('ledger.check')
  async checkLedger({ requestedBy }: JobPayload<'ledger.check'>): Promise<void> {
    await this.checks.run(requestedBy ?? null);
  }
}
