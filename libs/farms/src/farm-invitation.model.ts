import { Schema, type Types } from 'mongoose';
import type { FarmRole } from '#libs/contracts';

/** Seconds for which an invitation is kept: long enough to say what became of it. */
const KEEP_SECONDS = 60 * 86_400;

/** An invitation to work for a farm. Its link is made of its id and number, and stored nowhere. */
export interface FarmInvitation {
  _id: Types.ObjectId;
  farmId: Types.ObjectId;
  role: FarmRole;
  email: string | null;
  /** The name of the owner who invited. */
  by: string;
  /** Counts its links; only the newest one is valid. */
  number: number;
  state: 'open' | 'accepted' | 'cancelled';
  acceptedBy: Types.ObjectId | null;
  createdAt: Date;
  expiresAt: Date;
}

export const FARM_INVITATION = 'FarmInvitation';
export const farmInvitationSchema = new Schema<FarmInvitation>(
  {
    farmId: { type: Schema.Types.ObjectId, required: true },
    role: { type: String, required: true },
    email: { type: String, default: null },
    by: { type: String, required: true },
    number: { type: Number, required: true, default: 1 },
    state: { type: String, required: true, default: 'open' },
    acceptedBy: { type: Schema.Types.ObjectId, default: null },
    createdAt: { type: Date, required: true, expires: KEEP_SECONDS },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'farmInvitations', versionKey: false },
);
farmInvitationSchema.index({ farmId: 1, state: 1, _id: 1 });
