import * as z from 'zod/mini';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  textSchema,
  timestampSchema,
  versionSchema,
} from './primitives.js';
import { emailSchema } from './users.js';

/** What an entry of the inbox is about; screens choose a picture by it. */
export const notificationKindSchema = z.enum([
  'order.placed',
  'order.received',
  'order.accepted',
  'order.packed',
  'order.out_for_delivery',
  'order.ready_for_pickup',
  'order.delivered',
  'order.declined',
  'order.cancelled',
  'stock.low',
  'stock.sold_out',
  'product.taken-down',
  'product.approved',
  'product.refused',
  'account.active',
  'account.inactive',
  'account.suspended',
  'farm.created',
  'farm.approved',
  'farm.refused',
  'review.received',
  'review.replied',
  'review.hidden',
  'favourite.restocked',
  'favourite.picked',
]);
export type NotificationKind = z.infer<typeof notificationKindSchema>;

export const notificationSchema = z.object({
  _id: idSchema,
  kind: notificationKindSchema,
  title: z.string(),
  text: z.string(),
  /** What a person may want to look up, such as the lines of an order; often empty. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Where it leads: a path of the web app, and what the way there is called. */
  link: z.object({ path: z.string().check(z.startsWith('/')), label: z.string() }),
  readAt: z.nullable(timestampSchema),
  createdAt: timestampSchema,
});
export type NotificationDto = z.infer<typeof notificationSchema>;

/**
 * How many entries a person's inbox has, and how many of them are unread. `version` grows with every change of the inbox and is 0
 * before the first, so that a screen can drop a count that is older than the one it shows.
 */
export const inboxCountSchema = z.object({
  total: z.int().check(z.gte(0)),
  unread: z.int().check(z.gte(0)),
  version: z.int().check(z.gte(0)),
});
export type InboxCount = z.infer<typeof inboxCountSchema>;

/** `GET /inbox`, newest first. */
export const inboxPageSchema = z.object({
  notifications: z.array(notificationSchema),
  ...pageShape,
  ...inboxCountSchema.shape,
});
export type InboxPage = z.infer<typeof inboxPageSchema>;

/** Entries one call may mark as read by their ids. */
const MOST_READ_AT_ONCE = 100;

/** `POST /inbox/read`: these entries, or all there are; ids of no own entry change nothing. */
export const readInboxSchema = z.union([
  z.strictObject({
    ids: z.array(idSchema).check(z.minLength(1), z.maxLength(MOST_READ_AT_ONCE)),
  }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadInbox = z.infer<typeof readInboxSchema>;

/** What of an inbox was read; `ids` is null when it was everything there was. */
export const inboxReadSchema = z.object({
  userId: idSchema,
  ids: z.nullable(z.array(idSchema)),
  readAt: timestampSchema,
  inbox: inboxCountSchema,
});
export type InboxRead = z.infer<typeof inboxReadSchema>;

/** `POST /contact`. */
export const sendContactMessageSchema = z.strictObject({
  firstName: textSchema(80),
  lastName: textSchema(80),
  email: emailSchema,
  subject: textSchema(120),
  message: textSchema(4000),
  /** A field that people do not see; whoever fills it in is a program, and is thanked for nothing. */
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type SendContactMessage = z.infer<typeof sendContactMessageSchema>;

/** What the sender gets: the number to name when asking again, such as `FG-M-7K3Q9MXW`. */
export const contactReceiptSchema = z.object({ reference: z.string() });
export type ContactReceipt = z.infer<typeof contactReceiptSchema>;

export const contactStatusSchema = z.enum(['open', 'answered']);
export type ContactStatus = z.infer<typeof contactStatusSchema>;

export const contactMessageSchema = z.object({
  _id: idSchema,
  reference: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: emailSchema,
  subject: z.string(),
  message: z.string(),
  status: contactStatusSchema,
  createdAt: timestampSchema,
  version: versionSchema,
});
export type ContactMessageDto = z.infer<typeof contactMessageSchema>;

export const contactMessagesQuerySchema = z.strictObject({
  ...pageQueryShape,
  status: z.optional(contactStatusSchema),
});
export type ContactMessagesQuery = z.infer<typeof contactMessagesQuerySchema>;
export const contactMessagesPageSchema = z.object({
  messages: z.array(contactMessageSchema),
  ...pageShape,
});
export type ContactMessagesPage = z.infer<typeof contactMessagesPageSchema>;

/** `PATCH /contact-messages/:id`; an older version than the stored one is refused. */
export const changeContactStatusSchema = z.strictObject({
  status: contactStatusSchema,
  version: versionSchema,
});
export type ChangeContactStatus = z.infer<typeof changeContactStatusSchema>;
