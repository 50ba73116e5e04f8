import { Schema, type Types } from 'mongoose';

/**
 * A user as a recipient of notices, copied from events. Events arrive in any order, so the user or the farm may be
 * known first; the fields of the other are null until its event arrives.
 */
export interface Recipient {
  _id: Types.ObjectId;
  email: string | null;
  name: string | null;
  /** The version of the user from which `email` and `name` were copied. */
  userVersion: number;
  /** The farm that this user owns. */
  farmId: Types.ObjectId | null;
}

export const RECIPIENT = 'Recipient';
export const recipientSchema = new Schema<Recipient>(
  {
    email: { type: String, default: null },
    name: { type: String, default: null },
    userVersion: { type: Number, default: 0 },
    farmId: { type: Schema.Types.ObjectId, default: null },
  },
  { collection: 'recipients', versionKey: false },
);
recipientSchema.index({ farmId: 1 });
