import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { daySchema, type Month } from './days.js';
import { grouped } from './grouped.js';
import {
  cashAccount,
  type FeeRate,
  farmAccount,
  feeRateSchema,
  foldBalances,
  type JournalKind,
  type JournalLine,
  journalKindSchema,
  type LedgerAccount,
} from './ledger.js';
import { type Cents, toDollars } from './money.js';
import { type Id, idSchema, timestampSchema, versionSchema } from './primitives.js';

/** A calendar month of the market's time zone. */
export const monthSchema = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11'));

/** Names a journal for people: the month and its place in it. */
export const journalName = ({ month, number }: { month: Month; number: number }): string =>
  `${month}/${number}`;

/** The money of an entry or of a month, in dollars; what the farm has to give is below zero. */
const sumsShape = {
  /** The price of the goods that were handed over. */
  goods: dollarsSchema,
  marketFee: dollarsSchema,
  /** The farm's share of delivery fees. */
  deliveryShare: dollarsSchema,
  /** What the farm took in cash, goods and delivery fees, and so has already. */
  cashTaken: dollarsSchema,
  /** What the market paid to the farm (below zero), or got from it. */
  paid: dollarsSchema,
  corrected: dollarsSchema,
  /** What customers got back of what came, as they had paid or as store credit; absent in older events. */
  refunds: z._default(dollarsSchema, 0),
};
type SumName = keyof typeof sumsShape;

/** One event of a farm's money, with everything that it moved: the data of the words that people read. */
export const statementEntrySchema = z.object({
  /** That of its first journal. */
  _id: idSchema,
  at: timestampSchema,
  /** Null for payments and corrections. */
  order: z.nullable(z.object({ _id: idSchema, code: z.string() })),
  ...sumsShape,
  /** The part of `goods` that store credit paid, so the market has it; absent in older events. */
  creditSpent: z._default(dollarsSchema, 0),
  /** The delivery fee in `cashTaken`, below zero; absent in older events. */
  feeTaken: z._default(dollarsSchema, 0),
  /** The rate of `marketFee`; null without one. */
  feeRate: z.nullable(feeRateSchema),
  /** By how much the balance changes: the sum of the above. */
  change: dollarsSchema,
  /** Of a payment: the bank's reference, and the day. */
  reference: z.nullable(z.string()),
  paidOn: z.nullable(daySchema),
  /** Of a correction. */
  reason: z.nullable(z.string()),
  journals: z.array(z.object({ name: z.string(), kind: journalKindSchema })),
});
export type StatementEntry = z.infer<typeof statementEntrySchema>;

/** A month of a farm without its entries. Its balances are what the market owes the farm; below zero, the reverse. */
export const statementSummarySchema = z.object({
  farmId: idSchema,
  month: monthSchema,
  /** A closed month never changes again. */
  isClosed: z.boolean(),
  opening: dollarsSchema,
  closing: dollarsSchema,
  /** Grows with each journal that concerns the farm, and when the month is closed. */
  version: versionSchema,
});
export type StatementSummary = z.infer<typeof statementSummarySchema>;

export const statementSchema = z.extend(statementSummarySchema, {
  totals: z.object(sumsShape),
  /** Oldest first. */
  entries: z.array(statementEntrySchema),
});
export type Statement = z.infer<typeof statementSchema>;

/** The fields of a journal that statements are made of. */
export interface StatementJournal {
  readonly _id: Id;
  readonly cause: { readonly id: string; readonly kind: JournalKind };
  readonly month: Month;
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly order: { readonly _id: Id; readonly code: string } | null;
  readonly feeRate: FeeRate | null;
  readonly reference: string | null;
  readonly paidOn: string | null;
  readonly reason: string | null;
  readonly lines: readonly JournalLine[];
}

