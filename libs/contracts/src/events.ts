import * as z from 'zod/mini';
import { addressBookSchema } from './addresses.js';
import { analyticsChangeSchema, farmStatsChangeSchema } from './analytics.js';
import { auditEntrySchema } from './audit.js';
import { cartDtoSchema } from './carts.js';
import { holdEventSchema } from './checkout.js';
import { queueJobSchema } from './failed-jobs.js';
import { farmDtoSchema, ownFarmDtoSchema } from './farms.js';
import { favouriteNewsSchema, favouritesChangeSchema, productHarvestSchema } from './favourites.js';
import {
  contactMessageSchema,
  inboxCountSchema,
  inboxReadSchema,
  notificationSchema,
} from './notifications.js';
import { farmPartChangeSchema, orderDtoSchema, partStatusChangeSchema } from './orders.js';
import {
  ownProductDtoSchema,
  productCountsSchema,
  productModerationSchema,
  productStatusChangeSchema,
} from './own-products.js';
import { type Id, idSchema, timestampSchema } from './primitives.js';
import { productAlertSchema, productChangeSchema, productDtoSchema } from './products.js';
import {
  farmRatingChangeSchema,
  ownReviewChangeSchema,
  productRatingChangeSchema,
  reviewGoneSchema,
  reviewShownSchema,
} from './reviews.js';
import { type Room, rooms } from './rooms.js';
import { stockCheckSchema } from './stock-check.js';
import { userDtoSchema, userStatusSchema } from './users.js';

interface EventDefinition<Payload extends z.ZodMiniType> {
  readonly payload: Payload;
  /** Who receives it: the gateway sends it to these rooms and to nobody else. */
  readonly audience: (payload: z.infer<Payload>) => Room[];
  /** Whether the server handles it too (`@OnEvent`). The worker does not start where this is wrong. */
  readonly handled?: true;
}
/** Who watches a product: shoppers while they may see it, its farm, the admins. */
const aboutProduct = (about: { productId: Id; farmId: Id; public: boolean }): Room[] => [
  ...(about.public ? [rooms.product(about.productId)] : []),
  rooms.farm(about.farmId),
  rooms.admins(),
];

const define = <Payload extends z.ZodMiniType>(definition: EventDefinition<Payload>) => definition;

/**
 * Every domain event: its payload, its audience, and whether the server handles it. From this table come the outbox's
 * types, the socket's events on both ends and the web app's event table.
 */
