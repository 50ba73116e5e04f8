import { Schema, type Types } from 'mongoose';
import {
  type Category,
  type ChangeKind,
  type DeclineReason,
  type DeliveryAddress,
  deliveredAtOf,
  type FeeRate,
  type Fulfilment,
  type GoodsFate,
  isLive,
  type OrderStatus,
  type PartSlot,
  type PartStatus,
  type PaymentMethodName,
  type PaymentStatus,
  partStatusSchema,
  type RefundTo,
  type Role,
  type Unit,
} from '#libs/contracts';
import type { NewReceipt } from '#libs/reviews';

/** One line of a part. Copies name, category, price and picture, so that orders do not change with their products. */
export interface Line {
  productId: Types.ObjectId;
  name: string;
  category: Category;
  image: string;
  unit: Unit;
  /** As placed, in thousandths of `unit`; 0 for a line that was added later. */
  placed: number;
  /** What the customer ordered last, in thousandths of `unit`. */
  ordered: number;
  /** What comes, in thousandths of `unit`. */
  amount: number;
  /** In cents per unit; stays as it was when the line was ordered first. */
  price: number;
  /** Of what comes, in cents. */
  total: number;
  note: string | null;
}

/** Who did something. `userId` is never sent to clients; null if the system did it for the farm. */
export interface Actor {
  userId: Types.ObjectId | null;
  role: Role;
  name: string;
}

/** One change of a part's lines; amounts in thousandths of the line's unit, `cost` in cents. */
export interface Change {
  _id: Types.ObjectId;
  at: Date;
  by: Actor;
  kind: ChangeKind;
  lines: { productId: Types.ObjectId; from: number; to: number; cost: number }[];
  reason: string | null;
  declineReason: DeclineReason | null;
  goods: GoodsFate | null;
}

/** What was given back of lines of a part, in cents, as the answer to a report. */
export interface Refund {
  _id: Types.ObjectId;
  at: Date;
  by: Actor;
  to: RefundTo;
  lines: { productId: Types.ObjectId; cents: number }[];
  reason: string | null;
  problemId: Types.ObjectId;
}

/** One status change of a part. */
export interface Step {
  status: PartStatus;
  at: Date;
  by: Actor;
  reason: string | null;
  declineReason: DeclineReason | null;
  goods: GoodsFate | null;
  /** Whether the customer's code was shown at the hand-over; absent if not. */
  byCode?: boolean;
}

/** The part of an order that one farm fulfils. */
export interface Part {
  _id: Types.ObjectId;
  farmId: Types.ObjectId;
  farmName: string;
  farmSlug: string;
  fulfilment: Fulfilment;
  pickupPlace: string | null;
  /** As agreed; null if the farm tells the customer the day, absent in orders that are older than slots. */
  slot?: PartSlot | null;
  /** When the customer was reminded of its slot; null if that has not happened. */
  remindedAt?: Date | null;
  /** When the customer was told that its cut-off is near; null if that has not happened. */
  closingSentAt?: Date | null;
  status: PartStatus;
  /** Of what comes, in cents. */
  subtotal: number;
  note: string | null;
  /**
   * In cents; 0 once it is void. `held` is what its customer's card held when it was placed, if it is paid so, and at
   * most what it cost at its last hand-over; `credit` what store credit pays of the goods, beside `amount`.
   */
  payment: { status: PaymentStatus; amount: number; held?: number; credit?: number };
  /** With `subtotal` the fold of what was placed and of the changes: see `foldPart`. */
  lines: Line[];
  timeline: Step[];
  /** Oldest first. */
  changes: Change[];
  /** Oldest first; absent while nothing was given back. */
  refunds?: Refund[];
  /**
   * What its customer shows at the hand-over. In no contract of orders: only `GET /orders/:id/hand-over-codes` has it.
   * Absent in parts that ended before there were codes.
   */
  handOverCode?: string;
  version: number;
}

/** An order; parts and timelines are embedded, so that one document holds its whole state. */
export interface Order {
  _id: Types.ObjectId;
  code: string;
  customer: { _id: Types.ObjectId; name: string };
  address: DeliveryAddress;
  notes: string | null;
  /** In cents; charged while any delivery part is live. */
  deliveryFee: number;
  /** The market's fee on its day; absent in orders that are older than the ledger. */
  feeRate?: FeeRate;
  /** Derived from the parts on every change; stored for lists. */
  status: OrderStatus;
  /** In cents, of the whole order; `feeCredit` is what store credit pays of the delivery fee, beside `amount`. */
  payment: {
    method: PaymentMethodName;
    status: PaymentStatus;
    amount: number;
    paid: number;
    feeCredit?: number;
  };
  parts: Part[];
  /** See `orderTerms`. */
  search: string[];
  version: number;
  createdAt: Date;
  /** When nothing of it was open and its money was settled for the first time; absent until then. */
  settledAt?: Date | null;
}

