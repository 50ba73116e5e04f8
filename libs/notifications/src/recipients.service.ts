import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent, Id, UserDto } from '#libs/contracts';
import type { ClientSession } from '#libs/platform';
import { RECIPIENT, type Recipient } from './recipient.model.js';

/** The events that contain recipients of notices. */
export const recipientEvents = [
  'user.registered',
  'user.status-changed',
  'user.changed',
  'farm.created',
] as const;
type RecipientEvent = DomainEvent<(typeof recipientEvents)[number]>;

export function isRecipientEvent(event: DomainEvent): event is RecipientEvent {
  return recipientEvents.some((name) => name === event.name);
}

/** A user's name and e-mail address. */
interface Address {
  readonly name: string;
  readonly address: string;
}

/** Recipients of notices, copied from events only. */
@Injectable()
export class RecipientsService {
  constructor(@InjectModel(RECIPIENT) private readonly recipients: Model<Recipient>) {}

  /** Inside a transaction: stores the recipients of these events. */
  async store(events: readonly RecipientEvent[], session: ClientSession): Promise<void> {
    for (const event of events)
      switch (event.name) {
        case 'user.registered':
        case 'user.status-changed':
        case 'user.changed':
          await this.storeUser(event.payload.user, session);
          break;
        case 'farm.created':
          await this.recipients.updateOne(
            { _id: event.payload.ownerId },
            { $set: { farmId: new Types.ObjectId(event.payload.farm._id) } },
            { session, upsert: true },
          );
          break;
      }
  }

  /** The known owners of these farms. */
  async ownersOf(farmIds: readonly Id[], session: ClientSession): Promise<Map<Id, Id>> {
    if (farmIds.length === 0) return new Map();
    const found = await this.recipients
      .find({ farmId: { $in: farmIds.map((id) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<Recipient[]>();
    return new Map(found.map(({ _id, farmId }) => [String(farmId), _id.toString()]));
  }

  /** The known names and e-mail addresses of these users. */
  async addressesOf(userIds: readonly Types.ObjectId[]): Promise<Map<Id, Address>> {
    const found = await this.recipients.find({ _id: { $in: userIds } }).lean<Recipient[]>();
    return new Map(
      found.flatMap(({ _id, email, name }) =>
        email ? [[_id.toString(), { name: name ?? '', address: email }] as const] : [],
      ),
    );
  }

  private async storeUser(user: UserDto, session: ClientSession): Promise<void> {
    const known = await this.recipients.findById(user._id).session(session).lean<Recipient>();
    // A newer event was handled before this one.
    if (known && known.userVersion >= user.version) return;
    const { email, name, version: userVersion } = user;
    await this.recipients.updateOne(
      { _id: user._id },
      { $set: { email, name, userVersion } },
      { session, upsert: true },
    );
  }
}
