import type { Types } from 'mongoose';
import {
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
  refundSums,
  toDollars,
} from '#libs/contracts';
import type { Change, Order, Part, Refund } from './order.model.js';

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

export function toOrderPayment({ payment }: Order): OrderPayment {
  return { ...payment, amount: toDollars(payment.amount), paid: toDollars(payment.paid) };
}

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
  parts: parts.map(({ _id, farmId, fulfilment, status, subtotal, timeline }) => ({
    _id: _id.toString(),
    farmId: farmId.toString(),
    fulfilment,
    status,
    subtotal,
    deliveredAt: timeline.findLast((step) => step.status === 'delivered')?.at.toISOString() ?? null,
  })),
});

/** The payment that a farm sees: that of its own part. */
function paymentOfParts({ payment }: Order, parts: readonly Part[]): OrderPayment {
  const sum = (of: readonly Part[]) => of.reduce((cents, part) => cents + part.payment.amount, 0);
  return {
    method: payment.method,
    status: parts[0]?.payment.status ?? 'void',
    amount: toDollars(sum(parts)),
    paid: toDollars(sum(parts.filter((part) => part.payment.status === 'paid'))),
  };
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
    payment: { status: part.payment.status, amount: toDollars(part.payment.amount) },
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

export function toPartRefund(refund: Refund): PartRefund {
  const { _id, at, by, to, lines, reason, problemId } = refund;
  const { tender, credit } = refundSums([refund]);
  return {
    _id: _id.toString(),
    at: at.toISOString(),
    by: { role: by.role, name: by.name },
    to,
    lines: lines.map(({ productId, cents }) => ({
      productId: productId.toString(),
      amount: toDollars(cents),
    })),
    amount: toDollars(tender + credit),
    reason,
    problemId: problemId.toString(),
  };
}

/** The price of what the customer ordered, in cents. */
export const orderedTotal = ({ lines }: Part): number =>
  lines.reduce((sum, { price, ordered }) => sum + lineTotal(price, ordered), 0);