/** What the lines of a farm's own account are, by the kind of their journal; those of its cash are `cashTaken`. */
const SUM_OF_KIND: Readonly<Record<JournalKind, SumName>> = {
  cash: 'goods',
  card: 'goods',
  credit_spent: 'goods',
  fee: 'marketFee',
  delivery: 'deliveryShare',
  split: 'deliveryShare',
  refund: 'refunds',
  credit_given: 'refunds',
  captured: 'paid',
  refunded: 'paid',
  disputed: 'paid',
  payout: 'paid',
  payment: 'paid',
  correction: 'corrected',
};

type Sums = Record<SumName, Cents>;

function sumsOf(farmId: Id, journals: readonly StatementJournal[]): Sums {
  const sums: Sums = {
    goods: 0,
    marketFee: 0,
    deliveryShare: 0,
    cashTaken: 0,
    paid: 0,
    corrected: 0,
    refunds: 0,
  };
  for (const { cause, lines } of journals)
    for (const { account, cents } of lines) {
      if (account === cashAccount(farmId)) sums.cashTaken += cents;
      if (account === farmAccount(farmId)) sums[SUM_OF_KIND[cause.kind]] += cents;
    }
  return sums;
}

/** What journals of one kind moved on an account. */
const movedBy = (
  kind: JournalKind,
  account: LedgerAccount,
  journals: readonly StatementJournal[],
): Cents => foldBalances(journals.filter(({ cause }) => cause.kind === kind)).get(account) ?? 0;

const total = (sums: Sums): Cents => Object.values(sums).reduce((sum, cents) => sum + cents, 0);

const inDollars = (sums: Sums) => ({
  goods: toDollars(sums.goods),
  marketFee: toDollars(sums.marketFee),
  deliveryShare: toDollars(sums.deliveryShare),
  cashTaken: toDollars(sums.cashTaken),
  paid: toDollars(sums.paid),
  corrected: toDollars(sums.corrected),
  refunds: toDollars(sums.refunds),
});

/** The entries of a farm: its journals in the order of booking, those of one cause together. */
export function statementEntries(
  farmId: Id,
  journals: readonly StatementJournal[],
): StatementEntry[] {
  return [...grouped(journals, ({ cause }) => cause.id).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const sums = sumsOf(farmId, group);
    const { _id, at, order, reference, paidOn, reason } = first;
    const feeRate = group.find((journal) => journal.feeRate !== null)?.feeRate ?? null;
    return {
      _id,
      at,
      order,
      ...inDollars(sums),
      creditSpent: toDollars(movedBy('credit_spent', farmAccount(farmId), group)),
      feeTaken: toDollars(movedBy('delivery', cashAccount(farmId), group)),
      feeRate,
      change: toDollars(total(sums)),
      reference,
      paidOn,
      reason,
      journals: group.map((journal) => ({ name: journalName(journal), kind: journal.cause.kind })),
    };
  });
}

/** A month of a farm from its journals, in the order of booking. `opening` is in cents. */
export function foldStatement(
  month: Pick<StatementSummary, 'farmId' | 'month' | 'isClosed' | 'version'> & { opening: Cents },
  journals: readonly StatementJournal[],
): Statement {
  const sums = sumsOf(month.farmId, journals);
  return {
    ...month,
    opening: toDollars(month.opening),
    closing: toDollars(month.opening + total(sums)),
    totals: inDollars(sums),
    entries: statementEntries(month.farmId, journals),
  };
}

/** Payload of `farm.money-changed`: new entries of a month, or its closing. */
export const moneyChangeSchema = z.object({
  /** With these entries. */
  statement: statementSummarySchema,
  /** What the market owes the farm now; below zero, the reverse. */
  balance: dollarsSchema,
  entries: z.array(statementEntrySchema),
});
export type MoneyChange = z.infer<typeof moneyChangeSchema>;

/** `GET /farms/mine/statements`: newest month first. */
export const statementsSchema = z.object({
  /** What the market owes the farm now; below zero, the reverse. */
  balance: dollarsSchema,
  statements: z.array(statementSummarySchema),
});
export type Statements = z.infer<typeof statementsSchema>;
