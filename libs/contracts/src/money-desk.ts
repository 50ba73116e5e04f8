import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { paymentActSchema, shownCardSchema } from './card-payments.js';
import { daySchema } from './days.js';
import { feeRateSchema } from './ledger.js';
import { MAX_LENGTH } from './max-length.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  totalSchema,
  versionSchema,
} from './primitives.js';
import { monthSchema } from './statement.js';
import { textSchema } from './text.js';

/** Something in the ledger that is not as it was booked, or does not agree with the rest. */
export const ledgerFaultSchema = z.object({
  kind: z.enum([
    /** A journal has another content than when it was booked. */
    'journal-changed',
    'journal-missing',
    /** A journal that was not booked. */
    'journal-added',
    /** The lines of a journal do not add up to zero. */
    'journal-unbalanced',
    /** What is stored of a month is not what was closed. */
    'month-changed',
    /** A balance is not the sum of its journals. */
    'balance',
    /** An order's journals are not what its parts say. */
    'order',
    /** An order's journals are not what its payments by card have moved. */
    'payment',
    /** A customer's store credit is not what their orders used and gave. */
    'credit',
  ]),
  /** A journal as in `2026-11/17`, a month, an account with its month, an order's code, or a customer's id. */
  name: z.string(),
  /** In words for programmers; null if the name says it all. */
  detail: z.nullable(z.string()),
});
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** The result of a check: every journal by its hash, every balance and every order by the journals. */
export const ledgerCheckSchema = z.object({
  _id: idSchema,
  startedAt: timestampSchema,
  finishedAt: timestampSchema,
  /** The admin who asked; null for the hourly one. */
  requestedBy: z.nullable(idSchema),
  months: z.int(),
  journals: z.int(),
  orders: z.int(),
  faultCount: z.int(),
  /** The first hundred of them. */
  faults: z.array(ledgerFaultSchema),
});
export type LedgerCheckDto = z.infer<typeof ledgerCheckSchema>;

/** `POST /admin/money/check`: it is queued, and its result comes as `ledger.checked`. */
export const ledgerCheckQueuedSchema = z.object({ queued: z.literal(true) });
export type LedgerCheckQueued = z.infer<typeof ledgerCheckQueuedSchema>;

/** `GET /admin/money`: the market's own figures, in dollars. */
export const moneyDeskSchema = z.object({
  feesEarned: dollarsSchema,
  /** In the running month. */
  feesThisMonth: dollarsSchema,
  /** Delivery fees of orders of which something is open. */
  deliveryHeld: dollarsSchema,
  /** What customers owe by card; below zero, what is still to be given back to their cards. */
  owedByCard: z._default(dollarsSchema, 0),
  /** What customers have as store credit, with what open orders are to spend of it. */
  storeCredit: z._default(dollarsSchema, 0),
  /** What the market owes to farms, and farms owe to it; the second is above zero, too. */
  owedToFarms: dollarsSchema,
  owedByFarms: dollarsSchema,
  /** The rate of orders that are placed now. */
  feeRate: feeRateSchema,
  month: monthSchema,
  /** The last one; null if none is. */
  closedMonth: z.nullable(monthSchema),
  check: z.nullable(ledgerCheckSchema),
});
export type MoneyDesk = z.infer<typeof moneyDeskSchema>;

/** Payload of `market.money-changed`: the market's balances, and the fees of the last month that has any. */
export const marketMoneySchema = z.extend(
  z.pick(moneyDeskSchema, {
    month: true,
    feesEarned: true,
    feesThisMonth: true,
    deliveryHeld: true,
    owedByCard: true,
    storeCredit: true,
  }),
  /** Grows with each journal that concerns them. */
  { version: versionSchema },
);
export type MarketMoney = z.infer<typeof marketMoneySchema>;

/** A farm that has money in the ledger; its balance is what the market owes it, below zero the reverse. */
export const farmBalanceSchema = z.object({
  farmId: idSchema,
  farmName: z.string(),
  balance: dollarsSchema,
});
export type FarmBalance = z.infer<typeof farmBalanceSchema>;

/** `GET /admin/money/farms`: the farms with money in the ledger, those that owe most first. */
export const farmBalancesSchema = z.object({ farms: z.array(farmBalanceSchema) });
export type FarmBalances = z.infer<typeof farmBalancesSchema>;

