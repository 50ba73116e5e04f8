import { Schema, type Types } from 'mongoose';
import type { Cents } from '#libs/contracts';
import type { CardProvider } from './providers/card-provider.js';

/** A farm's account at the card provider, to which its share of card payments is transferred. */
export interface Seller {
  /** Provider, account and farm. */
  _id: string;
  farmId: Types.ObjectId;
  provider: CardProvider['kind'];
  account: string;
  /** The provider's name of it; null before its first answer. Kept for good, because transfers name it. */
  reference: string | null;
  /** Whether the farm wants to be paid to it. */
  isConnected: boolean;
  status: 'incomplete' | 'ready' | 'restricted';
  /** Payouts that the farm's bank has returned, each once. */
  returns: { reference: string; cents: Cents; at: Date }[];
  /** Whether one of them came after the farm has looked at its data last, or has disconnected. */
  isReturned: boolean;
  /** Written by whoever moves the farm's money, so that two of them conflict. */
  funds: number;
  /** When to ask for the status; null if nothing is expected. */
  askAt: Date | null;
  version: number;
}

export const SELLER = 'Seller';
const text = { type: String, required: true } as const;
const flag = { type: Boolean, required: true } as const;
const number = { type: Number, required: true } as const;
export const sellerSchema = new Schema<Seller>(
  {
    _id: text,
    farmId: { type: Schema.Types.ObjectId, required: true },
    provider: text,
    account: text,
    reference: { type: String, default: null },
    isConnected: flag,
    status: text,
    returns: { type: [Schema.Types.Mixed], default: [] } as never,
    isReturned: flag,
    funds: number,
    askAt: { type: Date, default: null },
    version: number,
  },
  { collection: 'sellers', versionKey: false },
);
sellerSchema.index({ farmId: 1 });
sellerSchema.index({ reference: 1 }, { sparse: true });
sellerSchema.index({ askAt: 1 });
