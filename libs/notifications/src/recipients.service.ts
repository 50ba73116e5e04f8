import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent, Id, UserDto } from '#libs/contracts';
import { type ClientSession, loadById } from '#libs/platform';
import { LABEL, type Label, RECIPIENT, type Recipient } from './recipient.model.js';

const introductions = [
  'user.registered',
  'user.status-changed',
  'user.changed',
  'farm.created',
  'product.created',
  'order.placed',
] as const;
/** The events that tell who is who and what is called what. */
export type Introduction = DomainEvent<(typeof introductions)[number]>;

/** Whether the event is one of those. */
export function isIntroduction(event: DomainEvent): event is Introduction {
  return introductions.some((name) => name === event.name);
}

/** Whom to tell, and what things are called: learned from events only. */
@Injectable()
export class RecipientsService {
  private readonly addressees = loadById<Recipient>(async (ids) => {
    const found = await this.recipients.find({ _id: { $in: ids } }).lean<Recipient[]>();
    return new Map(found.map((recipient) => [recipient._id.toString(), recipient]));
  });

  constructor(
    @InjectModel(RECIPIENT) private readonly recipients: Model<Recipient>,
    @InjectModel(LABEL) private readonly labels: Model<Label>,
  ) {}

  /** Inside a transaction: remembers what the events tell. */
  async learn(events: readonly Introduction[], session: ClientSession): Promise<void> {
    const labels = new Map<Id, string>();
    for (const event of events)
      switch (event.name) {
        case 'user.registered':
        case 'user.status-changed':
        case 'user.changed':
          await this.learnUser(event.payload.user, session);
          break;
        case 'farm.created':
          await this.recipients.updateOne(
            { _id: event.payload.ownerId },
            { $set: { farmId: new Types.ObjectId(event.payload.farm._id) } },
            { session, upsert: true },
          );
          break;
        case 'product.created':
          labels.set(event.payload.product._id, event.payload.product.name);
          break;
        case 'order.placed':
          labels.set(event.payload.order._id, event.payload.order.code);
          break;
      }
    await this.learnLabels(labels, session);
  }

  /** Who owns these farms; without those of which no event has told. */
  async ownersOf(farmIds: readonly Id[], session: ClientSession): Promise<Map<Id, Id>> {
    if (farmIds.length === 0) return new Map();
    const found = await this.recipients
      .find({ farmId: { $in: farmIds.map((id) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<Recipient[]>();
    return new Map(found.map(({ _id, farmId }) => [String(farmId), _id.toString()]));
  }

  /** What products and orders are called; without those of which no event has told. */
  async labelsOf(ids: readonly Id[], session: ClientSession): Promise<Map<Id, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.labels
      .find({ _id: { $in: ids } })
      .session(session)
      .lean<Label[]>();
    return new Map(found.map(({ _id, text }) => [_id.toString(), text]));
  }

  /** Where a user's mail goes and how to greet them; null while no event has told. */
  async addressOf(userId: Types.ObjectId): Promise<{ email: string; name: string } | null> {
    const found = await this.addressees(userId.toString());
    return found?.email ? { email: found.email, name: found.name ?? '' } : null;
  }

  private async learnUser(user: UserDto, session: ClientSession): Promise<void> {
    const known = await this.recipients.findById(user._id).session(session).lean<Recipient>();
    // An event that was overtaken by a later one has nothing to add.
    if (known && known.userVersion >= user.version) return;
    const { email, name, version: userVersion } = user;
    await this.recipients.updateOne(
      { _id: user._id },
      { $set: { email, name, userVersion } },
      { session, upsert: true },
    );
  }

  private async learnLabels(
    labels: ReadonlyMap<Id, string>,
    session: ClientSession,
  ): Promise<void> {
    if (labels.size === 0) return;
    const writes = [...labels].map(([id, text]) => ({
      updateOne: {
        filter: { _id: new Types.ObjectId(id) },
        update: { $set: { text } },
        upsert: true,
      },
    }));
    await this.labels.collection.bulkWrite(writes, { session });
  }
}
