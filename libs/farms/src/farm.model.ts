import { Schema, type Types } from 'mongoose';
import {
  type Certificate,
  type FarmDto,
  type FarmStatus,
  type Fulfilment,
  farmRatingOf,
  NO_STARS,
  type OwnFarmDto,
  type PickupDetails,
  type Picture,
  type StarCounts,
  toDollars,
} from '#libs/contracts';

/** A farm, from its farmer's registration on. */
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
  /** A photo that the farm uploaded. */
  cover: Picture | null;
  city: string;
  state: string;
  fulfilment: Fulfilment[];
  pickupPlace: string | null;
  pickupDetails: PickupDetails | null;
  certificates: Certificate[];
  /** The minimum order in cents, by fulfilment; 0 means none. */
  minimumOrder: Record<Fulfilment, number>;
  /** Refuses cash where cards are taken; absent in farms that were made before this could be chosen. */
  cardsOnly?: boolean;
  /** The farm sells nothing before `until`; a past holiday means the same as null. */
  holiday: { until: Date; message: string | null } | null;
  /** The number of reviews with one star, two stars and so on; versioned by `starsVersion`. */
  stars: StarCounts;
  starsVersion: number;
  status: FarmStatus;
  /** When the farmer last applied. */
  appliedAt: Date | null;
  decisionReason: string | null;
  /** Incremented when a transaction reads whether the farm may sell, so that such transactions conflict. */
  listingChecks: number;
  /** Counts the changes of its team, see TeamService; absent before the first. */
  teamVersion?: number;
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
    cover: { type: Schema.Types.Mixed, default: null },
    city: { type: String, default: '' },
    state: { type: String, default: '' },
    fulfilment: { type: [String], default: [] },
    pickupPlace: { type: String, default: null },
    pickupDetails: { type: Schema.Types.Mixed, default: null },
    certificates: { type: Schema.Types.Mixed, default: [] },
    holiday: {
      type: new Schema(
        { until: { type: Date, required: true }, message: { type: String, default: null } },
        { _id: false },
      ),
      default: null,
    },
    stars: { type: [Number], default: NO_STARS },
    starsVersion: { type: Number, default: 0 },
    minimumOrder: {
      delivery: { type: Number, default: 0 },
      pickup: { type: Number, default: 0 },
    },
    cardsOnly: { type: Boolean, default: false },
    status: { type: String, required: true },
    appliedAt: { type: Date, default: null },
    decisionReason: { type: String, default: null },
    listingChecks: { type: Number, default: 0 },
    teamVersion: Number,
    version: { type: Number, required: true, default: 1 },
  },
  { collection: 'farms', versionKey: false },
);
farmSchema.index({ status: 1, _id: -1 });
farmSchema.index(
  { 'holiday.until': 1 },
  { partialFilterExpression: { holiday: { $type: 'object' } } },
);

/** The farm's current holiday; null while it is open. */
export function holidayOf(farm: Pick<Farm, 'holiday'>, now = new Date()): Farm['holiday'] {
  return farm.holiday && farm.holiday.until > now ? farm.holiday : null;
}

/** The certificates that are valid on this day. */
const valid = (certificates: Certificate[], today = new Date().toISOString().slice(0, 10)) =>
  certificates.filter(({ validUntil }) => validUntil === null || validUntil >= today);

/** The farm's minimum order for this fulfilment, in cents. */
export function minimumOf(farm: Farm, fulfilment: Fulfilment): number {
  return farm.minimumOrder[fulfilment];
}

/** The public view of a farm. */
export function toFarmDto(farm: Farm): FarmDto {
  const { _id, slug, name, tagline, story, practices, certification, image } = farm;
  const { city, state, fulfilment, pickupPlace, status, version } = farm;
  const holiday = holidayOf(farm);
  return {
    _id: _id.toString(),
    slug,
    name,
    tagline,
    story,
    practices,
    certification,
    image,
    cover: farm.cover,
    city,
    state,
    fulfilment,
    pickupPlace,
    pickupDetails: farm.pickupDetails,
    certificates: valid(farm.certificates),
    rating: farmRatingOf(farm.stars),
    ratingVersion: farm.starsVersion,
    holiday: holiday && { until: holiday.until.toISOString(), message: holiday.message },
    minimumOrder: {
      delivery: toDollars(minimumOf(farm, 'delivery')),
      pickup: toDollars(minimumOf(farm, 'pickup')),
    },
    cardsOnly: farm.cardsOnly ?? false,
    status,
    version,
  };
}

/** The view of a farm for its owner and the admins. */
export function toOwnFarmDto(farm: Farm): OwnFarmDto {
  return {
    ...toFarmDto(farm),
    certificates: farm.certificates,
    ownerId: farm.ownerId.toString(),
    appliedAt: farm.appliedAt?.toISOString() ?? null,
    decisionReason: farm.decisionReason,
  };
}
