import * as z from 'zod/mini';
import { define, rooms } from './event-definition.js';
import { farmDtoSchema } from './farms.js';
import { idSchema, timestampSchema } from './primitives.js';
import { productChangeSchema, productDtoSchema } from './products.js';
import {
  farmRatingChangeSchema,
  productRatingChangeSchema,
  reviewGoneSchema,
  reviewShownSchema,
} from './reviews.js';
import { farmCalendarSchema, slotDtoSchema } from './schedules.js';

/** The envelope of every payload. `version` is the aggregate's after the change. */
export const envelopeShape = {
  id: idSchema,
  occurredAt: timestampSchema,
  aggregateId: z.string(),
  version: z.int().check(z.gte(0)),
  /** The request (or job) that caused it, for tracing. */
  correlationId: z.string(),
  /** The user who caused it; null for the system itself. */
  actorId: z.nullable(idSchema),
};

// These names become the words of docs/flows/events.md.
const {
  admins,
  calendar: calendarWatchers,
  farm: theFarm,
  product: shoppers,
  public: everybody,
} = rooms;

/**
 * Events whose audience may be everybody, a product's shoppers, or those who watch a farm's calendar. Kept apart so that a visitor's page loads no other
 * schemas.
 */
export const visitorEvents = {
  /**
   * A farm's page changes: its owner edits it, an admin decides, or a holiday begins or ends. `wasApproved`: before
   * the change.
   */
  'farm.changed': define({
    handled: true,
    payload: z.object({ farm: farmDtoSchema, wasApproved: z.boolean() }),
    audience: ({ farm, wasApproved }) => [
      (farm.status === 'approved' || wasApproved) && everybody(),
      theFarm(farm._id),
      admins(),
    ],
  }),
  /**
   * A review that counts towards the farm's rating is added, edited, hidden, shown again or deleted. The version is
   * the rating's own.
   */
  'farm.rating-changed': define({
    payload: farmRatingChangeSchema,
    audience: ({ farmId }) => [everybody(), theFarm(farmId), admins()],
  }),
  /**
   * A farm's schedules change, its calendar has further days, or a day opens: the whole calendar. `public`: the farm is approved.
   * The version is the calendar's.
   */
  'calendar.changed': define({
    payload: z.object({ calendar: farmCalendarSchema, public: z.boolean() }),
    audience: ({ calendar, public: isPublic }) => [
      isPublic && calendarWatchers(calendar.farmId),
      theFarm(calendar.farmId),
      admins(),
    ],
  }),
  /** A place of a slot is taken or freed, or the slot is closed, reopened or withdrawn. */
  'slot.changed': define({
    payload: z.object({ slot: slotDtoSchema, public: z.boolean() }),
    audience: ({ slot, public: isPublic }) => [
      isPublic && calendarWatchers(slot.farmId),
      theFarm(slot.farmId),
      admins(),
    ],
  }),
  /** The stock, price or status of a product changes. */
  'product.stock-changed': define({
    // Most sales change neither, and so no figure.
    handled: ({ change, before }) =>
      change.status !== before.status || change.stock !== before.stock,
    payload: z.object({ change: productChangeSchema, before: productChangeSchema }),
    audience: ({ change }) => [
      change.public && shoppers(change.productId),
      theFarm(change.farmId),
      admins(),
    ],
  }),
  /** A review that counts towards the product's rating is added, edited, hidden, shown again or deleted. */
  'product.rating-changed': define({
    payload: productRatingChangeSchema,
    audience: ({ change }) => [
      change.public && shoppers(change.productId),
      theFarm(change.farmId),
      admins(),
    ],
  }),
  /** The words, pictures or dates of a product change. `public`: shoppers see it, or did until now. */
  'product.changed': define({
    payload: z.object({ product: productDtoSchema, public: z.boolean() }),
    audience: ({ product, public: isPublic }) => [
      isPublic && shoppers(product._id),
      theFarm(product.farmId),
      admins(),
    ],
  }),
  /** Shoppers see a product from now on. For everybody: no page can be watching it yet. */
  'product.published': define({
    payload: z.object({ product: productDtoSchema }),
    audience: () => [everybody()],
  }),
  /** A customer reviews a product that has arrived. */
  'review.posted': define({
    handled: true,
    payload: reviewShownSchema,
    audience: ({ review, public: isPublic }) => [
      isPublic && shoppers(review.productId),
      theFarm(review.farmId),
      admins(),
    ],
  }),
  /** A review is edited, gets a reply or is shown again. */
  'review.changed': define({
    payload: reviewShownSchema,
    audience: ({ review, public: isPublic }) => [
      isPublic && shoppers(review.productId),
      theFarm(review.farmId),
      admins(),
    ],
  }),
  /** A review is deleted or hidden. */
  'review.removed': define({
    payload: reviewGoneSchema,
    audience: ({ productId, farmId, public: isPublic }) => [
      isPublic && shoppers(productId),
      theFarm(farmId),
      admins(),
    ],
  }),
};
export type VisitorEventName = keyof typeof visitorEvents;

const headSchema = z.object({
  ...envelopeShape,
  name: z.enum(Object.keys(visitorEvents) as [VisitorEventName, ...VisitorEventName[]]),
  payload: z.unknown(),
});

type Head = Omit<z.infer<typeof headSchema>, 'name' | 'payload'>;
/** One of the events that visitors receive. */
export type VisitorEvent<Name extends VisitorEventName = VisitorEventName> = {
  [N in Name]: Head & { name: N; payload: z.infer<(typeof visitorEvents)[N]['payload']> };
}[Name];

/** Parses an event from a visitor's socket; throws zod's error when it is not one of `visitorEvents`. */
export function parseVisitorEvent(data: unknown): VisitorEvent {
  const head = headSchema.parse(data);
  return { ...head, payload: visitorEvents[head.name].payload.parse(head.payload) } as VisitorEvent;
}
