import * as z from 'zod/mini';
import { farmDtoSchema } from './farms.js';
import { idSchema, timestampSchema } from './primitives.js';
import { productChangeSchema, productDtoSchema } from './products.js';
import {
  farmRatingChangeSchema,
  productRatingChangeSchema,
  reviewGoneSchema,
  reviewShownSchema,
} from './reviews.js';

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

/**
 * The payloads of the events that may be for everybody or for a product's shoppers. Apart from the registry, so that a
 * visitor's page loads the schemas of no other events.
 */
export const visitorPayloads = {
  'farm.changed': z.object({ farm: farmDtoSchema, wasApproved: z.boolean() }),
  'farm.rating-changed': farmRatingChangeSchema,
  'product.stock-changed': z.object({ change: productChangeSchema, before: productChangeSchema }),
  'product.rating-changed': productRatingChangeSchema,
  'product.changed': z.object({ product: productDtoSchema, public: z.boolean() }),
  'product.published': z.object({ product: productDtoSchema }),
  'review.posted': reviewShownSchema,
  'review.changed': reviewShownSchema,
  'review.removed': reviewGoneSchema,
};
export type VisitorEventName = keyof typeof visitorPayloads;

const headSchema = z.object({
  ...envelopeShape,
  name: z.enum(Object.keys(visitorPayloads) as [VisitorEventName, ...VisitorEventName[]]),
  payload: z.unknown(),
});

type Head = Omit<z.infer<typeof headSchema>, 'name' | 'payload'>;
/** One of the events that visitors receive. */
export type VisitorEvent<Name extends VisitorEventName = VisitorEventName> = {
  [N in Name]: Head & { name: N; payload: z.infer<(typeof visitorPayloads)[N]> };
}[Name];

/** Parses an event from a visitor's socket; throws zod's error when it is not one of `visitorPayloads`. */
export function parseVisitorEvent(data: unknown): VisitorEvent {
  const head = headSchema.parse(data);
  return { ...head, payload: visitorPayloads[head.name].parse(head.payload) } as VisitorEvent;
}
