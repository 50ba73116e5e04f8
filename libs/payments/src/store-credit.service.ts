import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Cents,
  type Credit,
  type CreditEntriesPage,
  creditMoves,
  type Id,
  type LedgerFault,
  type OrderMoney,
  type PageQuery,
  toDollars,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  draft,
  newestById,
  Outbox,
  Transactions,
} from '#libs/platform';
import {
  CREDIT_ENTRY,
  STORE_CREDIT,
  type StoreCredit,
  type StoredCreditEntry,
  toCreditEntry,
} from './store-credit.model.js';

/** An order in a state that follows another. */
export interface CreditChange {
  readonly order: { readonly _id: Types.ObjectId; readonly code: string; readonly version: number };
  /** Null for a new order. */
  readonly before: OrderMoney | null;
  readonly after: OrderMoney;
}

/** The customers' store credit: what each can spend now, and what changed it. */
@Injectable()
export class StoreCredits {
  constructor(
    @InjectModel(STORE_CREDIT) private readonly credits: Model<StoreCredit>,
    @InjectModel(CREDIT_ENTRY) private readonly entries: Model<StoredCreditEntry>,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  async get(customerId: Id): Promise<Credit> {
    return toCredit(await this.credits.findById(customerId).lean<StoreCredit>());
  }

  /** Newest first. */
  async history(customerId: Id, query: PageQuery): Promise<CreditEntriesPage> {
    const filter = { customerId: new Types.ObjectId(customerId) };
    const { rows, ...page } = await newestById(this.entries, filter, query);
    return { entries: rows.map(toCreditEntry), ...page };
  }

  /** Inside a transaction: throws `CREDIT_NOT_ENOUGH` (with `details.balance`) unless the customer has so much now. */
  async requireBalance(session: ClientSession, customerId: Id, cents: Cents): Promise<void> {
    const stored = await this.credits.findById(customerId).session(session).lean<StoreCredit>();
    if ((stored?.cents ?? 0) < cents) throw notEnough(stored);
  }

  /**
   * Inside the transaction of an order, at its new version: takes from the customer's store credit what the order's
   * new state uses more than the one before, and gives it what it uses less or refunds. Throws as
   * {@link requireBalance} does, also if a refund is taken back whose credit is spent.
   */
  async applyChange(session: ClientSession, { order, before, after }: CreditChange): Promise<void> {
    const moves = creditMoves(before, after);
    if (moves.length === 0) return;
    const customerId = new Types.ObjectId(after.customerId);
    const cents = moves.reduce((sum, move) => sum + move.cents, 0);
    const stored = await this.credits
      .findOneAndUpdate(
        { _id: customerId, ...(cents < 0 && { cents: { $gte: -cents } }) },
        { $inc: { cents, version: 1 } },
        { session, upsert: cents >= 0, returnDocument: 'after' },
      )
      .lean<StoreCredit>();
    if (!stored)
      throw notEnough(await this.credits.findById(customerId).session(session).lean<StoreCredit>());
    const { _id, code, version } = order;
    const entries = moves.map((move): StoredCreditEntry => {
      const cause = { _id, code, version };
      return { _id: new Types.ObjectId(), customerId, order: cause, at: new Date(), ...move };
    });
    await this.entries.insertMany(entries, { lean: true, session });
    await this.outbox.add(
      session,
      draft(
        'credit.changed',
        { id: `credit:${customerId}`, version: stored.version },
        {
          customerId: customerId.toString(),
          credit: toCredit(stored),
          entries: entries.map(toCreditEntry),
        },
      ),
    );
  }

  /**
   * The customers whose store credit is not the sum of its history. In one snapshot, so that orders that are placed
   * meanwhile are no faults.
   */
  async faults(): Promise<LedgerFault[]> {
    return this.transactions.run(async (session) => {
      const sums = await this.entries
        .aggregate<{ _id: Types.ObjectId; cents: Cents }>([
          { $group: { _id: '$customerId', cents: { $sum: '$cents' } } },
        ])
        .session(session);
      const stored = await this.credits.find().session(session).lean<StoreCredit[]>();
      const counted = new Map(sums.map(({ _id, cents }) => [_id.toString(), cents]));
      const is = new Map(stored.map(({ _id, cents }) => [_id.toString(), cents]));
      return [...new Set([...counted.keys(), ...is.keys()])].flatMap((name): LedgerFault[] => {
        const [has, ought] = [is.get(name) ?? 0, counted.get(name) ?? 0];
        if (has === ought && has >= 0) return [];
        return [{ kind: 'credit', name, detail: `${has} cents, by its history ${ought}` }];
      });
    });
  }
}

const toCredit = (stored: StoreCredit | null): Credit => ({
  balance: toDollars(stored?.cents ?? 0),
  version: stored?.version ?? 0,
});

const notEnough = (stored: StoreCredit | null) =>
  new DomainError('CREDIT_NOT_ENOUGH', undefined, { details: { ...toCredit(stored) } });
