import { Schema, type Types } from 'mongoose';
import {
  type Address,
  type Fulfilment,
  fromBaseUnits,
  isLive,
  type OrderDto,
  type OrderPart,
  type OrderStatus,
  orderStatusOf,
  type PartStatus,
  type Role,
  toDollars,
  type Unit,
} from '#libs/contracts';

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
  lines: Line[];
  timeline: {
    status: PartStatus;
    at: Date;
    by: { role: Role; name: string };
    reason: string | null;
  }[];
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
  parts: Part[];
  version: number;
  createdAt: Date;
}

export const ORDER = 'Order';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
export const orderSchema = new Schema<Order>(
  {
    code: { ...text, unique: true },
    customer: { _id: id, name: text },
    address: { type: Schema.Types.Mixed, required: true },
    notes: { type: String, default: null },
    deliveryFee: number,
    status: text,
    parts: [
      {
        _id: id,
        farmId: id,
        farmName: text,
        farmSlug: text,
        fulfilment: text,
        pickupPlace: { type: String, default: null },
        status: text,
        subtotal: number,
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
          },
        ],
        timeline: [
          {
            _id: false,
            status: text,
            at: { type: Date, required: true },
            by: { role: text, name: text },
            reason: { type: String, default: null },
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
orderSchema.index({ 'customer._id': 1, _id: -1 });
orderSchema.index({ 'customer._id': 1, status: 1, _id: -1 });
orderSchema.index({ 'parts.farmId': 1, _id: -1 });
orderSchema.index({ status: 1, _id: -1 });

/** What an order costs now, in cents: the live parts and, while there is one, the delivery fee. */
export function totalsOf(order: Pick<Order, 'parts' | 'deliveryFee'>): {
  goods: number;
  fee: number;
  total: number;
} {
  const live = order.parts.filter((part) => isLive(part.status));
  const goods = live.reduce((sum, part) => sum + part.subtotal, 0);
  const fee = live.length > 0 ? order.deliveryFee : 0;
  return { goods, fee, total: goods + fee };
}

/** Who reads an order: the customer and the admins see all of it, a farm its own part. */
export type OrderViewer =
  | { readonly sees: 'all' }
  | { readonly sees: 'farm'; readonly farmId: Types.ObjectId };

export function toOrderDto(order: Order, viewer: OrderViewer): OrderDto {
  const parts =
    viewer.sees === 'all'
      ? order.parts
      : order.parts.filter((part) => part.farmId.equals(viewer.farmId));
  const { goods, fee, total } = totalsOf(viewer.sees === 'all' ? order : { parts, deliveryFee: 0 });
  const status = orderStatusOf(parts.map((part) => part.status));
  return {
    _id: order._id.toString(),
    code: order.code,
    createdAt: order.createdAt.toISOString(),
    status,
    isDelivered: status === 'Delivered',
    customer: { _id: order.customer._id.toString(), name: order.customer.name },
    address:
      viewer.sees === 'all' || parts.some((part) => part.fulfilment === 'delivery')
        ? order.address
        : null,
    notes: order.notes,
    goodsTotal: toDollars(goods),
    deliveryFee: toDollars(fee),
    totalPrice: toDollars(total),
    parts: parts.map(toOrderPart),
    version: order.version,
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
    lines: part.lines.map((line) => ({
      productId: line.productId.toString(),
      name: line.name,
      image: line.image,
      unit: line.unit,
      quantity: fromBaseUnits(line.amount, line.unit),
      price: toDollars(line.price),
      total: toDollars(line.total),
    })),
    timeline: part.timeline.map((entry) => ({
      status: entry.status,
      at: entry.at.toISOString(),
      by: { role: entry.by.role, name: entry.by.name },
      reason: entry.reason,
    })),
    version: part.version,
  };
}
