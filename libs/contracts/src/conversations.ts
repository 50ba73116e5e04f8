import * as z from 'zod/mini';
import { MAX_LENGTH } from './max-length.js';
import type { HasTimeline, PartStatus } from './order-state.js';
import { uploadedPictureSchema } from './pictures.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  totalSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { textSchema } from './text.js';

/** Days after the hand-over or the end of a part for which its customer and its farm can write to each other. */
export const CONVERSATION_DAYS = 14;
/** Maximum number of pictures of a message. */
export const MAX_MESSAGE_PICTURES = 4;

/** The two sides of a conversation: a part's customer, and its farm with all who work there. */
export const conversationSideSchema = z.enum(['customer', 'farm']);
export type ConversationSide = z.infer<typeof conversationSideSchema>;

export const otherSide = (side: ConversationSide): ConversationSide =>
  side === 'customer' ? 'farm' : 'customer';

const ENDED: ReadonlySet<PartStatus> = new Set(['delivered', 'declined', 'cancelled']);

/** When the conversation about a part closes, in milliseconds since 1970; null while the part goes on. */
export function conversationClosesAt(
  part: HasTimeline<string | Date> & { readonly status: PartStatus },
): number | null {
  const last = part.timeline.at(-1);
  if (!last || !ENDED.has(part.status)) return null;
  return new Date(last.at).getTime() + CONVERSATION_DAYS * 86_400_000;
}

const bySide = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object({ customer: schema, farm: schema });

/** The conversation about one farm's part of an order; its id is the part's. */
export const conversationSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  /** The order's. */
  code: z.string(),
  farmId: idSchema,
  farmName: z.string(),
  customer: z.object({ _id: idSchema, name: z.string() }),
  /** How many messages of the other side each side has not read. */
  unread: bySide(totalSchema),
  /** The number of the last message that each side has read; 0 for none. */
  read: bySide(totalSchema),
  lastMessageAt: timestampSchema,
  version: versionSchema,
});
export type Conversation = z.infer<typeof conversationSchema>;

/** A message as a reader may see it. */
export const messageSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  partId: idSchema,
  /** 1 for the first of its conversation; grows by one with each. */
  number: z.int().check(z.gte(1)),
  from: conversationSideSchema,
  /** The name of who wrote it. */
  author: z.string(),
  /** Plain text with line breaks; empty for pictures alone, and after its removal. */
  text: z.string(),
  pictures: z.array(uploadedPictureSchema),
  sentAt: timestampSchema,
  /** When an admin removed it. */
  removedAt: z.nullable(timestampSchema),
  /** Whether the reader's side has reported it; false for its writer, and after its removal. */
  reported: z.boolean(),
  version: versionSchema,
});
export type Message = z.infer<typeof messageSchema>;

/** `POST /orders/:id/parts/:partId/messages`: by the part's customer or farm. */
export const sendMessageSchema = z
  .strictObject({
    text: z._default(textSchema(MAX_LENGTH.message, { lines: true, empty: true }), ''),
    /** Uploaded by the writer before, see `POST /uploads/pictures`. */
    pictures: z._default(
      z.array(urlSchema).check(
        z.maxLength(MAX_MESSAGE_PICTURES, `at most ${MAX_MESSAGE_PICTURES} pictures`),
        z.refine((urls) => new Set(urls).size === urls.length, 'each picture once'),
      ),
      [],
    ),
  })
  .check(
    z.refine(({ text, pictures }) => text !== '' || pictures.length > 0, {
      path: ['text'],
      error: 'must not be empty',
    }),
  );
export type SendMessage = z.infer<typeof sendMessageSchema>;

/** `GET /orders/:id/parts/:partId/messages`: newest first. */
export const messagesPageSchema = z.object({ messages: z.array(messageSchema), ...pageShape });
export type MessagesPage = z.infer<typeof messagesPageSchema>;

/** `PUT /orders/:id/parts/:partId/messages/read`: the messages up to this number. */
export const readMessagesSchema = z.strictObject({ number: z.int().check(z.gte(1)) });
export type ReadMessages = z.infer<typeof readMessagesSchema>;

/**
 * `GET /orders/:id/conversations`: those that have begun; for a farm its own, for an admin those with a reported
 * message. `GET /conversations/unread`: those with messages that the caller's side has not read.
 */
export const conversationsSchema = z.object({ conversations: z.array(conversationSchema) });
export type Conversations = z.infer<typeof conversationsSchema>;

/** `POST /orders/:id/parts/:partId/messages/:messageId/report`: by the other side, once. */
export const reportMessageSchema = z.strictObject({
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});
export type ReportMessage = z.infer<typeof reportMessageSchema>;

export const messageReportStatusSchema = z.enum(['open', 'removed', 'kept']);
export type MessageReportStatus = z.infer<typeof messageReportStatusSchema>;

/** A report of a message, for the side that reported it and for the admins. The id is the message's. */
export const messageReportSchema = z.object({
  _id: idSchema,
  message: messageSchema,
  code: z.string(),
  farmId: idSchema,
  farmName: z.string(),
  customer: z.object({ _id: idSchema, name: z.string() }),
  by: z.object({ side: conversationSideSchema, name: z.string() }),
  reason: z.string(),
  reportedAt: timestampSchema,
  status: messageReportStatusSchema,
  /** Null while it is open. */
  decision: z.nullable(z.object({ reason: z.string(), by: z.string(), at: timestampSchema })),
  version: versionSchema,
});
export type MessageReport = z.infer<typeof messageReportSchema>;

/** `PATCH /message-reports/:id`: an admin removes the message, or keeps it; once. */
export const decideMessageReportSchema = z.strictObject({
  /** The version that the caller saw; an older one is refused. */
  version: versionSchema,
  remove: z.boolean(),
  reason: textSchema(MAX_LENGTH.reason, { lines: true }),
});
export type DecideMessageReport = z.infer<typeof decideMessageReportSchema>;

/** `GET /message-reports` of the admins. */
export const messageReportsQuerySchema = z.strictObject({
  ...pageQueryShape,
  status: z._default(z.enum(['open', 'decided']), 'open'),
});
export type MessageReportsQuery = z.infer<typeof messageReportsQuerySchema>;
/** Newest message first, and how many of all are open. */
export const messageReportsPageSchema = z.object({
  reports: z.array(messageReportSchema),
  ...pageShape,
  open: totalSchema,
});
export type MessageReportsPage = z.infer<typeof messageReportsPageSchema>;

/** The other side gets a notification if it has read all messages before. */
export const messageSentSchema = z.object({
  message: messageSchema,
  conversation: conversationSchema,
});
/** `since`: the number of the message since which `side` had unread ones, which is that of its notification. */
export const messagesReadSchema = z.object({
  conversation: conversationSchema,
  side: conversationSideSchema,
  since: z.int().check(z.gte(1)),
});
