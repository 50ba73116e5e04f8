import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { Audit } from '#libs/audit';
import {
  type DecideMessageReport,
  type Id,
  type MessageReport,
  type MessageReportsPage,
  type MessageReportsQuery,
  otherSide,
  type ReportMessage,
} from '#libs/contracts';
import { PartChangesService } from '#libs/orders';
import {
  type ClientSession,
  countTotal,
  DomainError,
  decisionConflict,
  draft,
  newestById,
  Outbox,
  type Principal,
  Transactions,
} from '#libs/platform';
import { CONVERSATION, type Conversation } from './conversation.model.js';
import { type PartIds, sideOf } from './conversations.service.js';
import {
  MESSAGE,
  type Message,
  type ReportedMessage,
  toMessage,
  toMessageReport,
} from './message.model.js';

/** Messages that one side reports to the admins, and their decisions. */
@Injectable()
export class MessageReportsService {
  constructor(
    @InjectModel(CONVERSATION) private readonly conversations: Model<Conversation>,
    @InjectModel(MESSAGE) private readonly messages: Model<Message>,
    private readonly parts: PartChangesService,
    private readonly transactions: Transactions,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
  ) {}

  /**
   * From then on admins may read the conversation. Throws `ORDER_NOT_FOUND`, `MESSAGE_NOT_FOUND`, `MESSAGE_OWN` and
   * `MESSAGE_REPORTED`.
   */
  async report(
    reader: Principal,
    { orderId, partId, messageId }: PartIds & { messageId: Id },
    { reason }: ReportMessage,
  ): Promise<MessageReport> {
    await this.parts.find(null, reader, orderId, partId);
    return this.transactions.run(
      async (session) => {
        const wanted = {
          _id: new Types.ObjectId(messageId),
          conversationId: new Types.ObjectId(partId),
        };
        const { message, conversation } = await this.find(session, wanted);
        if (message.from === sideOf(reader)) throw new DomainError('MESSAGE_OWN');
        if (message.report) throw new DomainError('MESSAGE_REPORTED');
        const by = { userId: new Types.ObjectId(reader.userId), name: reader.name };
        const reported: ReportedMessage = {
          ...message,
          report: {
            ...{ by, reason, at: new Date(), status: 'open', open: true, decision: null },
            version: 1,
          },
        };
        await this.messages.replaceOne({ _id: message._id }, reported, { session });
        if (!conversation.reported)
          await this.conversations.updateOne(
            { _id: conversation._id },
            { $set: { reported: true } },
            { session },
          );
        return this.publish(session, reported, conversation);
      },
      [`conversation:${partId}`],
    );
  }

  /** Newest message first. Throws `CURSOR_INVALID`. */
  async list({ status, ...query }: MessageReportsQuery): Promise<MessageReportsPage> {
    const [{ rows, ...page }, open] = await Promise.all([
      newestById(this.messages, { 'report.open': status === 'open' }, query),
      countTotal(this.messages, { 'report.open': true }),
    ]);
    const ids = rows.map(({ conversationId }) => conversationId);
    const found = await this.conversations.find({ _id: { $in: ids } }).lean<Conversation[]>();
    const byId = new Map(found.map((one) => [one._id.toString(), one]));
    const reports = rows.flatMap((message) => {
      const conversation = byId.get(message.conversationId.toString());
      return conversation && isReported(message) ? [toMessageReport(message, conversation)] : [];
    });
    return { reports, ...page, open };
  }

  /**
   * The one decision on a report: removes the message for both sides, or keeps it. Throws `MESSAGE_NOT_FOUND`,
   * `VERSION_CONFLICT` and `MESSAGE_DECIDED`.
   */
  async decide(admin: Principal, id: Id, body: DecideMessageReport): Promise<MessageReport> {
    return this.transactions.run(async (session) => {
      const { message: before, conversation } = await this.find(session, {
        _id: new Types.ObjectId(id),
      });
      if (!isReported(before)) throw new DomainError('MESSAGE_NOT_FOUND');
      const status = body.remove ? 'removed' : 'kept';
      if (before.report.version !== body.version) throw decisionConflict(before.report, status);
      if (before.report.status !== 'open') throw new DomainError('MESSAGE_DECIDED');
      const at = new Date();
      const by = { userId: new Types.ObjectId(admin.userId), name: admin.name };
      const decision = { by, reason: body.reason, at };
      const version = before.report.version + 1;
      const after: ReportedMessage = {
        ...before,
        ...(body.remove && { removedAt: at, version: before.version + 1 }),
        report: { ...before.report, status, open: false, decision, version },
      };
      await this.messages.replaceOne({ _id: after._id }, after, { session });
      await this.record(session, admin, after, conversation, body);
      if (body.remove) await this.remove(session, after, conversation);
      return this.publish(session, after, conversation);
    });
  }

  private async remove(
    session: ClientSession,
    message: ReportedMessage,
    conversation: Conversation,
  ): Promise<void> {
    const { customer, farmId } = conversation;
    const aggregate = { id: `message:${message._id.toString()}`, version: message.version };
    await this.outbox.add(
      session,
      draft('message.removed', aggregate, {
        message: toMessage(message, null),
        customerId: customer._id.toString(),
        farmId: farmId.toString(),
      }),
    );
  }

  private async publish(
    session: ClientSession,
    message: ReportedMessage,
    conversation: Conversation,
  ): Promise<MessageReport> {
    const report = toMessageReport(message, conversation);
    const aggregate = { id: `message-report:${report._id}`, version: report.version };
    await this.outbox.add(session, draft('message.report-changed', aggregate, { report }));
    return report;
  }

  private async record(
    session: ClientSession,
    actor: Principal,
    message: ReportedMessage,
    { code, customer, farmName }: Conversation,
    { remove, reason }: DecideMessageReport,
  ): Promise<void> {
    await this.audit.add(session, {
      actor,
      action: remove ? 'message.removed' : 'message.kept',
      target: {
        type: 'order',
        id: message.orderId.toString(),
        name: `${code} ${customer.name}`,
      },
      before: { status: 'open' },
      after: {
        status: message.report.status,
        from: message.from,
        reportedBy: otherSide(message.from),
        farm: farmName,
        id: message._id.toString(),
      },
      reason,
    });
  }

  private async find(
    session: ClientSession,
    filter: QueryFilter<Message>,
  ): Promise<{ message: Message; conversation: Conversation }> {
    const message = await this.messages.findOne(filter).session(session).lean<Message>();
    const conversation =
      message &&
      (await this.conversations
        .findById(message.conversationId)
        .session(session)
        .lean<Conversation>());
    if (!conversation) throw new DomainError('MESSAGE_NOT_FOUND');
    return { message, conversation };
  }
}

const isReported = (message: Message): message is ReportedMessage => message.report !== null;
