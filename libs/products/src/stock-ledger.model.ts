import { Schema, type Types } from 'mongoose';
import type { StockReason } from '#libs/contracts';

/**
 * One change of a product's stock, in base units; written once and never changed. The sum of a product's
 * `change` is what it has on hand, and the sum of `heldChange` what of it is held at checkouts.
 */
export interface StockEntry {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  /** Of what is on hand. */
  change: number;
  /** Of what of it is held; entries from before there were holds have none. */
  heldChange?: number;
  /** `return`: an order's goods come back; `release` only ever frees what was held. */
  reason: StockReason;
  /** Which harvest the goods are from, where that is known. */
  lot?: string | null;
  /** The order behind a sale or a return. */
  orderId: Types.ObjectId | null;
  holdId?: Types.ObjectId | null;
  /** The user who did it; null for the system. */
  actorId?: string | null;
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
