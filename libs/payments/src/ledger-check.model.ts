import { Schema, type Types } from 'mongoose';
import type { LedgerCheckDto } from '#libs/contracts';

/** Seconds until the result of a check is deleted. */
const KEEP_SECONDS = 90 * 86_400;

/** The result of one check of the ledger. */
export interface LedgerCheck extends Omit<LedgerCheckDto, '_id' | 'startedAt' | 'finishedAt'> {
  _id: Types.ObjectId;
  startedAt: Date;
  finishedAt: Date;
}

export const LEDGER_CHECK = 'LedgerCheck';
const count = { type: Number, required: true } as const;
export const ledgerCheckSchema = new Schema<LedgerCheck>(
  {
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, required: true, expires: KEEP_SECONDS },
    requestedBy: { type: String, default: null },
    months: count,
    journals: count,
    orders: count,
    faultCount: count,
    faults: { type: [Schema.Types.Mixed], default: [] } as never,
  },
  { collection: 'ledgerChecks', versionKey: false },
);

export function toLedgerCheckDto(check: LedgerCheck): LedgerCheckDto {
  return {
    ...check,
    _id: check._id.toString(),
    startedAt: check.startedAt.toISOString(),
    finishedAt: check.finishedAt.toISOString(),
  };
}
