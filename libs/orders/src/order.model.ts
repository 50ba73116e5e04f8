import { Schema, type Types } from 'mongoose';
import type {
  Address,
  DeclineReason,
  Fulfilment,
  GoodsFate,
  OrderStatus,
  PartStatus,
  PaymentMethodName,
  PaymentStatus,
  Role,
  Unit,
} from '#libs/contracts';
import type { NewReceipt } from '#libs/products';

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
  /** By which beginnings it is found, see `searchTerms`; see `SearchBackfill` for those of older orders. */
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
orderSchema.index({ 'parts.status': 1, ...newest });
orderSchema.index({ 'parts.fulfilment': 1, ...newest });
orderSchema.index({ search: 1, ...newest });

/** What of an order has arrived, as receipts say it. */
export function receiptsOf({ _id: orderId, customer, parts }: Order): NewReceipt[] {
  return parts
    .filter(({ status }) => status === 'delivered')
    .flatMap(({ lines, timeline, farmId, farmName, farmSlug }) =>
      lines.map(({ productId, name, image }) => ({
        customerId: customer._id,
        orderId,
        productId,
        productName: name,
        productImage: image,
        farmId,
        farmName,
        farmSlug,
        receivedAt: timeline.findLast(({ status }) => status === 'delivered')?.at ?? new Date(),
      })),
    );
}
