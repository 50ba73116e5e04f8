import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import {
  DELETED_AUTHOR,
  invitationMailSchema,
  type NotificationKind,
  pseudonymOf,
} from '#libs/contracts';
import { type DeletedPerson, type Erased, Erases, Queues } from '#libs/platform';
import { CONTACT_MESSAGE, type ContactMessage } from './contact-message.model.js';
import { WAITING_INVITATION, type WaitingInvitation } from './mail/invitation-mail.model.js';
import { MailCatcher } from './mail/mail-catcher.js';
import { INBOX, type Inbox, NOTIFICATION, type Notification } from './notification.model.js';
import { RECIPIENT, type Recipient } from './recipient.model.js';

/** How the title of somebody else's notice begins and ends, where it names a customer in between. */
const TITLES: { readonly [Kind in NotificationKind]?: readonly [before: RegExp, after: RegExp] } = {
  'order.received': [/^New order \S+ from /, /$/],
  'problem.reported': [/^/, / reports a problem with order \S+$/],
  'message.received': [/^/, / wrote to you about order \S+$/],
};
const WROTE = 'message.received';
const REVIEW = 'review.received';
const KINDS: readonly NotificationKind[] = [
  ...(Object.keys(TITLES) as NotificationKind[]),
  'order.changed',
  'order.cancelled',
  REVIEW,
];
const CODES = /FG-[0-9A-Z]+/g;
/** Stays where a customer's words stood in somebody else's inbox. */
const GONE = 'The customer has deleted their account.';

/** The inbox and the messages of a deleted account, and its name in the inboxes of others. */
@Injectable()
export class NoticeErasure {
  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(INBOX) private readonly inboxes: Model<Inbox>,
    @InjectModel(RECIPIENT) private readonly recipients: Model<Recipient>,
    @InjectModel(CONTACT_MESSAGE) private readonly messages: Model<ContactMessage>,
    @InjectModel(WAITING_INVITATION) private readonly waiting: Model<WaitingInvitation>,
    private readonly caught: MailCatcher,
    private readonly queues: Queues,
  ) {}

  /** Messages under an address that was not confirmed may be another's. */
  @Erases('notifications')
  async erase(person: DeletedPerson, traces: ReadonlySet<string>): Promise<Erased> {
    const { userId, email, isEmailConfirmed } = person;
    // Also late events of the user must not bring the address back.
    const nobody = { email: null, name: null, owns: [], userVersion: Number.MAX_SAFE_INTEGER };
    await this.recipients.updateOne({ _id: userId }, { $set: nobody }, { upsert: true });
    await this.notifications.deleteMany({ userId });
    await this.inboxes.deleteOne({ _id: userId });
    if (isEmailConfirmed) await this.messages.deleteMany({ email });
    await this.eraseFromOthers(userId, traces);
    // Where mails are caught, people try things out: a name is taken for this person's.
    await this.caught.forget(
      ({ to, subject, text }) =>
        to.address === email ||
        `${subject} ${text}`.includes(person.name) ||
        isAbout(`${subject} ${text}`, traces) ||
        reviewIn(subject, traces) !== undefined,
    );
    await this.forgetInvitations(person);
    return {};
  }

  /** No index finds these, so it reads the titles of 90 days: a price for an act that is rare. */
  private async eraseFromOthers(userId: Types.ObjectId, traces: ReadonlySet<string>) {
    const found = await this.notifications.find({ kind: { $in: KINDS } }).lean<Notification[]>();
    const name = pseudonymOf(userId.toString());
    for (const { _id, kind, title } of found) {
      const set = kind === REVIEW ? ofReview(title, traces) : ofOrder(kind, title, name, traces);
      if (set) await this.notifications.updateOne({ _id }, { $set: set });
    }
  }

  /** Jobs of mails that invited this address, or that the person has sent. */
  private async forgetInvitations({ email, name, farmIds }: DeletedPerson): Promise<void> {
    await this.waiting.deleteMany({
      $or: [
        { 'invitation.email': email },
        { 'invitation.by': name, 'invitation.farmId': { $in: farmIds.map(String) } },
      ],
    });
    const farms = new Set(farmIds.map(String));
    for (const job of await this.queues.of('mail').getJobs()) {
      // A job may be removed in between.
      const invitation = invitationMailSchema.safeParse(job?.data).data;
      if (!invitation) continue;
      const isTheirs = invitation.by === name && farms.has(invitation.farmId);
      // One that runs now is locked, and forgotten the next time.
      if (isTheirs || invitation.email === email) await job.remove().catch(() => undefined);
    }
  }
}

const isAbout = (text: string, traces: ReadonlySet<string>): boolean =>
  (text.match(CODES) ?? []).some((code) => traces.has(code));

const reviewIn = (title: string, traces: ReadonlySet<string>): string | undefined =>
  [...traces].find((trace) => trace.includes(' gave ') && title.startsWith(trace));

function ofOrder(kind: NotificationKind, title: string, name: string, traces: ReadonlySet<string>) {
  if (!isAbout(title, traces)) return null;
  const [before, after] = TITLES[kind] ?? [];
  const [start] = before?.exec(title) ?? [];
  const [end] = after?.exec(title) ?? [];
  const renamed = start !== undefined && end !== undefined ? `${start}${name}${end}` : title;
  return { title: renamed, ...(kind !== WROTE && { text: GONE, details: [], dates: [] }) };
}

function ofReview(title: string, traces: ReadonlySet<string>) {
  const trace = reviewIn(title, traces);
  if (trace === undefined) return null;
  return { title: `${DELETED_AUTHOR}${title.slice(trace.indexOf(' gave '))}` };
}
