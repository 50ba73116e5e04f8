import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DELETED_TEXT, pseudonymOf } from '#libs/contracts';
import {
  BlocksDeletion,
  type ClientSession,
  countTotal,
  type DeletedPerson,
  type Erased,
  Erases,
  type LeavingPerson,
} from '#libs/platform';
import { CONVERSATION, type Conversation } from './conversation.model.js';
import { MESSAGE, type Message } from './message.model.js';

/** What a deleted account has written. Their messages stay in place without words, so that answers make sense. */
@Injectable()
export class ConversationErasure {
  constructor(
    @InjectModel(CONVERSATION) private readonly conversations: Model<Conversation>,
    @InjectModel(MESSAGE) private readonly messages: Model<Message>,
  ) {}

  @BlocksDeletion('messageReports')
  reported(session: ClientSession, { userId }: LeavingPerson): Promise<number> {
    return countTotal(this.messages, { 'author.userId': userId, 'report.open': true }, session);
  }

  /** A reported message on which no admin has decided keeps its words until then. */
  @Erases('conversations')
  async erase({ userId }: DeletedPerson): Promise<Erased> {
    const name = pseudonymOf(userId.toString());
    const own = { 'author.userId': userId };
    await this.conversations.updateMany(
      { 'customer._id': userId },
      { $set: { 'customer.name': name } },
    );
    await this.messages.updateMany(
      { ...own, 'report.open': { $ne: true } },
      { $set: { 'author.name': name, text: DELETED_TEXT, pictures: [] } },
    );
    await this.messages.updateMany(
      { 'report.by.userId': userId },
      { $set: { 'report.by.name': name, 'report.reason': DELETED_TEXT } },
    );
    await this.messages.updateMany(
      { 'report.decision.by.userId': userId },
      { $set: { 'report.decision.by.name': name } },
    );
    return { left: await this.messages.countDocuments({ ...own, 'report.open': true }) };
  }
}
