import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type DomainEvent, type Id, membershipsOf, type UserDto } from '#libs/contracts';
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

  /**
   * Who receives the news of these farms: all their owners, who registered the farm first. A farm is missing until that
   * one is known.
   */
  async ownersOf(farmIds: readonly Id[], session: ClientSession): Promise<Map<Id, Id[]>> {
    if (farmIds.length === 0) return new Map();
    const some = { $in: farmIds.map((id) => new Types.ObjectId(id)) };
    const found = await this.recipients
      .find({ $or: [{ farmId: some }, { owns: some }] })
      .session(session)
      .lean<Recipient[]>();
    const founders = found.flatMap(({ _id, farmId }) =>
      farmId ? [[farmId.toString(), _id.toString()] as const] : [],
    );
    return new Map(
      founders.map(([farm, founder]) => {
        const owners = found.filter(({ owns = [] }) => owns.some((own) => own.equals(farm)));
        return [farm, [...new Set([founder, ...owners.map(({ _id }) => _id.toString())])]];
      }),
    );
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
    const owns = membershipsOf(user)
      .filter(({ role }) => role === 'owner')
      .map(({ farmId }) => new Types.ObjectId(farmId));
    await this.recipients.updateOne(
      { _id: user._id },
      { $set: { email, name, userVersion, owns } },
      { session, upsert: true },
    );
  }
}
