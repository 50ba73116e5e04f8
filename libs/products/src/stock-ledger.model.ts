import { Schema, type Types } from 'mongoose';
import type { StockReason } from '#libs/contracts';

/**
 * One change of a product's stock, in thousandths of its unit; written once and never changed. The sum of `change` over a product's
 * entries is its `onHand`, and the sum of `heldChange` its `held`.
 */
export interface StockEntry {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  change: number;
  heldChange: number;
  /** `return` puts an order's goods back on hand; `release` only frees held goods. */
  reason: StockReason;
  /** The harvest of the goods, if known. */
  lot: string | null;
  /** The order behind a sale or a return. */
  orderId: Types.ObjectId | null;
  holdId: Types.ObjectId | null;
  /** The user who did it; null for the system. */
  actorId: string | null;
  note: string | null;
  at: Date;
}

export const STOCK_ENTRY = 'StockEntry';
export const stockEntrySchema = new Schema<StockEntry>(
  {
    productId: { type: Schema.Types.ObjectId, required: true },
    change: { type: Number, required: true },
    heldChange: { type: Number, default: 0 },
    reason: { type: String, required: true },
    lot: { type: String, default: null },
    orderId: { type: Schema.Types.ObjectId, default: null },
    holdId: { type: Schema.Types.ObjectId, default: null },
    actorId: { type: String, default: null },
    note: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { collection: 'stockLedger', versionKey: false },
);
stockEntrySchema.index({ productId: 1, _id: -1 });
