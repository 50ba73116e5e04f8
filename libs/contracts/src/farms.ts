import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { daySchema, enteredMomentSchema } from './days.js';
import { MAX_ENTRIES, MAX_LENGTH } from './max-length.js';
import { ordersFateSchema } from './orders-fate.js';
import { pictureSchema } from './pictures.js';
import {
  idListSchema,
  idSchema,
  pageQueryShape,
  pageShape,
  searchTextSchema,
  timestampSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { ratingSummarySchema } from './ratings.js';
import { textSchema } from './text.js';

export const farmStatusSchema = z.enum(['pending', 'approved', 'refused']);
export type FarmStatus = z.infer<typeof farmStatusSchema>;

export const fulfilmentSchema = z.enum(['delivery', 'pickup']);
export type Fulfilment = z.infer<typeof fulfilmentSchema>;

export const slugSchema = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(80));

/** A farm's minimum order, in dollars of its goods, by fulfilment; 0 is no minimum. */
const minimumSchema = dollarsSchema.check(z.gte(0), z.lte(10_000));
export const minimumOrderSchema = z.strictObject({
  delivery: minimumSchema,
  pickup: minimumSchema,
});

/** Pickup information for customers, besides the name of the place. */
export const pickupDetailsSchema = z.strictObject({
  address: textSchema(MAX_LENGTH.pickup, { empty: true }),
  /** When somebody is there, in the farm's words. */
  opening: textSchema(MAX_LENGTH.pickup, { lines: true, empty: true }),
  /** For a link to a map, in degrees. */
  location: z.nullable(
    z.strictObject({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
    }),
  ),
});
export type PickupDetails = z.infer<typeof pickupDetailsSchema>;

