import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type Cell,
  cashAccount,
  farmAccount,
  foldStatement,
  type Id,
  type Month,
  type Statement,
  type StatementEntry,
  type Statements,
  toDollars,
} from '#libs/contracts';
import { type ClientSession, rowsToExport, Transactions, toCsv } from '#libs/platform';
import { JOURNAL, type Journal, toStatementJournal } from './journal.model.js';
import { LedgerService } from './ledger.service.js';
import { balanceOf, toSummary } from './money-events.js';
import { MonthsService } from './months.service.js';

const COLUMNS = [
  'at',
  'order',
  'goods',
  'refunds',
  'market fee',
  'delivery',
  'taken in cash',
  'paid',
  'corrected',
  'change',
  'balance',
  'reference',
  'reason',
  'journals',
];

/** The months of farms, from their journals. */
@Injectable()
export class StatementsService {
  constructor(
    @InjectModel(JOURNAL) private readonly journals: Model<Journal>,
    private readonly ledger: LedgerService,
    private readonly months: MonthsService,
    private readonly transactions: Transactions,
  ) {}

  /** The running month and all before it that have journals, newest first. */
  async list(farmId: Id): Promise<Statements> {
    return this.transactions.run(async (session) => {
      const balances = (await this.ledger.balancesOf(session, [farmId])).get(farmId) ?? [];
      const months = new Set([...balances.map(({ month }) => month), this.months.at(Date.now())]);
      const closed = (await this.ledger.lastClosed(session))?._id;
      return {
        balance: toDollars(balanceOf(balances)),
        statements: [...months]
          .sort()
          .reverse()
          .map((month) =>
            toSummary({ farmId, month, isClosed: isClosed(month, closed) }, balances),
          ),
      };
    });
  }

  /** A month with its entries; without any if nothing was booked. Throws `EXPORT_TOO_LARGE`. */
  get(farmId: Id, month: Month): Promise<Statement> {
    return this.transactions.run((session) => this.read(session, farmId, month));
  }

  async csv(farmId: Id, month: Month): Promise<string> {
    const { opening, entries } = await this.get(farmId, month);
    let cents = Math.round(opening * 100);
    return toCsv(
      COLUMNS,
      entries.map((entry) => {
        cents += Math.round(entry.change * 100);
        return cellsOf(entry, toDollars(cents));
      }),
    );
  }

  private async read(session: ClientSession, farmId: Id, month: Month): Promise<Statement> {
    const journals = await rowsToExport(
      this.journals,
      { 'lines.account': { $in: [farmAccount(farmId), cashAccount(farmId)] }, month },
      { number: 1 },
      session,
    );
    const balances = (await this.ledger.balancesOf(session, [farmId])).get(farmId) ?? [];
    const closed = (await this.ledger.lastClosed(session))?._id;
    const summary = toSummary({ farmId, month, isClosed: isClosed(month, closed) }, balances);
    const opening = balanceOf(balances, month);
    return foldStatement({ ...summary, opening }, journals.map(toStatementJournal));
  }
}

const isClosed = (month: Month, closed: Month | undefined): boolean =>
  closed !== undefined && month <= closed;

const cellsOf = (entry: StatementEntry, balance: number): Cell[] => [
  entry.at,
  entry.order?.code ?? null,
  entry.goods,
  entry.refunds,
  entry.marketFee,
  entry.deliveryShare,
  entry.cashTaken,
  entry.paid,
  entry.corrected,
  entry.change,
  balance,
  entry.reference,
  entry.reason,
  entry.journals.map(({ name }) => name).join(' '),
];
