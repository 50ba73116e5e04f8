import { Schema, type Types } from 'mongoose';

/** The private address of a user's calendar. Making another replaces it. */
export interface Feed {
  /** The user's id. */
  _id: Types.ObjectId;
  /** SHA-256 of the token in the address, in hexadecimal; the token itself is stored nowhere. */
  tokenHash: string;
  createdAt: Date;
}

export const FEED = 'Feed';
export const feedSchema = new Schema<Feed>(
  {
    tokenHash: { type: String, required: true, unique: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'feeds', versionKey: false },
);
