import { Schema, type Types } from 'mongoose';
import {
  type FarmDto,
  type FarmStatus,
  type Fulfilment,
  type OwnFarmDto,
  toDollars,
} from '#libs/contracts';

/** A farm that sells, or wants to. */
export interface Farm {
  _id: Types.ObjectId;
  ownerId: Types.ObjectId;
  slug: string;
  name: string;
  tagline: string;
  story: string;
  practices: string[];
  certification: string | null;
  image: string;
  city: string;
  state: string;
  fulfilment: Fulfilment[];
  pickupPlace: string | null;
  /** What a customer has to buy at the least, in cents by the way it travels; 0 asks nothing. */
  minimumOrder: Record<Fulfilment, number>;
  status: FarmStatus;
  /** When the farmer last asked to sell. */
  appliedAt: Date | null;
  decisionReason: string | null;
  /** Counts the times that its products looked at whether they may be sold. */
  listingChecks: number;
  version: number;
}

export const FARM = 'Farm';
export const farmSchema = new Schema<Farm>(
  {
    ownerId: { type: Schema.Types.ObjectId, required: true, unique: true },
    slug: { type: String, required: true, unique: true },
    name: { type: String, required: true },
    tagline: { type: String, default: '' },
    story: { type: String, default: '' },
    practices: { type: [String], default: [] },
    certification: { type: String, default: null },
    image: { type: String, required: true },
    city: { type: String, default: '' },
    state: { type: String, default: '' },
    fulfilment: { type: [String], default: [] },
    pickupPlace: { type: String, default: null },
    minimumOrder: {
      delivery: { type: Number, default: 0 },
      pickup: { type: Number, default: 0 },
    },
    status: { type: String, required: true },
    appliedAt: { type: Date, default: null },
    decisionReason: { type: String, default: null },
    listingChecks: { type: Number, default: 0 },
    version: { type: Number, required: true, default: 1 },
  },
  { collection: 'farms', versionKey: false },
);
farmSchema.index({ status: 1, _id: -1 });

/** What a farm's goods have to cost at the least to travel this way, in cents. */
export function minimumOf(farm: Farm, way: Fulfilment): number {
  // Farms that were stored before there were minimums have none.
  return (farm.minimumOrder as Farm['minimumOrder'] | undefined)?.[way] ?? 0;
}

/** A farm as everybody may see it. */
export function toFarmDto(farm: Farm): FarmDto {
  const { _id, slug, name, tagline, story, practices, certification, image } = farm;
  const { city, state, fulfilment, pickupPlace, status, version } = farm;
  return {
    _id: _id.toString(),
    slug,
    name,
    tagline,
    story,
    practices,
    certification,
    image,
    city,
    state,
    fulfilment,
    pickupPlace,
    minimumOrder: {
      delivery: toDollars(minimumOf(farm, 'delivery')),
      pickup: toDollars(minimumOf(farm, 'pickup')),
    },
    status,
    version,
  };
}

/** A farm as its owner and the admins see it. */
export function toOwnFarmDto(farm: Farm): OwnFarmDto {
  return {
    ...toFarmDto(farm),
    ownerId: farm.ownerId.toString(),
    appliedAt: farm.appliedAt?.toISOString() ?? null,
    decisionReason: farm.decisionReason ?? null,
  };
}