/** The statuses of parts that count. */
export const LIVE: readonly PartStatus[] = partStatusSchema.options.filter(isLive);
/** The statuses of parts that a farm still has to hand over. */
export const UNFINISHED: readonly PartStatus[] = LIVE.filter((status) => status !== 'delivered');

export const ORDER = 'Order';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const optional = { type: String, default: null } as const;
const actor = {
  userId: { type: Schema.Types.ObjectId, default: null },
  role: text,
  name: text,
} as const;
export const orderSchema = new Schema<Order>(
  {
    code: { ...text, unique: true },
    customer: { _id: id, name: text },
    address: { type: Schema.Types.Mixed, required: true },
    notes: optional,
    deliveryFee: number,
    feeRate: Number,
    status: text,
    payment: { method: text, status: text, amount: number, paid: number, feeCredit: Number },
    search: { type: [String], required: true },
    parts: [
      {
        _id: id,
        farmId: id,
        farmName: text,
        farmSlug: text,
        fulfilment: text,
        pickupPlace: optional,
        slot: { type: Schema.Types.Mixed, default: null },
        remindedAt: { type: Date, default: null },
        closingSentAt: { type: Date, default: null },
        status: text,
        subtotal: number,
        note: optional,
        payment: { status: text, amount: number, held: Number, credit: Number },
        lines: [
          {
            _id: false,
            productId: id,
            name: text,
            category: text,
            image: text,
            unit: text,
            placed: number,
            ordered: number,
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
            by: actor,
            reason: optional,
            declineReason: optional,
            goods: optional,
            byCode: Boolean,
          },
        ],
        changes: [
          {
            _id: id,
            at: { type: Date, required: true },
            by: actor,
            kind: text,
            lines: [{ _id: false, productId: id, from: number, to: number, cost: number }],
            reason: optional,
            declineReason: optional,
            goods: optional,
          },
        ],
        refunds: {
          type: [
            {
              _id: id,
              at: { type: Date, required: true },
              by: actor,
              to: text,
              lines: [{ _id: false, productId: id, cents: number }],
              reason: optional,
              problemId: id,
            },
          ],
          default: undefined,
        },
        handOverCode: String,
        version: number,
      },
    ],
    version: number,
    createdAt: { type: Date, required: true },
    settledAt: { type: Date, default: null },
  },
  { collection: 'orders', versionKey: false },
);
// Every list is sorted by these two, newest first; the leading fields are its filters.
const newest = { createdAt: -1, _id: -1 } as const;
orderSchema.index(newest);
orderSchema.index({ status: 1, ...newest });
orderSchema.index({ 'customer._id': 1, ...newest });
orderSchema.index({ 'parts.farmId': 1, ...newest });
orderSchema.index({ 'parts.farmId': 1, 'parts.status': 1, ...newest });
orderSchema.index({ 'parts.status': 1, ...newest });
orderSchema.index({ 'parts.fulfilment': 1, ...newest });
orderSchema.index({ 'parts.farmId': 1, 'parts.slot.date': 1, ...newest });
orderSchema.index({ 'parts.slot.date': 1, ...newest });
orderSchema.index({ 'parts.slot.cutOffAt': 1, ...newest });
orderSchema.index({ 'parts.slot._id': 1, ...newest });
orderSchema.index({ search: 1, ...newest });
orderSchema.index({ 'parts.handOverCode': 1, ...newest });

/** Whether anything of a line comes. */
export const comes = ({ amount }: Line): boolean => amount > 0;

export function receiptsOf({ _id: orderId, customer, parts }: Order): NewReceipt[] {
  return parts
    .filter(({ status }) => status === 'delivered')
    .flatMap((part) =>
      part.lines.filter(comes).map(({ productId, name, image }) => ({
        customerId: customer._id,
        orderId,
        productId,
        productName: name,
        productImage: image,
        farmId: part.farmId,
        farmName: part.farmName,
        farmSlug: part.farmSlug,
        receivedAt: deliveredAtOf(part) ?? new Date(),
      })),
    );
}
