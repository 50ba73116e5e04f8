import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { allocate, feeSpent, type OrderMoney, settlementOf } from './ledger.js';
import type { Cents } from './money.js';
import { isLive } from './order-state.js';
import { idSchema, pageShape, timestampSchema } from './primitives.js';

/** Why a customer's store credit changes; stored for good. */
export const creditMoveKindSchema = z.enum([
  /** An order is to be paid with it. */
  'used',
  /** An order does not need it after all. */
  'returned',
  /** Something that came is refunded with it. */
  'given',
  /** A refund was a mistake. */
  'taken',
]);
export type CreditMoveKind = z.infer<typeof creditMoveKindSchema>;

/** `GET /credit`: what the customer can spend now. */
export const creditSchema = z.object({
  balance: dollarsSchema,
  /** Grows with every change; 0 before the first. */
  version: z.int().check(z.gte(0)),
});
export type Credit = z.infer<typeof creditSchema>;

export const creditEntrySchema = z.object({
  _id: idSchema,
  at: timestampSchema,
  kind: creditMoveKindSchema,
  /** Below zero for what was used or taken. */
  amount: dollarsSchema,
  order: z.object({ _id: idSchema, code: z.string() }),
});
export type CreditEntry = z.infer<typeof creditEntrySchema>;

/** `GET /credit/entries`: newest first. */
export const creditEntriesPageSchema = z.object({
  entries: z.array(creditEntrySchema),
  ...pageShape,
});
export type CreditEntriesPage = z.infer<typeof creditEntriesPageSchema>;

/** Payload of `credit.changed`. */
export const creditChangeSchema = z.object({
  customerId: idSchema,
  credit: creditSchema,
  /** What changed it. */
  entries: z.array(creditEntrySchema),
});

/**
 * The shares of store credit in what a new order costs, in proportion, to the cent: of each part's goods, and of the
 * delivery fee. `credit` is at most the order's total.
 */
export function splitCredit(
  credit: Cents,
  { subtotals, deliveryFee }: { readonly subtotals: readonly Cents[]; readonly deliveryFee: Cents },
): { parts: Cents[]; fee: Cents } {
  const shares = allocate(credit, [...subtotals, deliveryFee]);
  return { parts: shares.slice(0, -1), fee: shares.at(-1) ?? 0 };
}

export interface OrderCredit {
  readonly used: Cents;
  readonly given: Cents;
}

/**
 * What an order does to its customer's store credit, in cents: what it keeps of it, to pay what comes, and what was
 * given back of what came. The customer's balance is the sum over all orders of what they gave, less what they use.
 */
export function creditOf(order: OrderMoney): OrderCredit {
  const { parts } = order;
  const isDelivering = parts.some((one) => isLive(one.status) && one.fulfilment === 'delivery');
  const sums = { used: isDelivering ? feeSpent(order) : 0, given: 0 };
  for (const part of parts) {
    if (!isLive(part.status)) continue;
    if (part.status !== 'delivered') {
      sums.used += part.credit ?? 0;
      continue;
    }
    const { spent, spentBack, given } = settlementOf(part);
    sums.used += spent;
    sums.given += spentBack + given;
  }
  return sums;
}

/** What a change of an order does to store credit, below zero if it uses some; `before` is null for a new order. */
export function creditMoves(
  before: OrderMoney | null,
  after: OrderMoney,
): { kind: CreditMoveKind; cents: Cents }[] {
  const [old, now] = [before ? creditOf(before) : { used: 0, given: 0 }, creditOf(after)];
  const [freed, more] = [old.used - now.used, now.given - old.given];
  return [
    { kind: freed < 0 ? ('used' as const) : ('returned' as const), cents: freed },
    { kind: more < 0 ? ('taken' as const) : ('given' as const), cents: more },
  ].filter(({ cents }) => cents !== 0);
}
