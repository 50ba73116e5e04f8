import { Schema, type Types } from 'mongoose';
import type { ScheduleDto, ScheduleRule } from '#libs/contracts';

/** When a farm hands goods over; its slots are made from it. */
export interface Schedule extends ScheduleRule {
  _id: Types.ObjectId;
  farmId: Types.ObjectId;
  version: number;
}

export const SCHEDULE = 'Schedule';
const times = { from: { type: String, required: true }, to: { type: String, required: true } };
export const scheduleSchema = new Schema<Schedule>(
  {
    farmId: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    method: { type: String, required: true },
    place: { type: String, default: null },
    weekdays: { type: [Number], required: true },
    everyWeeks: { type: Number, required: true },
    window: times,
    cutOff: {
      daysBefore: { type: Number, required: true },
      time: { type: String, required: true },
    },
    capacity: { type: Number, default: null },
    areas: { type: [String], default: [] },
    from: { type: String, required: true },
    until: { type: String, default: null },
    exceptions: { type: Schema.Types.Mixed, default: [] },
    version: { type: Number, required: true },
  },
  { collection: 'schedules', versionKey: false },
);
scheduleSchema.index({ farmId: 1, _id: 1 });

export function toScheduleDto({ _id, farmId, ...schedule }: Schedule): ScheduleDto {
  return { ...schedule, _id: _id.toString(), farmId: farmId.toString() };
}
