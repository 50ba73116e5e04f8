import { createHash } from 'node:crypto';
import { Schema, type Types } from 'mongoose';
import type {
  Cents,
  Day,
  FeeRate,
  Id,
  JournalKind,
  JournalLine,
  LedgerAccount,
  Month,
  StatementJournal,
} from '#libs/contracts';

/** Why and between whom money moved; lines in cents that add up to zero. Append only. */
export interface Journal {
  _id: Types.ObjectId;
  /** What caused it, once per kind: the id of an event, of a decision, or of an order that is older than the ledger. */
  cause: { id: string; kind: JournalKind };
  at: Date;
  month: Month;
  /** From 1 on, in each month without a gap. */
  number: number;
  /** `partId` is null if it concerns the order as a whole. */
  order: { _id: Types.ObjectId; code: string; partId: Id | null } | null;
  /** Of a market's fee. */
  feeRate: FeeRate | null;
  /** Of a payment. */
  reference: string | null;
  paidOn: Day | null;
  /** Of a correction. */
  reason: string | null;
  lines: readonly JournalLine[];
  /** The hash of the journal before it in its month; empty for the first. */
  previous: string;
  /** Of `previous` and of everything above. */
  hash: string;
}

/** A journal that is not booked yet. */
export type NewJournal = Pick<Journal, 'cause' | 'at' | 'lines'> &
  Partial<Pick<Journal, 'order' | 'feeRate' | 'reference' | 'paidOn' | 'reason'>>;

export const JOURNAL = 'Journal';
const text = { type: String, required: true } as const;
const optional = { type: String, default: null } as const;
export const journalSchema = new Schema<Journal>(
  {
    cause: { id: text, kind: text },
    at: { type: Date, required: true },
    month: text,
    number: { type: Number, required: true },
    order: {
      type: new Schema({ _id: Schema.Types.ObjectId, code: text, partId: optional }),
      default: null,
    },
    feeRate: { type: Number, default: null },
    reference: optional,
    paidOn: optional,
    reason: optional,
    lines: [{ _id: false, account: text, cents: { type: Number, required: true } }],
    previous: { type: String, default: '' },
    hash: text,
  },
  { collection: 'journals', versionKey: false },
);
journalSchema.index({ 'cause.id': 1, 'cause.kind': 1 }, { unique: true });
journalSchema.index({ month: 1, number: 1 }, { unique: true });
journalSchema.index({ 'lines.account': 1, month: 1, number: 1 });
journalSchema.index({ 'order._id': 1 });

/** The journals of a month of the market's time zone. Every booking writes it, so that none slips into a closed month. */
export interface LedgerMonth {
  _id: Month;
  /** How many there are; the number of the last. */
  journals: number;
  /** That of the last. */
  hash: string;
  closedAt: Date | null;
  /** Of the month before that is closed, and of `journals` and `hash`; null while it is open. */
  seal: string | null;
}

export const LEDGER_MONTH = 'LedgerMonth';
export const ledgerMonthSchema = new Schema<LedgerMonth>(
  {
    _id: text,
    journals: { type: Number, required: true },
    hash: text,
    closedAt: { type: Date, default: null },
    seal: optional,
  },
  { collection: 'ledgerMonths', versionKey: false },
);

ledgerMonthSchema.index({ closedAt: -1, _id: -1 });

/** Those of all customers are one balance: only what they have together is asked for. */
export type BalanceAccount = Exclude<LedgerAccount, `customer:${Id}`> | 'customers';

export const balanceAccount = (account: LedgerAccount): BalanceAccount =>
  isOfCustomer(account) ? 'customers' : account;

const isOfCustomer = (account: LedgerAccount): account is `customer:${Id}` =>
  account.startsWith('customer:');

/** What a month changed on an account: a projection of the journals. A balance is the sum of an account's months. */
export interface Balance {
  /** Month and account. */
  _id: string;
  month: Month;
  account: BalanceAccount;
  cents: Cents;
  /** How many journals it has; for a farm's account, those of its cash too. */
  journals: number;
}

export const BALANCE = 'Balance';
export const balanceSchema = new Schema<Balance>(
  {
    _id: text,
    month: text,
    account: text,
    cents: { type: Number, required: true },
    journals: { type: Number, required: true },
  },
  { collection: 'balances', versionKey: false },
);
balanceSchema.index({ account: 1, month: 1 });
balanceSchema.index({ month: 1 });

const sha256 = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** The hash that a journal must have; changes with every field. */
export function hashOf(journal: Omit<Journal, 'hash'>): string {
  const { _id, cause, at, month, number, order, feeRate, lines, previous } = journal;
  return sha256([
    previous,
    _id.toString(),
    [cause.id, cause.kind],
    at.toISOString(),
    [month, number],
    order && [order._id.toString(), order.code, order.partId],
    feeRate,
    [journal.reference, journal.paidOn, journal.reason],
    lines.map(({ account, cents }) => [account, cents]),
  ]);
}

/** The seal of a month that is closed after another; null for the first. */
export const sealOf = (
  before: string | null,
  { _id, journals, hash }: Pick<LedgerMonth, '_id' | 'journals' | 'hash'>,
): string => sha256([before, _id, journals, hash]);

export function toStatementJournal(journal: Journal): StatementJournal {
  const { _id, cause, month, number, at, order, lines } = journal;
  return {
    _id: _id.toString(),
    cause,
    month,
    number,
    at: at.toISOString(),
    order: order && { _id: order._id.toString(), code: order.code },
    feeRate: journal.feeRate,
    reference: journal.reference,
    paidOn: journal.paidOn,
    reason: journal.reason,
    lines,
  };
}
