import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type {
  ChangeContactStatus,
  ContactMessageDto,
  ContactMessagesPage,
  ContactMessagesQuery,
  ContactReceipt,
  Id,
  SendContactMessage,
} from '#libs/contracts';
import {
  DomainError,
  draft,
  newestById,
  Outbox,
  requireVersion,
  Transactions,
} from '#libs/platform';
import {
  CONTACT_MESSAGE,
  type ContactMessage,
  contactReference,
  toContactMessageDto,
} from './contact-message.model.js';

/** Messages of the contact form, which admins answer. */
@Injectable()
export class ContactService {
  constructor(
    @InjectModel(CONTACT_MESSAGE) private readonly messages: Model<ContactMessage>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Stores a message and emits its event. */
  async receive({ website, ...fields }: SendContactMessage): Promise<ContactReceipt> {
    const reference = contactReference();
    // A honeypot: only bots fill in this field, and they get the same response.
    if (website) return { reference };
    await this.transactions.run(async (session) => {
      const message: ContactMessage = {
        _id: new Types.ObjectId(),
        reference,
        ...fields,
        status: 'open',
        version: 1,
        createdAt: new Date(),
      };
      await this.messages.create([message], { session });
      await this.outbox.add(
        session,
        draft(
          'contact.received',
          { id: message._id, version: 1 },
          { message: toContactMessageDto(message) },
        ),
      );
    });
    return { reference };
  }

  /** Newest first. */
  async list({ status, ...query }: ContactMessagesQuery): Promise<ContactMessagesPage> {
    const filter = status ? { status } : {};
    const { rows, ...page } = await newestById(this.messages, filter, query);
    return { messages: rows.map(toContactMessageDto), ...page };
  }

  /**
   * Marks a message as open or answered. Throws `CONTACT_MESSAGE_NOT_FOUND` and `VERSION_CONFLICT`
   * (with `details.version`).
   */
  async changeStatus(id: Id, { status, version }: ChangeContactStatus): Promise<ContactMessageDto> {
    return this.transactions.run(async (session) => {
      const before = await this.messages.findById(id).session(session).lean<ContactMessage>();
      if (!before) throw new DomainError('CONTACT_MESSAGE_NOT_FOUND');
      requireVersion(before.version, version);
      if (before.status === status) return toContactMessageDto(before);
      const after = { ...before, status, version: version + 1 };
      await this.messages.updateOne(
        { _id: before._id, version },
        { $set: { status, version: after.version } },
        { session },
      );
      const dto = toContactMessageDto(after);
      await this.outbox.add(
        session,
        draft(
          'contact.status-changed',
          { id: before._id, version: after.version },
          { message: dto },
        ),
      );
      return dto;
    });
  }
}
