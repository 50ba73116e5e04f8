import * as z from 'zod/mini';
import { type CardPaymentDto, cardPaymentDtoSchema } from './card-checkout.js';
import { grouped } from './grouped.js';
import { toCents, toDollars } from './money.js';
import { isLive } from './order-state.js';
import { type OrderPart, orderDtoSchema } from './orders.js';
import { idSchema } from './primitives.js';

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
  const parts = order.parts.flatMap((part) => receiptPart(part, payments));
  const goods = cents(parts, ({ part }) => part.subtotal);
  const delivers = parts.some(({ part }) => part.fulfilment === 'delivery');
  const fee = delivers ? toCents(order.deliveryFee) : 0;
  const total = toDollars(goods + fee);
  const tenders: ReceiptTender[] =
    order.payment.method === 'card'
      ? cardTenders(payments)
      : total > 0
        ? [{ kind: 'cash', paid: total, refunded: 0 }]
        : [];
  const kept = cents(tenders, ({ paid, refunded }) => paid - refunded);
  return {
    parts,
    ended: order.parts.filter(({ status }) => !isLive(status)),
    open: order.parts.filter(({ status }) => isLive(status) && status !== 'delivered').length,
    goods: toDollars(goods),
    deliveryFee: toDollars(fee),
    total,
    tenders,
    due: toDollars(Math.max(0, goods + fee - kept)),
  };
}

function receiptPart(part: OrderPart, payments: readonly CardPaymentDto[]): ReceiptPart[] {
  const deliveredAt = part.timeline.findLast(({ status }) => status === 'delivered')?.at;
  if (part.status !== 'delivered' || deliveredAt === undefined) return [];
  const own = payments.filter(({ partId }) => partId === part._id);
  return [
    {
      part,
      deliveredAt,
      lines: part.lines.filter(({ quantity, ordered }) => quantity > 0 || ordered > 0),
      refunded: toDollars(cents(own, ({ refunded }) => refunded)),
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
