import { Schema, type Types } from 'mongoose';
import type { Conversation as ConversationDto, ConversationSide } from '#libs/contracts';

/** What each side has read of a conversation. */
interface Reader {
  /** Messages of the other side that it has not read. */
  unread: number;
  /** The number of the last message that it has read; 0 for none. */
  read: number;
  /** The number of the message since which some were unread, of which it was notified; null if none is. */
  since: number | null;
}

/** The conversation about one farm's part of an order, with the state of its two readers. */
export interface Conversation {
  /** The part's id. */
  _id: Types.ObjectId;
  orderId: Types.ObjectId;
  code: string;
  farmId: Types.ObjectId;
  farmName: string;
  customer: { _id: Types.ObjectId; name: string };
  /** How many messages it has. */
  messages: number;
  readers: Record<ConversationSide, Reader>;
  lastMessageAt: Date;
  /** Whether a message was ever reported, so that admins may read it. */
  reported: boolean;
  version: number;
}

export const CONVERSATION = 'Conversation';
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;
const reader = { unread: number, read: number, since: { type: Number, default: null } };
export const conversationSchema = new Schema<Conversation>(
  {
    orderId: id,
    code: text,
    farmId: id,
    farmName: text,
    customer: { _id: id, name: text },
    messages: number,
    readers: { customer: reader, farm: reader },
    lastMessageAt: { type: Date, required: true },
    reported: { type: Boolean, default: false },
    version: number,
  },
  { collection: 'conversations', versionKey: false },
);
conversationSchema.index({ orderId: 1, _id: 1 });
// Those with unread messages, which are few.
conversationSchema.index(
  { 'customer._id': 1, lastMessageAt: -1 },
  { partialFilterExpression: { 'readers.customer.unread': { $gt: 0 } } },
);
conversationSchema.index(
  { farmId: 1, lastMessageAt: -1 },
  { partialFilterExpression: { 'readers.farm.unread': { $gt: 0 } } },
);

const NOTHING_UNREAD: Reader = { unread: 0, read: 0, since: null };

/** A conversation before its first message. */
export const newConversation = (
  about: Pick<Conversation, '_id' | 'orderId' | 'code' | 'farmId' | 'farmName' | 'customer'>,
): Conversation => ({
  ...about,
  messages: 0,
  readers: { customer: NOTHING_UNREAD, farm: NOTHING_UNREAD },
  lastMessageAt: new Date(0),
  reported: false,
  version: 0,
});

export function toConversation(conversation: Conversation): ConversationDto {
  const { _id, orderId, code, farmId, farmName, customer, readers, version } = conversation;
  return {
    _id: _id.toString(),
    orderId: orderId.toString(),
    code,
    farmId: farmId.toString(),
    farmName,
    customer: { _id: customer._id.toString(), name: customer.name },
    unread: { customer: readers.customer.unread, farm: readers.farm.unread },
    read: { customer: readers.customer.read, farm: readers.farm.read },
    lastMessageAt: conversation.lastMessageAt.toISOString(),
    version,
  };
}
