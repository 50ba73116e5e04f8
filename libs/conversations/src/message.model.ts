import { Schema, type Types } from 'mongoose';
import {
  type ConversationSide,
  type Message as MessageDto,
  type MessageReport as MessageReportDto,
  type MessageReportStatus,
  otherSide,
  type UploadedPicture,
} from '#libs/contracts';
import type { Conversation } from './conversation.model.js';

interface Person {
  userId: Types.ObjectId;
  name: string;
}

/** The report of a message by the other side, and what an admin decided. */
interface Report {
  by: Person;
  reason: string;
  at: Date;
  status: MessageReportStatus;
  /** Whether nobody has decided yet; stored for the lists. */
  open: boolean;
  decision: { by: Person; reason: string; at: Date } | null;
  version: number;
}

/** A message of a conversation. What an admin removed stays stored, and only admins see it. */
export interface Message {
  _id: Types.ObjectId;
  conversationId: Types.ObjectId;
  orderId: Types.ObjectId;
  /** 1 for the first of its conversation. */
  number: number;
  from: ConversationSide;
  author: Person;
  text: string;
  pictures: UploadedPicture[];
  sentAt: Date;
  removedAt: Date | null;
  report: Report | null;
  version: number;
}
export type ReportedMessage = Message & { report: Report };

export const MESSAGE = 'Message';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const date = { type: Date, required: true } as const;
const person = { userId: id, name: text };
const part = (shape: object) => ({ type: new Schema(shape, { _id: false }), default: null });
export const messageSchema = new Schema<Message>(
  {
    conversationId: id,
    orderId: id,
    number,
    from: text,
    author: person,
    text: { type: String, default: '' },
    pictures: { type: Schema.Types.Mixed, required: true },
    sentAt: date,
    removedAt: { type: Date, default: null },
    report: part({
      by: person,
      reason: text,
      at: date,
      status: text,
      open: { type: Boolean, required: true },
      decision: part({ by: person, reason: text, at: date }),
      version: number,
    }),
    version: number,
  },
  { collection: 'messages', versionKey: false },
);
messageSchema.index({ conversationId: 1, number: -1 }, { unique: true });
messageSchema.index({ conversationId: 1, from: 1, number: -1 });
messageSchema.index({ 'author.userId': 1, _id: -1 });
messageSchema.index(
  { 'report.open': 1, _id: -1 },
  { partialFilterExpression: { 'report.open': { $exists: true } } },
);

/** A message as a side may see it, or as both may see it from an event. */
export function toMessage(message: Message, reader: ConversationSide | null): MessageDto {
  const isRemoved = message.removedAt !== null;
  const isReported = message.report !== null && reader === otherSide(message.from);
  return {
    ...shown(message),
    ...(isRemoved && { text: '', pictures: [] }),
    reported: isReported && !isRemoved,
  };
}

const shown = (message: Message): Omit<MessageDto, 'reported'> => ({
  _id: message._id.toString(),
  orderId: message.orderId.toString(),
  partId: message.conversationId.toString(),
  number: message.number,
  from: message.from,
  author: message.author.name,
  text: message.text,
  pictures: message.pictures,
  sentAt: message.sentAt.toISOString(),
  removedAt: message.removedAt?.toISOString() ?? null,
  version: message.version,
});

/** A report with its message as it was sent, also after its removal. */
export function toMessageReport(
  message: ReportedMessage,
  { code, farmId, farmName, customer }: Conversation,
): MessageReportDto {
  const { by, reason, at, status, decision, version } = message.report;
  return {
    _id: message._id.toString(),
    message: { ...shown(message), reported: message.removedAt === null },
    code,
    farmId: farmId.toString(),
    farmName,
    customer: { _id: customer._id.toString(), name: customer.name },
    by: { side: otherSide(message.from), name: by.name },
    reason,
    reportedAt: at.toISOString(),
    status,
    decision: decision && {
      reason: decision.reason,
      by: decision.by.name,
      at: decision.at.toISOString(),
    },
    version,
  };
}