export const events = {
  'user.registered': define({
    handled: true,
    payload: z.object({ user: userDtoSchema }),
    audience: () => [rooms.admins()],
  }),
  'user.status-changed': define({
    handled: true,
    payload: z.object({
      user: userDtoSchema,
      from: userStatusSchema,
      reason: z.nullable(z.string()),
    }),
    audience: ({ user }) => [rooms.user(user._id), rooms.admins()],
  }),
  /** Name, phone, picture or e-mail of a user are others now. */
  'user.changed': define({
    handled: true,
    payload: z.object({ user: userDtoSchema }),
    audience: ({ user }) => [rooms.user(user._id), rooms.admins()],
  }),
  'user.addresses-changed': define({
    payload: z.object({ userId: idSchema, book: addressBookSchema }),
    audience: ({ userId }) => [rooms.user(userId)],
  }),
  'farm.created': define({
    handled: true,
    payload: z.object({ farm: farmDtoSchema, ownerId: idSchema }),
    audience: ({ ownerId }) => [rooms.user(ownerId), rooms.admins()],
  }),
  /** Anything of a farm's page; everybody hears of a farm that sells, or did until now. */
  'farm.changed': define({
    handled: true,
    payload: z.object({ farm: farmDtoSchema, wasApproved: z.boolean() }),
    audience: ({ farm, wasApproved }) => [
      ...(farm.status === 'approved' || wasApproved ? [rooms.public()] : []),
      rooms.farm(farm._id),
      rooms.admins(),
    ],
  }),
  /** Beside every `farm.changed`: the same with what only its owner and the admins know, the reason of a decision. */
  'own-farm.changed': define({
    payload: z.object({ farm: ownFarmDtoSchema }),
    audience: ({ farm }) => [rooms.user(farm.ownerId), rooms.admins()],
  }),
  /** A farmer asked to sell, or an admin decided: with the reason, for those two only. */
  'farm.application-changed': define({
    handled: true,
    payload: z.object({ application: ownFarmDtoSchema }),
    audience: ({ application }) => [rooms.user(application.ownerId), rooms.admins()],
  }),
  'product.created': define({
    handled: true,
    payload: z.object({ product: ownProductDtoSchema }),
    audience: ({ product }) => [rooms.farm(product.farmId), rooms.admins()],
  }),
  /** Anything a shopper sees move: stock, price or status. */
  'product.stock-changed': define({
    handled: true,
    payload: z.object({ change: productChangeSchema, before: productChangeSchema }),
    audience: ({ change }) => [
      ...(change.public ? [rooms.product(change.productId)] : []),
      rooms.farm(change.farmId),
      rooms.admins(),
    ],
  }),
  /** The stock fell to the farm's limit, once per fall; goods held for a checkout still count as there. */
  'product.low-stock': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** Nothing that can be ordered is left, once per time. */
  'product.sold-out': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** There is something again after it was sold out, once per time. */
  'product.restocked': define({
    handled: true,
    payload: productAlertSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** There is a new harvest of a product that shoppers see. */
  'product.harvested': define({
    handled: true,
    payload: productHarvestSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** A product's stars are others now. */
  'product.rating-changed': define({
    payload: productRatingChangeSchema,
    audience: ({ change }) => aboutProduct(change),
  }),
  /** A farm's stars are others now; the version is the rating's own. */
  'farm.rating-changed': define({
    payload: farmRatingChangeSchema,
    audience: ({ farmId }) => [rooms.public(), rooms.farm(farmId), rooms.admins()],
  }),
  'review.posted': define({
    handled: true,
    payload: reviewShownSchema,
    audience: (payload) => aboutProduct({ ...payload.review, public: payload.public }),
  }),
  /** Other words, a reply, or back in view. */
  'review.changed': define({
    payload: reviewShownSchema,
    audience: (payload) => aboutProduct({ ...payload.review, public: payload.public }),
  }),
  /** Deleted, or taken from view. */
  'review.removed': define({
    payload: reviewGoneSchema,
    audience: (gone) => aboutProduct(gone),
  }),
  /** Each step of a review, as its writer and the admins may know it. */
  'own-review.changed': define({
    handled: true,
    payload: ownReviewChangeSchema,
    audience: ({ review }) => [rooms.user(review.customerId), rooms.admins()],
  }),
  /** Goods are kept for a customer at checkout. */
  'hold.created': define({
    payload: holdEventSchema,
    audience: ({ customerId }) => [rooms.user(customerId)],
  }),
  /** They are kept no longer; `hold.status` says why. */
  'hold.closed': define({
    payload: holdEventSchema,
    audience: ({ customerId }) => [rooms.user(customerId)],
  }),
  /** The stock ledger was held against the products. */
  'stock.checked': define({
    payload: stockCheckSchema,
    audience: () => [rooms.admins()],
  }),
  'favourites.changed': define({
    payload: favouritesChangeSchema,
    audience: ({ customerId }) => [rooms.user(customerId)],
  }),
  /** For the inboxes of the customers it names, of whom nobody but an admin may know. */
  'favourites.news': define({
    handled: true,
    payload: favouriteNewsSchema,
    audience: () => [rooms.admins()],
  }),
  /** What only its farm and the admins know, stock to the last unit: beside every change of a product. */
  'product.counted': define({
    payload: z.object({ counts: productCountsSchema }),
    audience: ({ counts }) => [rooms.farm(counts.farmId), rooms.admins()],
  }),
  /** Anything else of a product: its words, pictures, dates. `public`: whether shoppers may see it, or did until now. */
  'product.changed': define({
    payload: z.object({ product: productDtoSchema, public: z.boolean() }),
    audience: ({ product, public: seen }) => [
      ...(seen ? [rooms.product(product._id)] : []),
      rooms.farm(product.farmId),
      rooms.admins(),
    ],
  }),
  /** A product took a step of its life: whole, so that lists by status can take it in. */
  'product.status-changed': define({
    payload: productStatusChangeSchema,
    audience: ({ product }) => [rooms.farm(product.farmId), rooms.admins()],
  }),
  /** Shoppers see a product from now on: for everybody, because nobody can have asked for it before. */
  'product.published': define({
    payload: z.object({ product: productDtoSchema }),
    audience: () => [rooms.public()],
  }),
  /** An admin took a farm's product down, or answered its wish to be published. */
  'product.moderated': define({
    handled: true,
    payload: productModerationSchema,
    audience: ({ farmId }) => [rooms.farm(farmId), rooms.admins()],
  }),
  'cart.changed': define({
    payload: z.object({ customerId: idSchema, cart: cartDtoSchema }),
    audience: ({ customerId }) => [rooms.user(customerId)],
  }),
  /** The whole order: for the customer and the admins only. */
  'order.placed': define({
    handled: true,
    payload: z.object({ order: orderDtoSchema }),
    audience: ({ order }) => [rooms.user(order.customer._id), rooms.admins()],
  }),
  /** The same order as one farm may see it. */
  'order.part-placed': define({
    handled: true,
    payload: z.object({ order: orderDtoSchema, farmId: idSchema }),
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** With the totals of the whole order: for the customer and the admins only. */
  'order.part-status-changed': define({
    handled: true,
    payload: partStatusChangeSchema,
    audience: ({ customerId }) => [rooms.user(customerId), rooms.admins()],
  }),
  /** The same change as the part's farm may know it. */
  'order.part-moved': define({
    handled: true,
    payload: farmPartChangeSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  'analytics.changed': define({
    payload: analyticsChangeSchema,
    audience: () => [rooms.admins()],
  }),
  /** What a farm has to do, or what it sold on a day. */
  'farm.stats-changed': define({
    payload: farmStatsChangeSchema,
    audience: ({ farmId }) => [rooms.farm(farmId)],
  }),
  /** A job has given up, of whatever queue. */
  'job.failed': define({
    payload: z.object({ job: queueJobSchema }),
    audience: () => [rooms.admins()],
  }),
  /** A new entry in somebody's inbox, and the unread count with it. */
  'inbox.added': define({
    payload: z.object({
      userId: idSchema,
      notification: notificationSchema,
      inbox: inboxCountSchema,
    }),
    audience: ({ userId }) => [rooms.user(userId)],
  }),
  'inbox.read': define({
    payload: inboxReadSchema,
    audience: ({ userId }) => [rooms.user(userId)],
  }),
  'contact.received': define({
    payload: z.object({ message: contactMessageSchema }),
    audience: () => [rooms.admins()],
  }),
  'contact.status-changed': define({
    payload: z.object({ message: contactMessageSchema }),
    audience: () => [rooms.admins()],
  }),
  /** An admin, or the system itself, did something to what is not theirs. */
  'audit.recorded': define({
    payload: z.object({ entry: auditEntrySchema }),
    audience: () => [rooms.admins()],
  }),
};

export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;

/** What surrounds a payload on its way. `version` is the aggregate's after the change. */
const envelopeShape = {
  id: idSchema,
  occurredAt: timestampSchema,
  aggregateId: z.string(),
  version: z.int().check(z.gte(0)),
  /** The request (or job) that caused it, for tracing. */
  correlationId: z.string(),
  /** The user who caused it; null for the system itself. */
  actorId: z.nullable(idSchema),
};

/** An event of one name, or of any. */
export type DomainEvent<Name extends EventName = EventName> = {
  [N in Name]: {
    id: string;
    name: N;
    occurredAt: string;
    aggregateId: string;
    version: number;
    correlationId: string;
    actorId: string | null;
    payload: EventPayload<N>;
  };
}[Name];

const headSchema = z.object({
  ...envelopeShape,
  name: z.enum(eventNames as [EventName, ...EventName[]]),
  payload: z.unknown(),
});

/** Parses an event from the log, a socket or storage; throws zod's error when it is not one of `events`. */
export function parseEvent(data: unknown): DomainEvent {
  const head = headSchema.parse(data);
  return { ...head, payload: events[head.name].payload.parse(head.payload) } as DomainEvent;
}

/** Who receives this event. */
export function audienceOf(event: DomainEvent): Room[] {
  const { audience } = events[event.name] as EventDefinition<z.ZodMiniType>;
  return audience(event.payload);
}

/** Whether handlers on the server wait for events of this name. */
export const hasHandlers = (name: EventName): boolean =>
  (events[name] as EventDefinition<z.ZodMiniType>).handled === true;
