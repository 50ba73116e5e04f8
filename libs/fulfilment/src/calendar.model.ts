import { Schema, type Types } from 'mongoose';
import type { Day } from '#libs/contracts';

/**
 * One per farm that ever had a schedule. Every edit of the farm's schedules and the job that makes slots write it in
 * their transactions, so that two of them conflict and the second runs again.
 */
export interface Calendar {
  /** The farm's id. */
  _id: Types.ObjectId;
  /** The last day for which all slots were made. */
  madeTo: Day;
  version: number;
}

export const CALENDAR = 'Calendar';
export const calendarSchema = new Schema<Calendar>(
  {
    madeTo: { type: String, required: true },
    version: { type: Number, required: true },
  },
  { collection: 'calendars', versionKey: false },
);
calendarSchema.index({ madeTo: 1, _id: 1 });
