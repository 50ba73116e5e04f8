import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, LedgerCheckDto, LedgerFault } from '#libs/contracts';
import {
  type ClientSession,
  draft,
  LOGGER,
  type Logger,
  Outbox,
  Transactions,
} from '#libs/platform';
import {
  BALANCE,
  type Balance,
  JOURNAL,
  type Journal,
  LEDGER_MONTH,
  type LedgerMonth,
} from './journal.model.js';
import { LEDGER_CHECK, type LedgerCheck, toLedgerCheckDto } from './ledger-check.model.js';
import { monthFaults } from './ledger-faults.js';
import { OrderBooks, type OrdersBatch } from './order-books.service.js';
import { missingBookings, unbookedCredit, unbookedPayments } from './order-journals.js';
import { StoreCredits } from './store-credit.service.js';

/** Maximum number of stored faults. */
const FAULTS_STORED_MAX = 100;

/**
 * Checks the ledger: each journal by its hash, each balance by its journals, and the journals of each order by its
 * parts; and each customer's store credit by what changed it. A month and a batch of orders are read in one snapshot
 * each, so that concurrent bookings are no faults.
 */
@Injectable()
export class LedgerCheckService {
  constructor(
    @InjectModel(JOURNAL) private readonly journals: Model<Journal>,
    @InjectModel(LEDGER_MONTH) private readonly months: Model<LedgerMonth>,
    @InjectModel(BALANCE) private readonly balances: Model<Balance>,
    @InjectModel(LEDGER_CHECK) private readonly checks: Model<LedgerCheck>,
    private readonly books: OrderBooks,
    private readonly credits: StoreCredits,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The newest result, or null before the first check. */
  async latest(): Promise<LedgerCheckDto | null> {
    const check = await this.checks.findOne().sort({ _id: -1 }).lean<LedgerCheck>();
    return check && toLedgerCheckDto(check);
  }

  /** Checks everything, stores the result and publishes it to the admins. */
  async run(requestedBy: Id | null): Promise<LedgerCheckDto> {
    const startedAt = new Date();
    const months = await this.checkMonths();
    const orders = await this.checkOrders();
    const faults = [...months.faults, ...orders.faults, ...(await this.credits.faults())];
    const check: LedgerCheck = {
      _id: new Types.ObjectId(),
      startedAt,
      finishedAt: new Date(),
      requestedBy,
      months: months.count,
      journals: months.journals,
      orders: orders.count,
      faultCount: faults.length,
      faults: faults.slice(0, FAULTS_STORED_MAX),
    };
    const dto = toLedgerCheckDto(check);
    await this.transactions.run(async (session) => {
      await this.checks.insertMany([check], { lean: true, session });
      await this.outbox.add(session, draft('ledger.checked', { id: check._id, version: 1 }, dto));
    });
    if (faults.length > 0)
      this.logger.error({ faults: check.faults }, `the ledger has ${faults.length} faults`);
    return dto;
  }

  private async checkMonths(): Promise<Omit<MonthResult, 'seal'> & { count: number }> {
    const months = await this.months.find().sort({ _id: 1 }).lean<LedgerMonth[]>();
    const names = months.map(({ _id }) => _id);
    const strays = await this.journals.distinct('month', { month: { $nin: names } });
    const faults = strays.map(
      (name): LedgerFault => ({ kind: 'month-changed', name, detail: 'it was never opened' }),
    );
    let [journals, sealBefore]: [number, string | null] = [0, null];
    for (const { _id } of months) {
      const before: string | null = sealBefore;
      const found: MonthResult = await this.transactions.run((session) =>
        this.checkMonth(session, _id, before),
      );
      faults.push(...found.faults);
      journals += found.journals;
      sealBefore = found.seal ?? sealBefore;
    }
    return { count: months.length, journals, faults };
  }

  private async checkMonth(
    session: ClientSession,
    _id: string,
    sealBefore: string | null,
  ): Promise<MonthResult> {
    const month = await this.months.findById(_id).session(session).lean<LedgerMonth>();
    if (!month) throw new Error('a month is gone while it is checked');
    const journals = await this.journals
      .find({ month: _id })
      .sort({ number: 1 })
      .session(session)
      .lean<Journal[]>();
    const balances = await this.balances.find({ month: _id }).session(session).lean<Balance[]>();
    const faults = monthFaults({ month, journals, balances, sealBefore });
    return { faults, journals: journals.length, seal: month.seal };
  }

  private async checkOrders(): Promise<{ count: number; faults: LedgerFault[] }> {
    const faults: LedgerFault[] = [];
    let count = 0;
    let after: Id | null = null;
    do {
      const from: Id | null = after;
      const batch: OrdersBatch = await this.transactions.run((session) =>
        this.books.batch(session, from),
      );
      count += batch.orders.length;
      for (const order of batch.orders) {
        const missing = missingBookings(order);
        if (missing.length > 0)
          faults.push({ kind: 'order', name: order.code, detail: JSON.stringify(missing) });
        const unbooked = unbookedPayments(order);
        if (unbooked !== 0)
          faults.push({ kind: 'payment', name: order.code, detail: `${unbooked} cents` });
        const unmoved = unbookedCredit(order);
        if (unmoved !== 0)
          faults.push({ kind: 'credit', name: order.code, detail: `${unmoved} cents` });
      }
      after = batch.last;
    } while (after);
    return { count, faults };
  }
}

interface MonthResult {
  readonly journals: number;
  readonly faults: LedgerFault[];
  /** Null while it is open. */
  readonly seal: string | null;
}
