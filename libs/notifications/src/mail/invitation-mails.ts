import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, InvitationMail } from '#libs/contracts';
import type { ClientSession } from '#libs/platform';
import { WAITING_INVITATION, type WaitingInvitation } from './invitation-mail.model.js';

/** The invitations that are still to be mailed. */
@Injectable()
export class InvitationMails {
  constructor(
    @InjectModel(WAITING_INVITATION) private readonly waiting: Model<WaitingInvitation>,
  ) {}

  /** Inside a transaction. */
  async add(session: ClientSession, id: Id, invitation: InvitationMail): Promise<void> {
    const row = { _id: new Types.ObjectId(id), invitation, createdAt: new Date() };
    await this.waiting.insertMany([row], { session });
  }

  async isWaiting(id: Id): Promise<boolean> {
    return (await this.waiting.exists({ _id: id })) !== null;
  }

  /** Those added in this period that were not sent. */
  async between(from: Date, to: Date): Promise<{ id: Id; invitation: InvitationMail }[]> {
    const found = await this.waiting
      .find({ createdAt: { $gte: from, $lt: to } })
      .lean<WaitingInvitation[]>();
    return found.map(({ _id, invitation }) => ({ id: _id.toString(), invitation }));
  }

  /** Removes one that the mail server has accepted. */
  async done(id: Id): Promise<void> {
    await this.waiting.deleteOne({ _id: id });
  }
}
