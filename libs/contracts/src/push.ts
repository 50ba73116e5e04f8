import * as z from 'zod/mini';
import { idSchema, timestampSchema } from './primitives.js';
import { clockSchema } from './schedules.js';
import { textSchema } from './text.js';

/** What a device can be told of; which of them somebody gets follows from what they do. */
export const pushKindSchema = z.enum([
  'order-received',
  'order-changed',
  'order-short',
  'order-ready',
  'cut-off',
  'reminder',
  'message',
]);
export type PushKind = z.infer<typeof pushKindSchema>;

/** The kinds that concern a customer, and those that concern an owner of a farm. */
export const PUSH_KINDS = {
  customer: ['order-changed', 'order-short', 'order-ready', 'cut-off', 'reminder', 'message'],
  farmer: ['order-received', 'order-changed', 'message'],
} as const satisfies Readonly<Record<string, readonly PushKind[]>>;

/** The most devices of one person. */
export const PUSH_DEVICES_MAX = 10;

const ENDPOINT_MAX = 1_000;
const DEVICE_NAME_MAX = 80;

const ownKindsSchema = z.array(pushKindSchema).check(
  z.minLength(1),
  z.refine((kinds) => new Set(kinds).size === kinds.length, 'must not repeat a kind'),
);

/** `PUT /push/devices`: a browser's subscription at its push service, and what to send there. */
export const pushDeviceRequestSchema = z.strictObject({
  endpoint: z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be a URL'), z.maxLength(ENDPOINT_MAX)),
  keys: z.strictObject({
    /** The browser's public key: an uncompressed point of P-256, 65 bytes in base64url. */
    p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, 'must be a key of 65 bytes')),
    /** 16 bytes in base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/, 'must be a secret of 16 bytes')),
  }),
  name: textSchema(DEVICE_NAME_MAX),
  kinds: ownKindsSchema,
});
export type PushDeviceRequest = z.infer<typeof pushDeviceRequestSchema>;

/** When nothing is sent, in the market's time zone; it ends the next day if `to` is before `from`. */
export const quietHoursSchema = z
  .strictObject({ from: clockSchema, to: clockSchema })
  .check(z.refine(({ from, to }) => from !== to, { path: ['to'], error: 'must be another time' }));
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** `PUT /push/quiet-hours`. */
export const setQuietHoursSchema = z.strictObject({ quiet: z.nullable(quietHoursSchema) });
export type SetQuietHours = z.infer<typeof setQuietHoursSchema>;

/** `GET /push`: a person's devices, newest first. Their addresses at the push services are in no answer. */
export const pushDtoSchema = z.object({
  devices: z.array(
    z.object({
      /** The beginning of the SHA-256 of its endpoint, by which a browser knows its own. */
      _id: idSchema,
      name: z.string(),
      kinds: z.array(pushKindSchema),
      since: timestampSchema,
    }),
  ),
  quiet: z.nullable(quietHoursSchema),
  version: z.int().check(z.gte(0)),
});
export type PushDto = z.infer<typeof pushDtoSchema>;

/** The id of a device: the first 24 hexadecimal digits of the SHA-256 of its endpoint. */
export const deviceIdOf = (sha256: string): string => sha256.slice(0, 24);

/** What the service worker gets, encrypted: at most some hundred bytes more than its texts. */
export const pushMessageSchema = z.object({
  /** The notification of the inbox that it shows; one that comes twice is shown once. */
  id: idSchema,
  /** A newer one replaces what is shown under the same tag. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** The page that a click opens. */
  path: z.string().check(z.startsWith('/'), z.regex(/^\/(?!\/)/)),
  /** When it came into the inbox. */
  at: timestampSchema,
  /** How many entries of the inbox are unread. */
  unread: z.int().check(z.gte(0)),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
