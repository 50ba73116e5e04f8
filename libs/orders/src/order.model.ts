import { Schema, type Types } from 'mongoose';
import {
  type Address,
  type DeclineReason,
  type Fulfilment,
  fromBaseUnits,
  type GoodsFate,
  type OrderDto,
  type OrderPart,
  type OrderPayment,
  type OrderStatus,
  orderStatusOf,
  orderTotals,
  type PartStatus,
  type PaymentMethodName,
  type PaymentStatus,
  type Role,
  toDollars,
  type Unit,
} from '#libs/contracts';
import { settled } from './payment.js';

/** One line of a part. Name, price and picture are copied: what was bought does not change with the catalogue. */
export interface Line {
  productId: Types.ObjectId;
  name: string;
  image: string;
  unit: Unit;
  /** In base units. */
  amount: number;
  /** In cents per unit. */
  price: number;
  /** In cents. */
  total: number;
  note: string | null;
}

/** One step of a part's life. */
export interface Step {
  status: PartStatus;
  at: Date;
  /** `userId` tells a repeated request from somebody else's; it leaves the server with nobody. */
  by: { userId: Types.ObjectId; role: Role; name: string };
  reason: string | null;
  declineReason: DeclineReason | null;
  goods: GoodsFate | null;
}

/** What one farm has to do with an order. */
export interface Part {
  _id: Types.ObjectId;
  farmId: Types.ObjectId;
  farmName: string;
  farmSlug: string;
  fulfilment: Fulfilment;
  pickupPlace: string | null;
  status: PartStatus;
  /** In cents. */
  subtotal: number;
  note: string | null;
  /** In cents; 0 once it is void. */
  payment: { status: PaymentStatus; amount: number };
  lines: Line[];
  timeline: Step[];
  version: number;
}

/** A customer's purchase; parts and timelines are embedded, so that one document is one truth. */
export interface Order {
  _id: Types.ObjectId;
  code: string;
  customer: { _id: Types.ObjectId; name: string };
  address: Address;
  notes: string | null;
  /** The fee in cents that holds while any part is live. */
  deliveryFee: number;
  /** Derived from the parts with every change, and kept for lists. */
  status: OrderStatus;
  /** In cents, of the whole order. */
  payment: { method: PaymentMethodName; status: PaymentStatus; amount: number; paid: number };
  parts: Part[];
  /** By which beginnings it is found: the code with and without its prefix, the name and each word of it, in lower case. */
  search: string[];
  version: number;
  createdAt: Date;
}

export const ORDER = 'Order';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const optional = { type: String, default: null } as const;
export const orderSchema = new Schema<Order>(
  {
    code: { ...text, unique: true },
    customer: { _id: id, name: text },
    address: { type: Schema.Types.Mixed, required: true },
    notes: optional,
    deliveryFee: number,
    status: text,
    payment: { method: text, status: text, amount: number, paid: number },
    search: { type: [String], required: true },
    parts: [
      {
        _id: id,
        farmId: id,
        farmName: text,
        farmSlug: text,
        fulfilment: text,
        pickupPlace: optional,
        status: text,
        subtotal: number,
        note: optional,
        payment: { status: text, amount: number },
        lines: [
          {
            _id: false,
            productId: id,
            name: text,
            image: text,
            unit: text,
            amount: number,
            price: number,
            total: number,
            note: optional,
          },
        ],
        timeline: [
          {
            _id: false,
            status: text,
            at: { type: Date, required: true },
            by: { userId: id, role: text, name: text },
            reason: optional,
            declineReason: optional,
            goods: optional,
          },
        ],
        version: number,
      },
    ],
    version: number,
    createdAt: { type: Date, required: true },
  },
  { collection: 'orders', versionKey: false },
);
// Every list is sorted by these two, newest first; the first fields are what it can be narrowed to.
const newest = { createdAt: -1, _id: -1 } as const;
orderSchema.index(newest);
orderSchema.index({ status: 1, ...newest });
orderSchema.index({ 'customer._id': 1, ...newest });
orderSchema.index({ 'parts.farmId': 1, ...newest });
orderSchema.index({ 'parts.farmId': 1, 'parts.status': 1, ...newest });
orderSchema.index({ search: 1, ...newest });

/** Who reads an order: the customer and the admins see all of it, a farm its own part. */
export type OrderViewer =
  | { readonly sees: 'all' }
  | { readonly sees: 'farm'; readonly farmId: Types.ObjectId };

export function toOrderDto(stored: Order, viewer: OrderViewer): OrderDto {
  // Orders that were stored before there were payments have none.
  const order = (stored.payment as Order['payment'] | undefined) ? stored : settled(stored);
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
    parts: parts.map(toOrderPart),
    version: order.version,
  };
}

export function toOrderPayment({ payment }: Order): OrderPayment {
  return { ...payment, amount: toDollars(payment.amount), paid: toDollars(payment.paid) };
}

/** A farm's share of the payment: its own part's. */
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
    status: part.status,
    subtotal: toDollars(part.subtotal),
    note: part.note ?? null,
    payment: { status: part.payment.status, amount: toDollars(part.payment.amount) },
    lines: part.lines.map((line) => ({
      productId: line.productId.toString(),
      name: line.name,
      image: line.image,
      unit: line.unit,
      quantity: fromBaseUnits(line.amount, line.unit),
      price: toDollars(line.price),
      total: toDollars(line.total),
      note: line.note ?? null,
    })),
    timeline: part.timeline.map((step) => ({
      status: step.status,
      at: step.at.toISOString(),
      by: { role: step.by.role, name: step.by.name },
      reason: step.reason,
      declineReason: step.declineReason ?? null,
      goods: step.goods ?? null,
    })),
    version: part.version,
  };
}
