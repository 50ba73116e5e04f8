import { Schema, type Types } from 'mongoose';
import type { ReceiptDto } from '#libs/contracts';

/** A line of a customer's order that has arrived; product and farm are named as on the order. */
export interface ReceivedLine {
  customerId: Types.ObjectId;
  orderId: Types.ObjectId;
  productId: Types.ObjectId;
  productName: string;
  productImage: string;
  farmId: Types.ObjectId;
  farmName: string;
  farmSlug: string;
}

/** Proof that a customer has received a product, which entitles them to one review of it. */
export interface Receipt extends ReceivedLine {
  _id: Types.ObjectId;
  receivedAt: Date;
  /** The review for which it was used; null while there is none. */
  reviewId: Types.ObjectId | null;
}

export const RECEIPT = 'Receipt';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
export const receivedLine = {
  customerId: id,
  orderId: id,
  productId: id,
  productName: text,
  productImage: text,
  farmId: id,
  farmName: text,
  farmSlug: text,
} as const;
export const receiptSchema = new Schema<Receipt>(
  {
    ...receivedLine,
    receivedAt: { type: Date, required: true },
    reviewId: { type: Schema.Types.ObjectId, default: null },
  },
  { collection: 'receipts', versionKey: false },
);
receiptSchema.index({ orderId: 1, productId: 1 }, { unique: true });
receiptSchema.index({ customerId: 1, reviewId: 1, _id: -1 });

export function toReceiptDto(receipt: Receipt): ReceiptDto {
  return {
    orderId: receipt.orderId.toString(),
    productId: receipt.productId.toString(),
    productName: receipt.productName,
    productImage: receipt.productImage,
    farmName: receipt.farmName,
    receivedAt: receipt.receivedAt.toISOString(),
  };
}
