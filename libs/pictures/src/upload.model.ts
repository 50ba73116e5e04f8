import { Schema, type Types } from 'mongoose';
import type { UploadedPicture } from '#libs/contracts';

/** A picture that somebody has uploaded; the same picture of another farm is another upload. */
export interface Upload extends UploadedPicture {
  _id: Types.ObjectId;
  /** Null for an admin's. */
  farmId: Types.ObjectId | null;
  /** Its files in the store. */
  files: string[];
  uploadedAt: Date;
  /** When it first became a picture of something; until then it is swept after a day. */
  usedAt: Date | null;
  /** Since when somebody removes its files; a moment that is long past is of somebody who did not get there. */
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
uploadSchema.index({ usedAt: 1, uploadedAt: 1 });
