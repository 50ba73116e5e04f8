import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Audit } from '#libs/audit';
import { addMonths, dayOf, farmAccount, farmOfAccount, type Month, monthOf } from '#libs/contracts';
import {
  type ClientSession,
  EVENT_HANDLERS_KEY,
  Migrations,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
  Transactions,
} from '#libs/platform';
import { BALANCE, type Balance, LEDGER_MONTH, type LedgerMonth, sealOf } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { moneyChanged } from './money-events.js';

/** The migration that books the orders of builds without a ledger. Never rename it, or it runs again. */
export const OPENING = 'payments.opening';
/** Milliseconds that a month stays open after its end, for events that are late. Later ones count in the next month. */
const GRACE_MS = 6 * 3_600_000;

/** Closes months: what is closed has a seal and gets no more journals. */
@Injectable()
export class MonthsService {
  constructor(
    @InjectModel(LEDGER_MONTH) private readonly months: Model<LedgerMonth>,
    @InjectModel(BALANCE) private readonly balances: Model<Balance>,
    private readonly ledger: LedgerService,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly migrations: Migrations,
    private readonly transactions: Transactions,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /** The month of a moment, in milliseconds since 1970. */
  at(moment: number): Month {
    return monthOf(dayOf(moment, this.config.MARKET_TIME_ZONE));
  }

  /** Closes every month that has ended, the oldest first, and returns them. `now` is in milliseconds since 1970. */
  async close(now = Date.now()): Promise<Month[]> {
    // Orders of builds without a ledger belong into the months of their hand-overs.
    if (!(await this.migrations.isDone(OPENING))) return [];
    const last = addMonths(this.at(now - GRACE_MS), -1);
    const open = await this.months
      .find({ _id: { $lte: last }, closedAt: null }, { _id: 1 })
      .sort({ _id: 1 })
      .lean<Pick<LedgerMonth, '_id'>[]>();
    for (const { _id } of open)
      await this.transactions.run(
        (session) => this.closeOne(session, _id, new Date(now)),
        [EVENT_HANDLERS_KEY],
      );
    return open.map(({ _id }) => _id);
  }

  private async closeOne(session: ClientSession, month: Month, now: Date): Promise<void> {
    const open = await this.months
      .findOne({ _id: month, closedAt: null })
      .session(session)
      .lean<LedgerMonth>();
    if (!open) return;
    const before = await this.ledger.lastClosed(session);
    const seal = sealOf(before?.seal ?? null, open);
    await this.months.updateOne({ _id: month }, { $set: { closedAt: now, seal } }, { session });
    await this.audit.add(session, {
      actor: null,
      action: 'month.closed',
      target: { type: 'month', id: month, name: month },
      before: {},
      after: { journals: open.journals, seal },
      reason: null,
    });
    await this.publish(session, month);
  }

  private async publish(session: ClientSession, month: Month): Promise<void> {
    const own = await this.balances.find({ month }).session(session).lean<Balance[]>();
    const farmIds = own.flatMap(({ account }) => {
      const farmId = farmOfAccount(account);
      return farmId && account === farmAccount(farmId) ? [farmId] : [];
    });
    const balances = await this.ledger.balancesOf(session, farmIds);
    const events = farmIds.map((farmId) =>
      moneyChanged({ farmId, month, isClosed: true }, balances.get(farmId) ?? [], []),
    );
    await this.outbox.add(session, ...events);
  }
}
