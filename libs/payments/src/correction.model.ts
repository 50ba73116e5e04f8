import { Schema, type Types } from 'mongoose';
import { type CorrectionDto, type CorrectionStatus, toDollars } from '#libs/contracts';

interface Admin {
  _id: Types.ObjectId;
  name: string;
}

/** A change of a farm's balance by hand. */
export interface Correction {
  _id: Types.ObjectId;
  farmId: Types.ObjectId;
  farmName: string;
  /** In cents: what the farm gets; below zero, what it gives. */
  amount: number;
  reason: string;
  status: CorrectionStatus;
  proposedBy: Admin;
  decidedBy: Admin | null;
  createdAt: Date;
  version: number;
}

export const CORRECTION = 'Correction';
const text = { type: String, required: true } as const;
const admin = new Schema({ _id: Schema.Types.ObjectId, name: text });
export const correctionSchema = new Schema<Correction>(
  {
    farmId: { type: Schema.Types.ObjectId, required: true },
    farmName: text,
    amount: { type: Number, required: true },
    reason: text,
    status: text,
    proposedBy: { type: admin, required: true },
    decidedBy: { type: admin, default: null },
    createdAt: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'corrections', versionKey: false },
);
correctionSchema.index({ status: 1, _id: -1 });

export function toCorrectionDto(correction: Correction): CorrectionDto {
  const { _id, farmId, amount, proposedBy, decidedBy, createdAt, ...rest } = correction;
  const toAdmin = (who: Admin) => ({ _id: who._id.toString(), name: who.name });
  return {
    ...rest,
    _id: _id.toString(),
    farmId: farmId.toString(),
    amount: toDollars(amount),
    proposedBy: toAdmin(proposedBy),
    decidedBy: decidedBy && toAdmin(decidedBy),
    createdAt: createdAt.toISOString(),
  };
}
