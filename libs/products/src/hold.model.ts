import { Schema, type Types } from 'mongoose';
import {
  fromThousandths,
  type HeldSlot,
  type HoldDto,
  type HoldStatus,
  toDollars,
  type Unit,
} from '#libs/contracts';

/** Seconds until a closed hold is deleted. */
const KEEP_SECONDS = 30 * 86_400;

/** Goods and places reserved for a customer at checkout. Amounts in thousandths of `unit`, prices in cents per unit. */
export interface Hold {
  _id: Types.ObjectId;
  customerId: Types.ObjectId;
  status: HoldStatus;
  lines: { productId: Types.ObjectId; name: string; unit: Unit; amount: number; price: number }[];
  /** The places in farms' slots; absent in holds that are older than slots. */
  slots?: HeldSlot[];
  expiresAt: Date;
  closedAt: Date | null;
  version: number;
}

export const HOLD = 'Hold';
export const holdSchema = new Schema<Hold>(
  {
    customerId: { type: Schema.Types.ObjectId, required: true },
    status: { type: String, required: true },
    lines: [
      {
        _id: false,
        productId: { type: Schema.Types.ObjectId, required: true },
        name: { type: String, required: true },
        unit: { type: String, required: true },
        amount: { type: Number, required: true },
        price: { type: Number, required: true },
      },
    ],
    slots: { type: [Schema.Types.Mixed], default: [] },
    expiresAt: { type: Date, required: true },
    closedAt: { type: Date, default: null },
    version: { type: Number, required: true },
  },
  { collection: 'holds', versionKey: false },
);
// At most one open hold per customer, even with concurrent requests.
holdSchema.index({ customerId: 1 }, { unique: true, partialFilterExpression: { status: 'open' } });
holdSchema.index({ customerId: 1, _id: 1 });
holdSchema.index({ status: 1, expiresAt: 1 });
holdSchema.index({ 'lines.productId': 1, status: 1 });
holdSchema.index({ 'slots.slot._id': 1, status: 1 });
holdSchema.index({ closedAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

export function toHoldDto(hold: Hold): HoldDto {
  const left = hold.status === 'open' ? hold.expiresAt.getTime() - Date.now() : 0;
  return {
    _id: hold._id.toString(),
    status: hold.status,
    expiresAt: hold.expiresAt.toISOString(),
    secondsLeft: Math.max(0, Math.floor(left / 1000)),
    lines: hold.lines.map(({ productId, name, unit, amount, price }) => ({
      productId: productId.toString(),
      name,
      unit,
      quantity: fromThousandths(amount),
      price: toDollars(price),
    })),
    slots: hold.slots ?? [],
    version: hold.version,
  };
}
