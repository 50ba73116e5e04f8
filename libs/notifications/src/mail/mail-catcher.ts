import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import type { Id } from '#libs/contracts';
import { allAlike, WorkTogether } from '#libs/platform';
import { type Mail, Mailer } from './mailer.js';

/** A mail that was caught instead of sent. */
export interface CaughtMail extends Omit<Mail, 'id'> {
  _id: Types.ObjectId;
  caughtAt: Date;
}

export const CAUGHT_MAIL = 'CaughtMail';
const text = { type: String, required: true };
export const caughtMailSchema = new Schema<CaughtMail>(
  {
    to: {
      type: new Schema({ name: { type: String, default: '' }, address: text }, { _id: false }),
      required: true,
    },
    subject: text,
    html: text,
    text,
    caughtAt: { type: Date, required: true },
  },
  { collection: 'caughtMails', versionKey: false },
);

/** Mails that are kept: the newest ones. */
const KEPT = 200;
/** Mails after which this process throws away those that are too many. */
const SWEPT = 20;

/** Milliseconds from one write to the next, unless {@link SWEPT} wait: nobody needs to see a mail at once. */
const PAUSE_MS = 200;

/** Takes mails where no mail server is configured, for people to look at; another process may show them. */
@Injectable()
export class MailCatcher extends Mailer {
  /** Since the last sweep; the first mail sweeps, too. */
  private caught = SWEPT;
  private readonly basket = new WorkTogether<Mail>(
    (mails) => allAlike(mails, (all) => this.keep(all)),
    PAUSE_MS,
    SWEPT,
  );

  constructor(@InjectModel(CAUGHT_MAIL) private readonly mails: Model<CaughtMail>) {
    super();
  }

  send(mail: Mail): Promise<void> {
    return this.basket.do(mail);
  }

  private async keep(mails: readonly Mail[]): Promise<void> {
    await this.mails.bulkWrite(
      mails.map(({ id, about: _, ...mail }) => ({
        updateOne: {
          filter: { _id: new Types.ObjectId(id) },
          update: { $setOnInsert: { ...mail, caughtAt: new Date() } },
          upsert: true,
        },
      })),
    );
    this.caught += mails.length;
    if (this.caught < SWEPT) return;
    this.caught = 0;
    await this.sweep();
  }

  private async sweep(): Promise<void> {
    const [tooOld] = await this.mails.find({}, { _id: 1 }).sort({ _id: -1 }).skip(KEPT).limit(1);
    if (tooOld) await this.mails.deleteMany({ _id: { $lte: tooOld._id } });
  }

  /** What was caught, newest first; 200 mails at the most. */
  newest(): Promise<CaughtMail[]> {
    return this.mails.find().sort({ _id: -1 }).limit(KEPT).lean<CaughtMail[]>();
  }

  find(id: Id): Promise<CaughtMail | null> {
    return this.mails.findById(id).lean<CaughtMail>();
  }
}
