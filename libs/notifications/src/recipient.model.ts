import { Schema, type Types } from 'mongoose';

/**
 * Whom to tell: a user as the events told of them. Events come in any order, so either half of it can be
 * there first, and the other one is null until then.
 */
export interface Recipient {
  /** The user's id. */
  _id: Types.ObjectId;
  email: string | null;
  name: string | null;
  /** The version of the user that `email` and `name` are of. */
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

/** What people call a product or an order, for the events that know it by its id only. */
export interface Label {
  _id: Types.ObjectId;
  text: string;
}

export const LABEL = 'Label';
export const labelSchema = new Schema<Label>(
  { text: { type: String, required: true } },
  { collection: 'noticeLabels', versionKey: false },
);
