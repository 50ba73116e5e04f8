import { Injectable } from '@nestjs/common';
import type { DomainEvent, JobPayload } from '#libs/contracts';
import { type ClientSession, OnEvents, OnJob } from '#libs/platform';
import { LedgerService } from './ledger.service.js';
import { LedgerCheckService } from './ledger-check.service.js';
import { MonthsService } from './months.service.js';
import { OrderBooks } from './order-books.service.js';
import { journalsOfEvent } from './order-journals.js';

/** Books what happens to orders, each event once; closes months and checks the ledger. */
@Injectable()
export class PaymentsProcessor {
  constructor(
    private readonly ledger: LedgerService,
    private readonly books: OrderBooks,
    private readonly months: MonthsService,
    private readonly checks: LedgerCheckService,
  ) {}

  @OnEvents('order.part-changed')
  async bookOrders(
    events: readonly DomainEvent<'order.part-changed'>[],
    session: ClientSession,
  ): Promise<void> {
    const missing = await this.books.missingAfter(session, events);
    await this.ledger.book(session, [...events.flatMap(journalsOfEvent), ...missing]);
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
