import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { DomainEvent, Id, UserDto } from '#libs/contracts';
import type { ClientSession } from '#libs/platform';
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
  constructor(
    @InjectModel(RECIPIENT) private readonly recipients: Model<Recipient>,
    @InjectModel(LABEL) private readonly labels: Model<Label>,
  ) {}

  /** Inside a transaction: remembers what the event tells. */
  async learn(event: Introduction, session: ClientSession): Promise<void> {
    switch (event.name) {
      case 'user.registered':
      case 'user.status-changed':
      case 'user.changed':
        return this.learnUser(event.payload.user, session);
      case 'farm.created':
        await this.recipients.updateOne(
          { _id: event.payload.ownerId },
          { $set: { farmId: new Types.ObjectId(event.payload.farm._id) } },
          { session, upsert: true },
        );
        return;
      case 'product.created':
        return this.learnLabel(event.payload.product._id, event.payload.product.name, session);
      case 'order.placed':
        return this.learnLabel(event.payload.order._id, event.payload.order.code, session);
    }
  }

  /** Who owns the farm; null while no event has told. */
  async ownerOf(farmId: Id, session: ClientSession): Promise<Id | null> {
    const owner = await this.recipients
      .findOne({ farmId: new Types.ObjectId(farmId) })
      .session(session)
      .lean<Recipient>();
    return owner?._id.toString() ?? null;
  }

  /** What a product or an order is called; null while no event has told. */
  async labelOf(id: Id, session: ClientSession): Promise<string | null> {
    const label = await this.labels.findById(id).session(session).lean<Label>();
    return label?.text ?? null;
  }

  /** Where a user's mail goes and how to greet them; null while no event has told. */
  async addressOf(userId: Types.ObjectId): Promise<{ email: string; name: string } | null> {
    const found = await this.recipients.findById(userId).lean<Recipient>();
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

  private async learnLabel(id: Id, text: string, session: ClientSession): Promise<void> {
    await this.labels.updateOne({ _id: id }, { $set: { text } }, { session, upsert: true });
  }
}
