import { createHash } from 'node:crypto';
import { Schema, Types } from 'mongoose';
import { deviceIdOf, type PushDto, type PushKind, type QuietHours } from '#libs/contracts';

/** A browser that gets pushes. */
export interface PushDevice {
  /** Follows from the endpoint, so that a browser has one device. */
  _id: Types.ObjectId;
  /** Its address at its push service. */
  endpoint: string;
  p256dh: string;
  auth: string;
  name: string;
  kinds: PushKind[];
  /** The session that turned it on, with which it ends; null if the identity provider has none. */
  sessionId: string | null;
  since: Date;
}

/** A person's devices, newest first, and when they are quiet; bounded, so it is one document. */
export interface PushBook {
  /** The user's id. */
  _id: Types.ObjectId;
  devices: PushDevice[];
  quiet: QuietHours | null;
  version: number;
}

export const PUSH_BOOK = 'PushBook';
const text = { type: String, required: true };
export const pushBookSchema = new Schema<PushBook>(
  {
    devices: {
      type: [
        new Schema<PushDevice>(
          {
            _id: { type: Schema.Types.ObjectId, required: true },
            endpoint: text,
            p256dh: text,
            auth: text,
            name: text,
            kinds: { type: [String], required: true },
            sessionId: { type: String, default: null },
            since: { type: Date, required: true },
          },
          { _id: false },
        ),
      ],
      default: [],
    },
    quiet: {
      type: new Schema<QuietHours>({ from: text, to: text }, { _id: false }),
      default: null,
    },
    version: { type: Number, required: true },
  },
  { collection: 'pushBooks', versionKey: false },
);
pushBookSchema.index({ 'devices._id': 1 });
pushBookSchema.index({ 'devices.sessionId': 1 });

export const endpointId = (endpoint: string): Types.ObjectId =>
  new Types.ObjectId(deviceIdOf(createHash('sha256').update(endpoint).digest('hex')));

export function toPushDto({ devices, quiet, version }: PushBook): PushDto {
  return {
    devices: devices.map(({ _id, name, kinds, since }) => ({
      _id: _id.toString(),
      name,
      kinds,
      since: since.toISOString(),
    })),
    quiet,
    version,
  };
}
