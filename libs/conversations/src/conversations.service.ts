import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import {
  type Conversation as ConversationDto,
  type ConversationSide,
  type Conversations,
  conversationClosesAt,
  type Id,
  type Message as MessageDto,
  type MessagesPage,
  otherSide,
  type PageQuery,
  type SendMessage,
  type UploadedPicture,
} from '#libs/contracts';
import { OrdersService, PartChangesService } from '#libs/orders';
import { Pictures } from '#libs/pictures';
import {
  type ClientSession,
  DomainError,
  decodeCursor,
  draft,
  encodeCursor,
  Idempotency,
  Outbox,
  type Principal,
  readWithTotal,
  Transactions,
} from '#libs/platform';
import {
  CONVERSATION,
  type Conversation,
  newConversation,
  toConversation,
} from './conversation.model.js';
import { MESSAGE, type Message, toMessage } from './message.model.js';

/** The ids of a part. */
export interface PartIds {
  readonly orderId: Id;
  readonly partId: Id;
}

/** What a part's customer and its farm write to each other. */
@Injectable()
export class ConversationsService {
  constructor(
    @InjectModel(CONVERSATION) private readonly conversations: Model<Conversation>,
    @InjectModel(MESSAGE) private readonly messageRows: Model<Message>,
    private readonly orders: OrdersService,
    private readonly parts: PartChangesService,
    private readonly pictures: Pictures,
    private readonly idempotency: Idempotency,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Once per key. Throws `ORDER_NOT_FOUND`, `CONVERSATION_CLOSED`, `VALIDATION_FAILED` for what is no uploaded picture of
   * the writer, and `IDEMPOTENCY_KEY_REUSED`.
   */
  async send(writer: Principal, key: string, ids: PartIds, body: SendMessage): Promise<MessageDto> {
    const from = sideOf(writer);
    const message = await this.idempotency.once(
      { userId: writer.userId, key, request: { ...ids, message: body } },
      {
        keys: [`conversation:${ids.partId}`],
        make: (session, id) => this.create(session, id, writer, ids, body),
        find: (id) => this.find(null, { _id: id }),
      },
    );
    return toMessage(message, from);
  }

  private async create(
    session: ClientSession,
    _id: Types.ObjectId,
    writer: Principal,
    { orderId, partId }: PartIds,
    { text, pictures }: SendMessage,
  ): Promise<Message> {
    const { order, part } = await this.parts.find(session, writer, orderId, partId);
    const sentAt = new Date();
    const closesAt = conversationClosesAt(part);
    if (closesAt !== null && closesAt <= sentAt.getTime())
      throw new DomainError('CONVERSATION_CLOSED');
    const from = sideOf(writer);
    const before =
      (await this.conversations.findById(part._id).session(session).lean<Conversation>()) ??
      newConversation({
        _id: part._id,
        orderId: order._id,
        code: order.code,
        farmId: part.farmId,
        farmName: part.farmName,
        customer: order.customer,
      });
    const number = before.messages + 1;
    const reader = before.readers[otherSide(from)];
    const after: Conversation = {
      ...before,
      messages: number,
      readers: {
        ...before.readers,
        [otherSide(from)]: {
          ...reader,
          unread: reader.unread + 1,
          since: reader.since ?? number,
        },
      },
      lastMessageAt: sentAt,
      version: before.version + 1,
    };
    const message: Message = {
      _id,
      conversationId: part._id,
      orderId: order._id,
      number,
      from,
      author: { userId: new Types.ObjectId(writer.userId), name: writer.name },
      text,
      pictures: await this.takePictures(session, writer, pictures),
      sentAt,
      removedAt: null,
      report: null,
      version: 1,
    };
    await this.store(session, after);
    await this.messageRows.insertMany([message], { lean: true, session });
    await this.outbox.add(
      session,
      draft('message.sent', aggregateOf(after), {
        message: toMessage(message, null),
        conversation: toConversation(after),
      }),
    );
    return message;
  }

  /**
   * Marks the messages up to this number as read by the reader's side. Changes nothing if they are read already. Throws
   * `ORDER_NOT_FOUND` and `CONVERSATION_NOT_FOUND`.
   */
  async read(
    reader: Principal,
    { orderId, partId }: PartIds,
    upTo: number,
  ): Promise<ConversationDto> {
    await this.parts.find(null, reader, orderId, partId);
    const side = sideOf(reader);
    const read = await this.transactions.run(
      async (session) => {
        const before = await this.conversation(session, partId);
        const number = Math.min(upTo, before.messages);
        const now = before.readers[side];
        if (number <= now.read || now.since === null) return before;
        const unread = await this.messageRows
          .countDocuments({
            conversationId: before._id,
            from: otherSide(side),
            number: { $gt: number },
          })
          .session(session);
        if (unread === now.unread) return before;
        const next = { unread, read: number, since: unread > 0 ? now.since : null };
        const after: Conversation = {
          ...before,
          readers: { ...before.readers, [side]: next },
          version: before.version + 1,
        };
        await this.store(session, after);
        const payload = { conversation: toConversation(after), side, since: now.since };
        await this.outbox.add(session, draft('message.read', aggregateOf(after), payload));
        return after;
      },
      [`conversation:${partId}`],
    );
    return toConversation(read);
  }

  /** The conversations about an order that the reader may see. Throws `ORDER_NOT_FOUND`. */
  async ofOrder(reader: Principal, orderId: Id): Promise<Conversations> {
    await this.orders.get(reader, orderId);
    const found = await this.conversations
      .find({ orderId: new Types.ObjectId(orderId), ...visibleTo(reader) })
      .sort({ _id: 1 })
      .lean<Conversation[]>();
    return { conversations: found.map(toConversation) };
  }

  /** The conversations with messages that the reader's side has not read, newest first. */
  async unread(reader: Principal): Promise<Conversations> {
    const side = sideOf(reader);
    const found = await this.conversations
      .find({ ...visibleTo(reader), [`readers.${side}.unread`]: { $gt: 0 } })
      .sort({ lastMessageAt: -1 })
      .lean<Conversation[]>();
    return { conversations: found.map(toConversation) };
  }

  /**
   * Newest first. Throws `ORDER_NOT_FOUND`, `CURSOR_INVALID`, and for admins `CONVERSATION_NOT_FOUND` unless one of its
   * messages was reported.
   */
  async messages(
    reader: Principal,
    { orderId, partId }: PartIds,
    { cursor, limit }: PageQuery,
  ): Promise<MessagesPage> {
    const { part } = await this.parts.find(null, reader, orderId, partId);
    if (reader.role === 'admin' && !(await this.conversation(null, partId)).reported)
      throw new DomainError('CONVERSATION_NOT_FOUND');
    const { found, total } = await readWithTotal(this.messageRows, {
      filter: { conversationId: part._id },
      afterCursor: cursor ? { number: { $lt: numberOf(cursor) } } : undefined,
      sort: { number: -1 },
      limit,
    });
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const side = reader.role === 'admin' ? null : sideOf(reader);
    return {
      messages: rows.map((message) => toMessage(message, side)),
      nextCursor:
        found.length > limit && last ? encodeCursor([last.number, last._id.toString()]) : null,
      total,
    };
  }

  /** Throws `CONVERSATION_NOT_FOUND`. */
  private async conversation(session: ClientSession | null, id: Id): Promise<Conversation> {
    const found = await this.conversations.findById(id).session(session).lean<Conversation>();
    if (!found) throw new DomainError('CONVERSATION_NOT_FOUND');
    return found;
  }

  private async store(session: ClientSession, conversation: Conversation): Promise<void> {
    await this.conversations.replaceOne({ _id: conversation._id }, conversation, {
      session,
      upsert: true,
    });
  }

  private async find(
    session: ClientSession | null,
    filter: QueryFilter<Message>,
  ): Promise<Message> {
    const found = await this.messageRows.findOne(filter).session(session).lean<Message>();
    if (!found) throw new DomainError('MESSAGE_NOT_FOUND');
    return found;
  }

  private async takePictures(
    session: ClientSession,
    { userId, farmId }: Principal,
    urls: readonly string[],
  ): Promise<UploadedPicture[]> {
    const uploaded = await this.pictures.use(session, farmId ?? userId, urls);
    return urls.map((url, at) => {
      const picture = uploaded.get(url);
      if (picture) return picture;
      const errors = [{ path: `pictures.${at}`, message: 'is no uploaded picture' }];
      throw new DomainError('VALIDATION_FAILED', undefined, { errors });
    });
  }
}

/** The side that a customer or a farmer writes for; admins read as neither. */
export const sideOf = ({ role }: Principal): ConversationSide =>
  role === 'customer' ? 'customer' : 'farm';

const aggregateOf = ({ _id, version }: Conversation) => ({
  id: `conversation:${_id.toString()}`,
  version,
});

function visibleTo({ role, userId, farmId }: Principal): QueryFilter<Conversation> {
  switch (role) {
    case 'customer':
      return { 'customer._id': new Types.ObjectId(userId) };
    case 'farmer':
      return { farmId: farmId ? new Types.ObjectId(farmId) : null };
    case 'admin':
      return { reported: true };
  }
}

function numberOf(cursor: string): number {
  const number = Number(decodeCursor(cursor)[0]);
  if (!Number.isSafeInteger(number)) throw new DomainError('CURSOR_INVALID');
  return number;
}
