import * as z from 'zod/mini';
import { type CardPaymentDto, cardPaymentDtoSchema } from './card-checkout.js';
import { creditOf } from './credit.js';
import { grouped } from './grouped.js';
import {
  FIRST_FEE_RATE,
  feeSpent,
  type MoneyPart,
  type OrderMoney,
  settlementOf,
} from './ledger.js';
import { type Cents, toCents, toDollars } from './money.js';
import { deliveredAtOf, isLive } from './order-state.js';
import { type OrderDto, type OrderPart, orderDtoSchema } from './orders.js';
import { idSchema } from './primitives.js';
import type { RefundTo } from './refunds.js';

/** What a receipt says: an order and what became of its money. */
const paidOrderShape = {
  order: orderDtoSchema,
  /** Empty for an order that is paid at the hand-over. */
  payments: z.array(cardPaymentDtoSchema),
};

/** `GET /orders/:id/receipt`. */
export const orderReceiptSchema = z.object({
  ...paidOrderShape,
  /** Who sells, as the farms are now. */
  farms: z.array(
    z.object({
      _id: idSchema,
      name: z.string(),
      address: z.string(),
    }),
  ),
});
export type OrderReceiptDto = z.infer<typeof orderReceiptSchema>;

/** Payload of `order.settled`. */
export const orderSettledSchema = z.object(paidOrderShape);
export type OrderSettled = z.infer<typeof orderSettledSchema>;

/** A way in which an order was paid; in dollars. */
export type ReceiptTender = { readonly paid: number; readonly refunded: number } & (
  | { readonly kind: 'cash' }
  | { readonly kind: 'credit' }
  | { readonly kind: 'card'; readonly brand: string; readonly last4: string }
);

/** A farm's part that was handed over. */
export interface ReceiptPart {
  readonly part: OrderPart;
  /** When, ISO 8601. */
  readonly deliveredAt: string;
  /** What came, and what was ordered and did not come. */
  readonly lines: OrderPart['lines'];
  /** What of it was given back, in dollars. */
  readonly refunded: number;
}

/** The sums of a receipt, in dollars: of what was handed over. */
export interface Receipt {
  readonly parts: readonly ReceiptPart[];
  /** Those of which nothing came and nothing will. */
  readonly ended: readonly OrderPart[];
  /** How many farms still have something to hand over. */
  readonly open: number;
  readonly goods: number;
  readonly deliveryFee: number;
  readonly total: number;
  readonly tenders: readonly ReceiptTender[];
  /** What of the total is not paid yet. */
  readonly due: number;
}

/** The receipt of an order as it is now; final once nothing is open and nothing is due. */
export function receiptOf({ order, payments }: OrderSettled): Receipt {
  const parts = order.parts.flatMap(receiptPart);
  const goods = cents(parts, ({ part }) => part.subtotal);
  const delivers = parts.some(({ part }) => part.fulfilment === 'delivery');
  const fee = delivers ? toCents(order.deliveryFee) : 0;
  const money = orderMoneyOf(order);
  const feeCredit = delivers ? feeSpent(money) : 0;
  const settled = money.parts.filter(({ status }) => status === 'delivered').map(settlementOf);
  const sum = (key: 'spent' | 'paid' | 'paidBack' | 'spentBack' | 'given') =>
    settled.reduce((total, one) => total + one[key], 0);
  const [paid, paidBack] = [sum('paid') + fee - feeCredit, sum('paidBack')];
  const byCard = order.payment.method === 'card';
  const tenders: ReceiptTender[] = [
    ...(byCard ? cardTenders(payments) : tenderOf({ kind: 'cash' }, paid, paidBack)),
    ...tenderOf({ kind: 'credit' }, sum('spent') + feeCredit, sum('spentBack') + sum('given')),
  ];
  const kept = cents(payments, ({ captured, refunded }) => captured - refunded);
  return {
    parts,
    ended: order.parts.filter(({ status }) => !isLive(status)),
    open: order.parts.filter(({ status }) => isLive(status) && status !== 'delivered').length,
    goods: toDollars(goods),
    deliveryFee: toDollars(fee),
    total: toDollars(goods + fee),
    tenders,
    due: byCard ? toDollars(Math.max(0, paid - paidBack - kept)) : 0,
  };
}

const tenderOf = (
  kind: { kind: 'cash' } | { kind: 'credit' },
  paid: Cents,
  refunded: Cents,
): ReceiptTender[] =>
  paid === 0 && refunded === 0
    ? []
    : [{ ...kind, paid: toDollars(paid), refunded: toDollars(refunded) }];

/** What the ledger books of an order, in cents; of a farm's view its own part. */
export function orderMoneyOf(order: OrderDto): OrderMoney {
  const money: OrderMoney = {
    feeRate: order.feeRate ?? FIRST_FEE_RATE,
    deliveryFee: toCents(order.deliveryFee),
    byCard: order.payment.method === 'card',
    customerId: order.customer._id,
    parts: order.parts.map(moneyPartOf),
  };
  // what the order uses of store credit and no part does pays the delivery fee
  return { ...money, feeCredit: toCents(order.payment.credit ?? 0) - creditOf(money).used };
}

function moneyPartOf(part: OrderPart): MoneyPart {
  const given = (way: RefundTo) =>
    cents(
      part.refunds.filter(({ to }) => to === way),
      ({ amount }) => amount,
    );
  return {
    _id: part._id,
    farmId: part.farmId,
    fulfilment: part.fulfilment,
    status: part.status,
    subtotal: toCents(part.subtotal),
    deliveredAt: deliveredAtOf(part) ?? null,
    credit: toCents(part.payment.credit ?? 0),
    refunded: given('tender'),
    credited: given('credit'),
  };
}

function receiptPart(part: OrderPart): ReceiptPart[] {
  const at = deliveredAtOf(part);
  if (part.status !== 'delivered' || at === undefined) return [];
  return [
    {
      part,
      deliveredAt: at,
      lines: part.lines.filter(({ quantity, ordered }) => quantity > 0 || ordered > 0),
      refunded: toDollars(cents(part.refunds, ({ amount }) => amount)),
    },
  ];
}

/** One for each card that paid, however many parts it paid. */
function cardTenders(payments: readonly CardPaymentDto[]): ReceiptTender[] {
  const byCard = grouped(
    payments.filter(({ captured }) => captured > 0),
    ({ card }) => `${card?.brand} ${card?.last4}`,
  );
  return Array.from(byCard.values(), (own) => ({
    kind: 'card',
    brand: own[0]?.card?.brand ?? '',
    last4: own[0]?.card?.last4 ?? '',
    paid: toDollars(cents(own, ({ captured }) => captured)),
    refunded: toDollars(cents(own, ({ refunded }) => refunded)),
  }));
}

const cents = <Row>(rows: readonly Row[], dollarsOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + toCents(dollarsOf(row)), 0);
