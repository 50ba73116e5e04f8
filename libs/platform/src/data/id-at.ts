import { Types } from 'mongoose';

/** A new id that sorts as if created at this moment, to the second. */
export function idAt(moment: Date): Types.ObjectId {
  const fresh = new Types.ObjectId().toHexString();
  const seconds = Math.floor(moment.getTime() / 1_000);
  return new Types.ObjectId(seconds.toString(16).padStart(8, '0') + fresh.slice(8));
}

/** The lowest id of the second of `ms`, in milliseconds since 1970. */
export const lowestIdAt = (ms: number) => Types.ObjectId.createFromTime(Math.floor(ms / 1_000));
