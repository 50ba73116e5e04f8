import { Schema, type Types } from 'mongoose';
import { type Cents, type CreditEntry, type CreditMoveKind, toDollars } from '#libs/contracts';

/** What a customer can spend now; changed in the transaction of an order, as stock is. */
export interface StoreCredit {
  /** The customer's. */
  _id: Types.ObjectId;
  /** Never below zero. */
  cents: Cents;
  version: number;
}

export const STORE_CREDIT = 'StoreCredit';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
export const storeCreditSchema = new Schema<StoreCredit>(
  { _id: id, cents: number, version: number },
  { collection: 'storeCredits', versionKey: false },
);

/** One change of a customer's store credit; append only. */
export interface StoredCreditEntry {
  _id: Types.ObjectId;
  customerId: Types.ObjectId;
  /** The order that changed it, at that version. */
  order: { _id: Types.ObjectId; code: string; version: number };
  kind: CreditMoveKind;
  /** Below zero for what was used or taken. */
  cents: Cents;
  at: Date;
}

export const CREDIT_ENTRY = 'CreditEntry';
export const creditEntrySchema = new Schema<StoredCreditEntry>(
  {
    customerId: id,
    order: { _id: id, code: text, version: number },
    kind: text,
    cents: number,
    at: { type: Date, required: true },
  },
  { collection: 'creditEntries', versionKey: false },
);
// Each cause once.
creditEntrySchema.index({ 'order._id': 1, 'order.version': 1, kind: 1 }, { unique: true });
creditEntrySchema.index({ customerId: 1, _id: -1 });

export const toCreditEntry = (entry: StoredCreditEntry): CreditEntry => ({
  _id: entry._id.toString(),
  at: entry.at.toISOString(),
  kind: entry.kind,
  amount: toDollars(entry.cents),
  order: { _id: entry.order._id.toString(), code: entry.order.code },
});
