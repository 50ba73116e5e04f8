import { Schema, type Types } from 'mongoose';
import type { FarmDto, FarmStatus, Fulfilment } from '#libs/contracts';

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
  status: FarmStatus;
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
    status: { type: String, required: true },
    version: { type: Number, required: true, default: 1 },
  },
  { collection: 'farms', versionKey: false },
);
farmSchema.index({ status: 1, _id: -1 });

export function toFarmDto(farm: Farm): FarmDto {
  const { _id, ownerId: _, ...rest } = farm;
  return { ...rest, _id: _id.toString() };
}
