import { Schema, type Types } from 'mongoose';

/**
 * A user as a recipient of notices, copied from events. Events arrive in any order, so the user or the farm may be
 * known first; the fields of the other are null until its event arrives.
 */
export interface Recipient {
  _id: Types.ObjectId;
  email: string | null;
  name: string | null;
  /** The version of the user from which `email`, `name` and `owns` were copied. */
  userVersion: number;
  /** The farm that this user has registered. */
  farmId: Types.ObjectId | null;
  /** The farms that this user is an owner of, at that version; absent in what older builds stored. */
  owns?: Types.ObjectId[];
}

export const RECIPIENT = 'Recipient';
export const recipientSchema = new Schema<Recipient>(
  {
    email: { type: String, default: null },
    name: { type: String, default: null },
    userVersion: { type: Number, default: 0 },
    farmId: { type: Schema.Types.ObjectId, default: null },
    owns: { type: [Schema.Types.ObjectId], default: undefined },
  },
  { collection: 'recipients', versionKey: false },
);
recipientSchema.index({ farmId: 1 });
recipientSchema.index({ owns: 1 });
