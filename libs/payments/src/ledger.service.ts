import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  addMonths,
  dayOf,
  farmAccount,
  farmOfAccount,
  grouped,
  type Id,
  isBalanced,
  type Month,
  monthOf,
} from '#libs/contracts';
import {
  type ClientSession,
  type EventDraft,
  Outbox,
  PLATFORM_CONFIG,
  type PlatformConfig,
} from '#libs/platform';
import {
  BALANCE,
  type Balance,
  type BalanceAccount,
  balanceAccount,
  hashOf,
  JOURNAL,
  type Journal,
  LEDGER_MONTH,
  type LedgerMonth,
  type NewJournal,
} from './journal.model.js';
import { MARKET_ACCOUNTS, marketMoneyChanged, moneyChanged } from './money-events.js';

/** Books journals: the only writer of journals and balances. */
@Injectable()
export class LedgerService {
  constructor(
    @InjectModel(JOURNAL) private readonly journals: Model<Journal>,
    @InjectModel(LEDGER_MONTH) private readonly months: Model<LedgerMonth>,
    @InjectModel(BALANCE) private readonly balances: Model<Balance>,
    private readonly outbox: Outbox,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /**
   * Inside a transaction: books journals into the month of their time, or into the first open one if that is closed;
   * those whose cause is booked already are left out. `isPublished: false` for journals in bulk, which no page awaits.
   */
  async book(
    session: ClientSession,
    drafts: readonly NewJournal[],
    { isPublished = true } = {},
  ): Promise<void> {
    const news = await this.unbooked(session, drafts);
    if (news.length === 0) return;
    const wrong = news.find(({ lines }) => !isBalanced(lines));
    if (wrong) throw new Error(`the journal of ${wrong.cause.id} does not add up to zero`);
    const closed = await this.lastClosed(session);
    const byMonth = grouped(news, ({ at }) => this.monthFor(at, closed));
    const booked: Journal[] = [];
    for (const [month, some] of byMonth)
      booked.push(...(await this.bookInto(session, month, some)));
    await this.journals.insertMany(booked, { lean: true, session });
    await this.project(session, booked);
    if (isPublished) await this.publish(session, booked);
  }

  /** The last month that is closed; null if none is. */
  lastClosed(session: ClientSession | null): Promise<LedgerMonth | null> {
    return (
      this.months
        // a range, which the index bounds
        .findOne({ closedAt: { $gt: new Date(0) } })
        .sort({ closedAt: -1, _id: -1 })
        .session(session)
        .lean<LedgerMonth>()
        .exec()
    );
  }

  /** What each month changed on the accounts of these farms, and of their cash. */
  async balancesOf(
    session: ClientSession | null,
    farmIds: readonly Id[],
  ): Promise<Map<Id, Balance[]>> {
    const accounts = farmIds.flatMap((id): BalanceAccount[] => [`farm:${id}`, `cash:${id}`]);
    const found = await this.balances
      .find({ account: { $in: accounts } })
      .session(session)
      .lean<Balance[]>();
    return grouped(found, ({ account }) => farmOfAccount(account) ?? '');
  }

  private async unbooked(
    session: ClientSession,
    drafts: readonly NewJournal[],
  ): Promise<readonly NewJournal[]> {
    if (drafts.length === 0) return [];
    const known = await this.journals
      .find({ 'cause.id': { $in: drafts.map(({ cause }) => cause.id) } }, { cause: 1 })
      .session(session)
      .lean<Pick<Journal, 'cause'>[]>();
    const keyOf = ({ cause }: Pick<Journal, 'cause'>) => `${cause.kind} ${cause.id}`;
    const keys = new Set(known.map(keyOf));
    return drafts.filter((draft) => !keys.has(keyOf(draft)));
  }

  private monthFor(at: Date, closed: LedgerMonth | null): Month {
    const month = monthOf(dayOf(at.getTime(), this.config.MARKET_TIME_ZONE));
    return closed && month <= closed._id ? addMonths(closed._id, 1) : month;
  }

  /** Continues the month's numbers and hashes. */
  private async bookInto(
    session: ClientSession,
    month: Month,
    drafts: readonly NewJournal[],
  ): Promise<Journal[]> {
    const open = await this.months.findById(month).session(session).lean<LedgerMonth>();
    let { journals: number, hash } = open ?? { journals: 0, hash: '' };
    const booked = drafts.map((draft): Journal => {
      number += 1;
      const journal = {
        _id: new Types.ObjectId(),
        order: null,
        feeRate: null,
        reference: null,
        paidOn: null,
        reason: null,
        ...draft,
        month,
        number,
        previous: hash,
      };
      hash = hashOf(journal);
      return { ...journal, hash };
    });
    // A write, so that this conflicts with another booking and with the closing of the month.
    await this.months.updateOne(
      { _id: month },
      { $set: { journals: number, hash }, $setOnInsert: { closedAt: null, seal: null } },
      { session, upsert: true },
    );
    return booked;
  }

  private async project(session: ClientSession, booked: readonly Journal[]): Promise<void> {
    const changes = balanceChanges(booked);
    await this.balances.bulkWrite(
      [...changes.values()].map(({ _id, month, account, cents, journals }) => ({
        updateOne: {
          filter: { _id },
          update: { $inc: { cents, journals }, $setOnInsert: { month, account } },
          upsert: true,
        },
      })),
      { session },
    );
  }

  private async publish(session: ClientSession, booked: readonly Journal[]): Promise<void> {
    await this.outbox.add(
      session,
      ...(await this.farmEvents(session, booked)),
      ...(await this.marketEvents(session, booked)),
    );
  }

  private async farmEvents(
    session: ClientSession,
    booked: readonly Journal[],
  ): Promise<EventDraft[]> {
    const farmIds = [...new Set(booked.flatMap(farmsOf))];
    const balances = await this.balancesOf(session, farmIds);
    return farmIds.flatMap((farmId) => {
      const own = booked.filter((journal) => farmsOf(journal).includes(farmId));
      return [...grouped(own, ({ month }) => month)].map(([month, journals]) =>
        moneyChanged({ farmId, month, isClosed: false }, balances.get(farmId) ?? [], journals),
      );
    });
  }

  private async marketEvents(
    session: ClientSession,
    booked: readonly Journal[],
  ): Promise<EventDraft[]> {
    const concernsMarket = booked.some(({ lines }) =>
      lines.some(({ account }) => MARKET_ACCOUNTS.includes(balanceAccount(account))),
    );
    if (!concernsMarket) return [];
    const balances = await this.balances
      .find({ account: { $in: MARKET_ACCOUNTS } })
      .session(session)
      .lean<Balance[]>();
    return [marketMoneyChanged(balances)];
  }
}

/** The farms whose money a journal concerns. */
export const farmsOf = ({ lines }: Pick<Journal, 'lines'>): Id[] => [
  ...new Set(lines.flatMap(({ account }) => farmOfAccount(account) ?? [])),
];

/** What journals change on each account of each month, by the balance's id. */
export function balanceChanges(booked: readonly Journal[]): Map<string, Balance> {
  const changes = new Map<string, Balance>();
  const change = (month: Month, account: BalanceAccount): Balance => {
    const _id = `${month} ${account}`;
    const known = changes.get(_id) ?? { _id, month, account, cents: 0, journals: 0 };
    changes.set(_id, known);
    return known;
  };
  for (const journal of booked) {
    const { month, lines } = journal;
    for (const { account, cents } of lines) change(month, balanceAccount(account)).cents += cents;
    const accounts = lines.map(({ account }) => balanceAccount(account));
    for (const account of new Set([...accounts, ...farmsOf(journal).map(farmAccount)]))
      change(month, account).journals += 1;
  }
  return changes;
}
