import { Schema, type Types } from 'mongoose';
import { fromThousandths, type StockCheckDto, type StockMismatch } from '#libs/contracts';

/** Seconds until the result of a check is deleted. */
const KEEP_SECONDS = 90 * 86_400;

/** The result of one check of stock against its ledger. */
export interface StockCheck {
  _id: Types.ObjectId;
  startedAt: Date;
  finishedAt: Date;
  requestedBy: string | null;
  products: number;
  mismatchCount: number;
  /** Amounts in thousandths. */
  mismatches: StockMismatch[];
}

export const STOCK_CHECK = 'StockCheck';
export const storedCheckSchema = new Schema<StockCheck>(
  {
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, required: true, expires: KEEP_SECONDS },
    requestedBy: { type: String, default: null },
    products: { type: Number, required: true },
    mismatchCount: { type: Number, required: true },
    mismatches: { type: [Schema.Types.Mixed], default: [] } as never,
  },
  { collection: 'stockChecks', versionKey: false },
);

export function toStockCheckDto(check: StockCheck): StockCheckDto {
  const { _id, startedAt, finishedAt, mismatches, ...rest } = check;
  return {
    ...rest,
    _id: _id.toString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    mismatches: mismatches.map(({ productId, name, ...amounts }) => ({
      productId,
      name,
      onHand: fromThousandths(amounts.onHand),
      held: fromThousandths(amounts.held),
      ledgerOnHand: fromThousandths(amounts.ledgerOnHand),
      ledgerHeld: fromThousandths(amounts.ledgerHeld),
      openHolds: fromThousandths(amounts.openHolds),
    })),
  };
}
