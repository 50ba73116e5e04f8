import type { ObjectId } from 'mongodb';

interface RefundRow {
  readonly to: 'tender' | 'credit';
  readonly lines: readonly { readonly cents: number }[];
}
interface PartRow {
  readonly status: string;
  readonly fulfilment: string;
  readonly subtotal: number;
  /** What store credit pays of the goods. */
  readonly payment: { readonly credit?: number };
  readonly refunds?: readonly RefundRow[];
}
export interface OrderRow {
  readonly _id: ObjectId;
  readonly customer: { readonly _id: ObjectId };
  readonly parts: readonly PartRow[];
  readonly deliveryFee: number;
  readonly feeRate: number;
  readonly payment: { readonly method: string; readonly feeCredit?: number };
}
interface TransferRow {
  readonly reference: string;
  readonly cents: number;
  readonly reversed: number;
}
export interface PaymentRow {
  readonly _id: ObjectId;
  readonly stage: string;
  readonly state: string;
  readonly holdId: ObjectId;
  readonly order: { readonly _id: ObjectId } | null;
  readonly cents: number;
  readonly due: number | null;
  readonly captured: number;
  readonly refunded: number;
  readonly transfers: readonly TransferRow[];
  readonly authorization: string | null;
  readonly capture: string | null;
  readonly open: unknown;
  readonly nextAt: Date | null;
}

/** What no card holds or pays any more of what came: its customer is asked for it. */
export const unpaidOf = ({ _id }: OrderRow, payments: readonly PaymentRow[]): number =>
  payments
    .filter(({ order, stage, state }) => {
      const isLost = state === 'lapsed' || state === 'declined' || state === 'challenge';
      return order?._id.equals(_id) && stage === 'order' && isLost;
    })
    .reduce((sum, { due }) => sum + (due ?? 0), 0);

const isDelivered = ({ status }: PartRow) => status === 'delivered';
const isOpen = ({ status }: PartRow) => !['delivered', 'declined', 'cancelled'].includes(status);

/** How the money of what came is settled, in cents, restated here. */
interface Settled {
  /** In cash or by card, less what was given back of it. */
  readonly paid: number;
  /** What the customer's store credit gained, below zero for what it paid. */
  readonly credit: number;
  /** What the farm keeps of the price. */
  readonly kept: number;
}

/** Cash and cards are given back before the store credit that had paid. */
function settled({ subtotal, payment, refunds = [] }: PartRow): Settled {
  const spent = Math.min(payment.credit ?? 0, subtotal);
  const [back, given] = (['tender', 'credit'] as const).map((to) =>
    refunds
      .filter((refund) => refund.to === to)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { cents }) => sum + cents, 0),
  ) as [number, number];
  const paidBack = Math.min(back, subtotal - spent);
  return {
    paid: subtotal - spent - paidBack,
    credit: given + back - paidBack - spent,
    kept: subtotal - back - given,
  };
}

/** The parts that were handed over, with the delivery fee once something was brought. */
export function handedOver({ parts, deliveryFee, payment }: OrderRow) {
  const delivered = parts.filter(isDelivered);
  const done = delivered.map(settled);
  const isBrought = delivered.some(({ fulfilment }) => fulfilment === 'delivery');
  const fee = isBrought ? deliveryFee : 0;
  const feeSpent = Math.min(payment.feeCredit ?? 0, fee);
  return {
    done,
    fee,
    /** What of the fee is paid in cash or by card. */
    feePaid: fee - feeSpent,
    goodsPaid: done.reduce((sum, { paid }) => sum + paid, 0),
    credit: done.reduce((sum, { credit }) => sum + credit, 0) - feeSpent,
  };
}

/** The store credit that is kept for what is still to come. */
export function reservedCredit({ parts, deliveryFee, payment }: OrderRow): number {
  const open = parts.filter(isOpen);
  const isBrought = ({ fulfilment }: PartRow) => fulfilment === 'delivery';
  const isFeeOpen = open.some(isBrought) && !parts.filter(isDelivered).some(isBrought);
  const ofFee = isFeeOpen ? Math.min(payment.feeCredit ?? 0, deliveryFee) : 0;
  return open.reduce((sum, part) => sum + (part.payment.credit ?? 0), ofFee);
}

/** The fee is taken with the part that holds it, the first delivery, and so waits for that. */
export function owedByCard(order: OrderRow): number {
  const { goodsPaid, feePaid } = handedOver(order);
  const holder = order.parts.find(({ fulfilment }) => fulfilment === 'delivery');
  return goodsPaid + (holder && isOpen(holder) ? 0 : feePaid);
}

export function expectedJournals(
  order: OrderRow,
  paid: number,
  sent: number,
): Record<string, number> {
  const { done, goodsPaid, fee, feePaid, credit } = handedOver(order);
  const byCard = order.payment.method === 'card';
  return {
    cash: byCard ? 0 : -(goodsPaid + feePaid),
    customer: credit,
    'market:cards': byCard ? paid - (goodsPaid + feePaid) : 0,
    'market:bank': sent - paid,
    'market:fees': done.reduce(
      (cents, { kept }) => cents + Math.floor((kept * order.feeRate + 5_000) / 10_000),
      0,
    ),
    'market:delivery': order.parts.some(isOpen) ? fee : 0,
  };
}

/** What farms have of a payment by transfer, in cents. */
export const sentToFarms = ({ transfers }: PaymentRow): number =>
  transfers.reduce((sum, { cents, reversed }) => sum + cents - reversed, 0);