export const certificateSchema = z.strictObject({
  name: textSchema(MAX_LENGTH.certification),
  issuer: textSchema(MAX_LENGTH.certification),
  number: z.nullable(textSchema(MAX_LENGTH.certificateNumber)),
  /** The last day of validity; null if it does not expire. */
  validUntil: z.nullable(daySchema),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** The farm sells nothing before `until`; `message` is for customers. */
export const holidaySchema = z.object({
  until: timestampSchema,
  message: z.nullable(z.string()),
});
export type Holiday = z.infer<typeof holidaySchema>;

/** A farm's cover photo in an edit: the URL of an upload, and its alternative text. */
export const farmCoverSchema = z.strictObject({ url: urlSchema, alt: textSchema(MAX_LENGTH.alt) });

export const farmDtoSchema = z.object({
  _id: idSchema,
  slug: slugSchema,
  name: z.string(),
  tagline: z.string(),
  story: z.string(),
  practices: z.array(z.string()),
  certification: z.nullable(z.string()),
  /** A drawing for tiles and lists; every farm has one. */
  image: urlSchema,
  /** A photo in several sizes for the storefront; null while the farm has uploaded none. */
  cover: z.nullable(pictureSchema),
  city: z.string(),
  state: z.string(),
  /** How a customer can get the goods; never empty for an approved farm. */
  fulfilment: z.array(fulfilmentSchema),
  pickupPlace: z.nullable(z.string()),
  pickupDetails: z.nullable(pickupDetailsSchema),
  /** Those valid today; all of them for the owner and the admins. */
  certificates: z.array(certificateSchema),
  /** Null while there are fewer than `FARM_RATING_MIN_REVIEWS` reviews. */
  rating: z.nullable(ratingSummarySchema),
  /** Grows with every change of the rating, independently of `version`. */
  ratingVersion: z.int().check(z.gte(0)),
  /** Null while the farm is open. */
  holiday: z.nullable(holidaySchema),
  minimumOrder: minimumOrderSchema,
  /** Refuses cash; without effect where nobody takes cards. */
  cardsOnly: z._default(z.boolean(), false),
  status: farmStatusSchema,
  version: versionSchema,
});
export type FarmDto = z.infer<typeof farmDtoSchema>;

/**
 * `GET /farms`: the approved farms, newest first; with `q`, those whose name or place matches, best first; with
 * `ids`, only those, on one page in no particular order.
 */
export const farmsQuerySchema = z.strictObject({
  ...pageQueryShape,
  q: z.optional(searchTextSchema),
  ids: z.optional(idListSchema),
});
export type FarmsQuery = z.infer<typeof farmsQuerySchema>;
export const farmsPageSchema = z.object({ farms: z.array(farmDtoSchema), ...pageShape });
export type FarmsPage = z.infer<typeof farmsPageSchema>;

/** A farm as its owner and the admins see it. */
export const ownFarmDtoSchema = z.object({
  ...farmDtoSchema.shape,
  ownerId: idSchema,
  /** When the farmer last asked to sell; null until then. */
  appliedAt: z.nullable(timestampSchema),
  /** The admin's reason for the last decision. */
  decisionReason: z.nullable(z.string()),
});
export type OwnFarmDto = z.infer<typeof ownFarmDtoSchema>;

/** A farmer's edit of their farm; absent fields keep their value. */
export const updateFarmSchema = z.strictObject({
  version: versionSchema,
  name: z.optional(textSchema(MAX_LENGTH.farmName)),
  tagline: z.optional(textSchema(MAX_LENGTH.tagline, { empty: true })),
  story: z.optional(textSchema(MAX_LENGTH.story, { lines: true, empty: true })),
  practices: z.optional(
    z.array(textSchema(MAX_LENGTH.practice)).check(z.maxLength(MAX_ENTRIES.practices)),
  ),
  certification: z.optional(z.nullable(textSchema(MAX_LENGTH.certification))),
  /** From `POST /uploads/pictures`; null removes it. */
  cover: z.optional(z.nullable(farmCoverSchema)),
  city: z.optional(textSchema(MAX_LENGTH.city, { empty: true })),
  state: z.optional(textSchema(MAX_LENGTH.state, { empty: true })),
  fulfilment: z.optional(
    z
      .array(fulfilmentSchema)
      .check(z.refine((ways) => new Set(ways).size === ways.length, 'must not contain duplicates')),
  ),
  pickupPlace: z.optional(z.nullable(textSchema(MAX_LENGTH.pickup))),
  pickupDetails: z.optional(z.nullable(pickupDetailsSchema)),
  certificates: z.optional(z.array(certificateSchema).check(z.maxLength(MAX_ENTRIES.certificates))),
  minimumOrder: z.optional(minimumOrderSchema),
  cardsOnly: z.optional(z.boolean()),
});
export type UpdateFarm = z.infer<typeof updateFarmSchema>;

/** Maximum length of a farm's holiday, in days. */
export const HOLIDAY_MAX_DAYS = 365;

/** `POST /farms/mine/holiday`: the farm sells nothing before `until`, and then reopens by itself. */
export const startHolidaySchema = z.strictObject({
  version: versionSchema,
  /** In the future, at most {@link HOLIDAY_MAX_DAYS} days ahead. */
  until: enteredMomentSchema,
  message: z.optional(z.nullable(textSchema(MAX_LENGTH.holidayMessage, { lines: true }))),
  /** Required if slots before its end have orders. */
  fate: z.optional(ordersFateSchema),
});
export type StartHoliday = z.infer<typeof startHolidaySchema>;

const decisionShape = { version: versionSchema };
/** An admin's decision whether a farm may sell; a refusal needs a reason. */
export const decideFarmSchema = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approved'),
    reason: z.optional(textSchema(MAX_LENGTH.reason, { lines: true })),
    ...decisionShape,
  }),
  z.strictObject({
    decision: z.literal('refused'),
    reason: textSchema(MAX_LENGTH.reason, { lines: true }),
    ...decisionShape,
  }),
]);
export type DecideFarm = z.infer<typeof decideFarmSchema>;

export const farmApplicationsQuerySchema = z.strictObject({
  ...pageQueryShape,
  /** Pending applications if absent. */
  status: z._default(farmStatusSchema, 'pending'),
});
export type FarmApplicationsQuery = z.infer<typeof farmApplicationsQuerySchema>;
export const farmApplicationsPageSchema = z.object({
  applications: z.array(ownFarmDtoSchema),
  ...pageShape,
});
export type FarmApplicationsPage = z.infer<typeof farmApplicationsPageSchema>;
