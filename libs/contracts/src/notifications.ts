import * as z from 'zod/mini';
import { emailSchema } from './contact-data.js';
import { MAX_LENGTH } from './max-length.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  versionSchema,
} from './primitives.js';
import { textSchema } from './text.js';

/** What a notification is about; screens choose its icon by it. */
export const notificationKindSchema = z.enum([
  'order.placed',
  'order.received',
  'order.closing',
  'order.reminder',
  'order.unpaid',
  'order.settled',
  'order.accepted',
  'order.packed',
  'order.out_for_delivery',
  'order.ready_for_pickup',
  'order.delivered',
  'order.declined',
  'order.cancelled',
  'order.changed',
  'order.short',
  'problem.reported',
  'problem.answered',
  'message.received',
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
  'payout.returned',
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
  /** Facts to look up, such as the lines of an order; often empty. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Where it links to: a path of the web app, and the link's label. */
  link: z.object({ path: z.string().check(z.startsWith('/')), label: z.string() }),
  readAt: z.nullable(timestampSchema),
  /** When what it says happened. */
  createdAt: timestampSchema,
  /** When it came into the inbox: later, if its event was handled late. */
  addedAt: timestampSchema,
});
export type NotificationDto = z.infer<typeof notificationSchema>;

/**
 * How many entries a user's inbox has, and how many are unread. `version` grows with every change and is 0 before the
 * first, so that a screen can ignore a count older than the one it shows.
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

/** Maximum number of ids in one request. */
const MAX_READ_AT_ONCE = 100;

/** `POST /inbox/read`: these entries, or all; ids of other users' entries are ignored. */
export const readInboxSchema = z.union([
  z.strictObject({
    ids: z.array(idSchema).check(z.minLength(1), z.maxLength(MAX_READ_AT_ONCE)),
  }),
  z.strictObject({ all: z.literal(true) }),
]);
export type ReadInbox = z.infer<typeof readInboxSchema>;

/** The entries that were read; `ids` is null for all of them. */
export const inboxReadSchema = z.object({
  userId: idSchema,
  ids: z.nullable(z.array(idSchema)),
  readAt: timestampSchema,
  inbox: inboxCountSchema,
});
export type InboxRead = z.infer<typeof inboxReadSchema>;

/** `POST /contact`. */
export const sendContactMessageSchema = z.strictObject({
  firstName: textSchema(MAX_LENGTH.personName),
  lastName: textSchema(MAX_LENGTH.personName),
  email: emailSchema,
  subject: textSchema(MAX_LENGTH.contactSubject),
  message: textSchema(MAX_LENGTH.contactMessage, { lines: true }),
  /** A honeypot that people do not see: a value means a bot, whose message is answered as usual and dropped. */
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type SendContactMessage = z.infer<typeof sendContactMessageSchema>;

/** The sender's reference number, such as `FG-M-7K3Q9MXW`. */
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
