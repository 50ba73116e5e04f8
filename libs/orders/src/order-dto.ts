import type { Types } from 'mongoose';
import {
  creditOf,
  deliveredAtOf,
  FIRST_FEE_RATE,
  fromThousandths,
  lineTotal,
  type OrderDto,
  type OrderMoney,
  type OrderPart,
  type OrderPayment,
  orderStatusOf,
  orderTotals,
  type PartChange,
  type PartRefund,
  toDollars,
} from '#libs/contracts';
import type { Change, Order, Part, Refund } from './order.model.js';
import { refundSums } from './refunds.js';

/** The customer and the admins see the whole order, a farm its own part only. */
export type OrderViewer =
  | { readonly sees: 'all' }
  | { readonly sees: 'farm'; readonly farmId: Types.ObjectId };

export function toOrderDto(order: Order, viewer: OrderViewer): OrderDto {
  const all = viewer.sees === 'all';
  const parts = all
    ? order.parts
    : order.parts.filter(({ farmId }) => farmId.equals(viewer.farmId));
  const { goods, fee, total } = orderTotals(parts, all ? order.deliveryFee : 0);
  const status = orderStatusOf(parts.map((part) => part.status));
  return {
    _id: order._id.toString(),
    code: order.code,
    createdAt: order.createdAt.toISOString(),
    status,
    isDelivered: status === 'Delivered',
    customer: { _id: order.customer._id.toString(), name: order.customer.name },
    address: all || parts.some((part) => part.fulfilment === 'delivery') ? order.address : null,
    notes: order.notes,
    goodsTotal: toDollars(goods),
    deliveryFee: toDollars(fee),
    totalPrice: toDollars(total),
    payment: all ? toOrderPayment(order) : paymentOfParts(order, parts),
    feeRate: order.feeRate ?? FIRST_FEE_RATE,
    parts: parts.map(toOrderPart),
    version: order.version,
  };
}

export function toOrderPayment(order: Order): OrderPayment {
  const { payment } = order;
  return paymentDto(payment, creditOf(moneyOf(order)).used);
}

const paymentDto = (
  { method, status, amount, paid }: Order['payment'],
  credit: number,
): OrderPayment => ({
  method,
  status,
  amount: toDollars(amount),
  paid: toDollars(paid),
  ...creditDto(credit),
});

const creditDto = (credit = 0) => (credit > 0 ? { credit: toDollars(credit) } : {});

/** What the ledger books an order by, in cents. */
export const moneyOf = ({
  feeRate = FIRST_FEE_RATE,
  deliveryFee,
  customer,
  payment,
  parts,
}: Order): OrderMoney => ({
  feeRate,
  deliveryFee,
  ...(payment.method === 'card' && { byCard: true }),
  customerId: customer._id.toString(),
  ...(payment.feeCredit !== undefined && { feeCredit: payment.feeCredit }),
  parts: parts.map((part) => ({
    _id: part._id.toString(),
    farmId: part.farmId.toString(),
    fulfilment: part.fulfilment,
    status: part.status,
    subtotal: part.subtotal,
    deliveredAt: deliveredAtOf(part)?.toISOString() ?? null,
    ...(part.payment.credit !== undefined && { credit: part.payment.credit }),
    ...refundedOf(part.refunds ?? []),
  })),
});

/** Absent for none, as in orders of older builds. */
function refundedOf(refunds: readonly Refund[]): Partial<Record<'refunded' | 'credited', number>> {
  const { tender, credit } = refundSums(refunds);
  return { ...(tender > 0 && { refunded: tender }), ...(credit > 0 && { credited: credit }) };
}

/** The payment that a farm sees: that of its own part. */
function paymentOfParts({ payment }: Order, parts: readonly Part[]): OrderPayment {
  const sum = (of: readonly Part[]) => of.reduce((cents, part) => cents + part.payment.amount, 0);
  const credit = parts.reduce((cents, part) => cents + (part.payment.credit ?? 0), 0);
  const status = parts[0]?.payment.status ?? 'void';
  const paid = sum(parts.filter((part) => part.payment.status === 'paid'));
  return paymentDto({ ...payment, status, amount: sum(parts), paid }, credit);
}

export function toOrderPart(part: Part): OrderPart {
  return {
    _id: part._id.toString(),
    farmId: part.farmId.toString(),
    farmName: part.farmName,
    farmSlug: part.farmSlug,
    fulfilment: part.fulfilment,
    pickupPlace: part.pickupPlace,
    slot: part.slot ?? null,
    status: part.status,
    subtotal: toDollars(part.subtotal),
    orderedTotal: toDollars(orderedTotal(part)),
    note: part.note,
    payment: {
      status: part.payment.status,
      amount: toDollars(part.payment.amount),
      ...creditDto(part.payment.credit),
    },
    lines: part.lines.map((line) => ({
      productId: line.productId.toString(),
      name: line.name,
      category: line.category,
      image: line.image,
      unit: line.unit,
      quantity: fromThousandths(line.amount),
      ordered: fromThousandths(line.ordered),
      price: toDollars(line.price),
      total: toDollars(line.total),
      note: line.note,
    })),
    timeline: part.timeline.map((step) => ({
      status: step.status,
      at: step.at.toISOString(),
      by: { role: step.by.role, name: step.by.name },
      reason: step.reason,
      declineReason: step.declineReason,
      goods: step.goods,
      ...(step.byCode && { byCode: true }),
    })),
    changes: part.changes.map(toPartChange),
    refunds: (part.refunds ?? []).map(toPartRefund),
    version: part.version,
  };
}

export function toPartChange({ _id, at, by, lines, ...change }: Change): PartChange {
  return {
    _id: _id.toString(),
    at: at.toISOString(),
    by: { role: by.role, name: by.name },
    kind: change.kind,
    lines: lines.map(({ productId, from, to, cost }) => ({
      productId: productId.toString(),
      from: fromThousandths(from),
      to: fromThousandths(to),
      cost: toDollars(cost),
    })),
    reason: change.reason,
    declineReason: change.declineReason,
    goods: change.goods,
  };
}

export function toPartRefund({ _id, at, by, to, lines, reason, problemId }: Refund): PartRefund {
  return {
    _id: _id.toString(),
    at: at.toISOString(),
    by: { role: by.role, name: by.name },
    to,
    lines: lines.map(({ productId, cents }) => ({
      productId: productId.toString(),
      amount: toDollars(cents),
    })),
    amount: toDollars(lines.reduce((sum, { cents }) => sum + cents, 0)),
    reason,
    problemId: problemId.toString(),
  };
}

/** The price of what the customer ordered, in cents. */
export const orderedTotal = ({ lines }: Part): number =>
  lines.reduce((sum, { price, ordered }) => sum + lineTotal(price, ordered), 0);
