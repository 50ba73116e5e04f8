import { Schema, type Types } from 'mongoose';
import type { UploadedPicture } from '#libs/contracts';

/** An uploaded picture; the same picture from another owner is another upload. */
export interface Upload extends UploadedPicture {
  _id: Types.ObjectId;
  /** Its owner: a farm, or a customer, who has none; null for an admin's upload. */
  farmId: Types.ObjectId | null;
  /** Names in the store. */
  files: string[];
  uploadedAt: Date;
  /** When it was first used by a product, a farm or a report; an unused upload is swept after a day. */
  usedAt: Date | null;
  /** When a sweep began to remove its files; a time long past means that the sweep's process died. */
  sweepingSince: Date | null;
}

export const UPLOAD = 'Upload';
export const uploadSchema = new Schema<Upload>(
  {
    url: { type: String, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    sizes: { type: [{ _id: false, url: String, width: Number }], required: true },
    farmId: { type: Schema.Types.ObjectId, default: null },
    files: { type: [String], required: true },
    uploadedAt: { type: Date, required: true },
    usedAt: { type: Date, default: null },
    sweepingSince: { type: Date, default: null },
  },
  { collection: 'uploads', versionKey: false },
);
uploadSchema.index({ url: 1, farmId: 1 }, { unique: true });
uploadSchema.index({ farmId: 1, usedAt: 1 });
uploadSchema.index({ usedAt: 1, uploadedAt: 1 });