/** An amount that moves; above zero. */
const paidAmountSchema = dollarsSchema.check(z.gt(0), z.lte(10_000_000));

/** `POST /admin/money/farms/:id/payments`: what was paid outside of the shop, by bank or in cash. */
export const markPaymentSchema = z.strictObject({
  /** `payout`: from the market to the farm; `payment`: from the farm to the market. */
  kind: z.enum(['payout', 'payment']),
  amount: paidAmountSchema,
  reference: textSchema(MAX_LENGTH.paymentReference),
  paidOn: daySchema,
  /** The farm's balance that the admin saw; refused if it is another now (`BALANCE_CHANGED`). */
  balance: dollarsSchema,
});
export type MarkPayment = z.infer<typeof markPaymentSchema>;

/** Why a payment by card waits: the provider does not answer, or the bank does not take the money back. */
export const paymentWaitSchema = z.enum(['unanswered', 'refund_refused']);
export type PaymentWait = z.infer<typeof paymentWaitSchema>;

/** Hours after which somebody has to ask the provider why it does not answer. */
export const UNANSWERED_HOURS = 1;

/** A payment by card that waits for its provider or for an admin. */
export const waitingPaymentSchema = z.object({
  _id: idSchema,
  /** Null once it waits no more. */
  wait: z.nullable(
    z.object({
      reason: paymentWaitSchema,
      since: timestampSchema,
      /** What the provider was asked for. */
      act: paymentActSchema,
      amount: dollarsSchema,
    }),
  ),
  /** Null before its order is placed. */
  order: z.nullable(z.object({ _id: idSchema, code: z.string() })),
  card: z.nullable(shownCardSchema),
  version: versionSchema,
});
export type WaitingPayment = z.infer<typeof waitingPaymentSchema>;

/** `GET /admin/money/card-payments`: the first hundred of those that wait, the longest first. */
export const waitingPaymentsSchema = z.object({
  payments: z.array(waitingPaymentSchema),
  total: totalSchema,
});
export type WaitingPayments = z.infer<typeof waitingPaymentsSchema>;

/** `POST /admin/money/card-payments/:id/refunds`: the market paid back by bank what the card's bank refused. */
export const markPaidBackSchema = z.strictObject({
  /** What the admin saw as to be paid back; refused if it is another amount now (`BALANCE_CHANGED`). */
  amount: paidAmountSchema,
  reference: textSchema(MAX_LENGTH.paymentReference),
  paidOn: daySchema,
});
export type MarkPaidBack = z.infer<typeof markPaidBackSchema>;

export const correctionStatusSchema = z.enum(['proposed', 'confirmed', 'rejected']);
export type CorrectionStatus = z.infer<typeof correctionStatusSchema>;

/** A change of a farm's balance by hand: one admin proposes it, another confirms it. */
export const correctionDtoSchema = z.object({
  _id: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  /** What the farm gets; below zero, what it gives. */
  amount: dollarsSchema,
  reason: z.string(),
  status: correctionStatusSchema,
  proposedBy: z.object({ _id: idSchema, name: z.string() }),
  decidedBy: z.nullable(z.object({ _id: idSchema, name: z.string() })),
  createdAt: timestampSchema,
  version: versionSchema,
});
export type CorrectionDto = z.infer<typeof correctionDtoSchema>;

/** `POST /admin/money/corrections`. */
export const proposeCorrectionSchema = z.strictObject({
  farmId: idSchema,
  amount: dollarsSchema.check(
    z.gte(-10_000_000),
    z.lte(10_000_000),
    z.refine((dollars) => dollars !== 0, 'must not be 0'),
  ),
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});
export type ProposeCorrection = z.infer<typeof proposeCorrectionSchema>;

/** `PATCH /admin/money/corrections/:id/decision`: confirmed by another admin than it was proposed by. */
export const decideCorrectionSchema = z.strictObject({
  version: versionSchema,
  decision: z.enum(['confirmed', 'rejected']),
});
export type DecideCorrection = z.infer<typeof decideCorrectionSchema>;

export const correctionsQuerySchema = z.strictObject({
  ...pageQueryShape,
  status: z.optional(correctionStatusSchema),
});
export type CorrectionsQuery = z.infer<typeof correctionsQuerySchema>;
export const correctionsPageSchema = z.object({
  corrections: z.array(correctionDtoSchema),
  ...pageShape,
});
export type CorrectionsPage = z.infer<typeof correctionsPageSchema>;
