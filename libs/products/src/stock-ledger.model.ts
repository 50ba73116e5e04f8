import { Schema, type Types } from 'mongoose';

/** Why an amount on hand changed. The sum of a product's entries is what it has on hand. */
export type StockReason = 'harvest' | 'sale' | 'return' | 'correction';

/** One change of what a product has on hand, in base units; written once and never changed. */
export interface StockEntry {
  _id: Types.ObjectId;
  productId: Types.ObjectId;
  change: number;
  reason: StockReason;
  /** The order behind a sale or a return. */
  orderId: Types.ObjectId | null;
  note: string | null;
  at: Date;
}

export const STOCK_ENTRY = 'StockEntry';
export const stockEntrySchema = new Schema<StockEntry>(
  {
    productId: { type: Schema.Types.ObjectId, required: true },
    change: { type: Number, required: true },
    reason: { type: String, required: true },
    orderId: { type: Schema.Types.ObjectId, default: null },
    note: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { collection: 'stockLedger', versionKey: false },
);
stockEntrySchema.index({ productId: 1, _id: -1 });
