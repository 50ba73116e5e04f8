import { Schema, type Types } from 'mongoose';
import type { PushKind } from '#libs/contracts';

/** Seconds for which it is known what was pushed. */
const KEPT_SECONDS = 7 * 86_400;

/** An entry of an inbox that is to be pushed to one device: stored with the entry, so that no kill loses it. */
export interface Push {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  deviceId: Types.ObjectId;
  notificationId: Types.ObjectId;
  kind: PushKind;
  /** A newer push of the same tag replaces it. */
  tag: string;
  /** The page that a click opens. */
  path: string;
  /** Later than the entry in quiet hours, and if it is only pushed to who has not read it. */
  dueAt: Date;
  /** When it is of no use any more. */
  expiresAt: Date;
  /** When it was sent, or it was known that it need not be; null until then. */
  doneAt: Date | null;
  createdAt: Date;
}

export const PUSH = 'Push';
const id = { type: Schema.Types.ObjectId, required: true };
const date = { type: Date, required: true };
export const pushSchema = new Schema<Push>(
  {
    userId: id,
    deviceId: id,
    notificationId: id,
    kind: { type: String, required: true },
    tag: { type: String, required: true },
    path: { type: String, required: true },
    dueAt: date,
    expiresAt: date,
    doneAt: { type: Date, default: null },
    createdAt: { ...date, expires: KEPT_SECONDS },
  },
  { collection: 'pushes', versionKey: false },
);
pushSchema.index({ doneAt: 1, dueAt: 1 });
pushSchema.index({ deviceId: 1, tag: 1, doneAt: 1 });
