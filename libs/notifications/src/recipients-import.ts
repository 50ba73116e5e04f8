import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RECIPIENT, type Recipient } from './recipient.model.js';

/** A seeded user as a recipient; `farmId` is the farm that they own. */
export type ImportedRecipient = Pick<Recipient, '_id' | 'farmId'> & {
  readonly email: string;
  readonly name: string;
};

/** Writes many recipients at once, for seeds, whose users and farms have no events. */
@Injectable()
export class RecipientsImport {
  constructor(@InjectModel(RECIPIENT) private readonly recipients: Model<Recipient>) {}

  async add(people: readonly ImportedRecipient[]): Promise<void> {
    const rows = people.map((person): Recipient => ({ ...person, userVersion: 1 }));
    await this.recipients.insertMany(rows, { lean: true });
  }
}
