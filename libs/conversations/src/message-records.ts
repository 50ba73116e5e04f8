import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import { MESSAGE, type Message, toMessage } from './message.model.js';

/** The messages that a person wrote, for their archive. */
@Injectable()
export class MessageRecords {
  constructor(@InjectModel(MESSAGE) private readonly messages: Model<Message>) {}

  @RecordsOf('messages')
  async records({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.messages
      .find({ 'author.userId': new Types.ObjectId(userId) })
      .sort({ _id: -1 })
      .lean<Message[]>();
    return { rows: found.map((message) => toMessage(message, message.from)) };
  }
}
