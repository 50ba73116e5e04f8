import { Schema, type Types } from 'mongoose';
import type { Day, Fulfilment, OwnSlotDto, PartSlot, SlotDto, SlotState } from '#libs/contracts';

/** Seconds until a slot is deleted after its end. Orders have a copy of what was agreed. */
const KEEP_SECONDS = 90 * 86_400;

/** What a schedule says of one date. */
export interface SlotContent {
  date: Day;
  method: Fulfilment;
  name: string;
  place: string | null;
  areas: string[];
  startAt: Date;
  endAt: Date;
  /** No order is taken from this moment on. */
  cutOffAt: Date;
  /** Orders that it can take; null for any number. */
  capacity: number | null;
}

/** One date of a schedule. */
export interface Slot extends SlotContent {
  _id: Types.ObjectId;
  scheduleId: Types.ObjectId;
  farmId: Types.ObjectId;
  /** Orders and holds that have a place; never above the capacity. */
  taken: number;
  state: SlotState;
  version: number;
}

/** A slot that is not stored yet. */
export type NewSlot = Omit<Slot, '_id' | 'taken' | 'version'>;

export const SLOT = 'Slot';
export const slotSchema = new Schema<Slot>(
  {
    scheduleId: { type: Schema.Types.ObjectId, required: true },
    farmId: { type: Schema.Types.ObjectId, required: true },
    date: { type: String, required: true },
    method: { type: String, required: true },
    name: { type: String, required: true },
    place: { type: String, default: null },
    areas: { type: [String], default: [] },
    startAt: { type: Date, required: true },
    endAt: { type: Date, required: true },
    cutOffAt: { type: Date, required: true },
    capacity: { type: Number, default: null },
    taken: { type: Number, required: true },
    state: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'slots', versionKey: false },
);
/** A withdrawn slot is no slot of its farm any more, and another may have its date. */
export const NOT_WITHDRAWN = { state: { $in: ['open', 'closed'] as SlotState[] } };
slotSchema.index(
  { scheduleId: 1, date: 1 },
  { unique: true, partialFilterExpression: NOT_WITHDRAWN },
);
slotSchema.index({ farmId: 1, endAt: 1 });
// The calendar of all farms, or of one, is sorted by these two.
slotSchema.index({ startAt: 1, _id: 1 });
slotSchema.index({ farmId: 1, startAt: 1, _id: 1 });
slotSchema.index({ endAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** The order of slots in every list; an index does not have it. */
export const soonestFirst = (a: Slot, b: Slot): number => a.startAt.getTime() - b.startAt.getTime();

export function toSlotDto(slot: Slot): SlotDto {
  const { _id, scheduleId, farmId, startAt, endAt, cutOffAt, capacity, taken, ...rest } = slot;
  return {
    ...rest,
    _id: _id.toString(),
    scheduleId: scheduleId.toString(),
    farmId: farmId.toString(),
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    cutOffAt: cutOffAt.toISOString(),
    left: capacity === null ? null : Math.max(0, capacity - taken),
  };
}

export function toOwnSlotDto(slot: Slot): OwnSlotDto {
  const { capacity, taken } = slot;
  return { ...toSlotDto(slot), capacity, taken };
}

export function toPartSlot({ _id, date, startAt, endAt, cutOffAt }: Slot): PartSlot {
  return {
    _id: _id.toString(),
    date,
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
    cutOffAt: cutOffAt.toISOString(),
  };
}
