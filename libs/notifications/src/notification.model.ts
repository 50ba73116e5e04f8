import { Schema, type Types } from 'mongoose';
import type { CalendarEntry, Day, InboxCount, NotificationDto } from '#libs/contracts';

/** Seconds until an inbox entry expires. */
export const KEEP_SECONDS = 90 * 86_400;

/** One entry of a user's inbox, also sent as a mail. */
export interface Notification
  extends Pick<NotificationDto, 'kind' | 'title' | 'text' | 'details' | 'link'> {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** What its mail brings as a calendar file. */
  dates: CalendarEntry[];
  /** The event's id or the notice's `deduplicationKey`; unique per user, so that each creates one entry. */
  eventId: string;
  readAt: Date | null;
  /** Null until the mail was sent. */
  mailedAt: Date | null;
  /** The job that mails it. */
  mailJobId: Types.ObjectId;
  /** Entries of one group and user are mailed together: at most one mail in {@link GROUP_MS}. Null: by itself, at once. */
  mailGroup: string | null;
  /** Of several entries about one thing, a mail has only the details of the newest. */
  mailTopic: string | null;
  /** The subject of a mail with several entries of its group. */
  mailSubject: string | null;
  /** When its mail is due. */
  mailAt: Date;
  /** Whether its mail is not sent if it was read before. */
  mailIfUnread: boolean;
  /** The entry whose mail has it too; null for the first of a mail. */
  mailedWith: Types.ObjectId | null;
  /** When what it says happened. */
  createdAt: Date;
  /** When it was added: later, if its event was handled late. */
  addedAt: Date;
}

/** How an entry is mailed together with others. */
export interface MailGroup {
  /** Entries of one group come in one mail in {@link GROUP_MS}. */
  readonly group: string;
  /** Of the entries of one topic, it has the newest details. */
  readonly topic: string;
  /** Its subject if it has several entries, so it fits all that may come in it. */
  readonly subject: string;
}

/** An entry is mailed if it is still unread after this time, in milliseconds. */
export interface MailIfUnread {
  readonly unreadMs: number;
}

/** Milliseconds between two mails of one group. */
export const GROUP_MS = 5 * 60_000;

export const NOTIFICATION = 'Notification';
const text = { type: String, required: true };
export const notificationSchema = new Schema<Notification>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    eventId: text,
    kind: text,
    title: text,
    text,
    details: { type: [{ _id: false, label: String, value: String }], default: [] },
    dates: { type: Schema.Types.Mixed, default: [] },
    link: { type: new Schema({ path: text, label: text }, { _id: false }), required: true },
    readAt: { type: Date, default: null },
    mailedAt: { type: Date, default: null },
    mailJobId: { type: Schema.Types.ObjectId, required: true },
    mailGroup: { type: String, default: null },
    mailTopic: { type: String, default: null },
    mailSubject: { type: String, default: null },
    mailAt: { type: Date, required: true },
    mailIfUnread: { type: Boolean, default: false },
    mailedWith: { type: Schema.Types.ObjectId, default: null },
    createdAt: { type: Date, required: true, expires: KEEP_SECONDS },
    addedAt: { type: Date, required: true },
  },
  { collection: 'notifications', versionKey: false },
);
notificationSchema.index({ userId: 1, eventId: 1 }, { unique: true });
notificationSchema.index({ userId: 1, _id: -1 });
notificationSchema.index({ userId: 1, readAt: 1 });
notificationSchema.index(
  { userId: 1, mailGroup: 1, mailAt: -1 },
  { partialFilterExpression: { mailGroup: { $type: 'string' } } },
);
notificationSchema.index(
  { mailedWith: 1 },
  { partialFilterExpression: { mailedWith: { $type: 'objectId' } } },
);

/** The counts of an inbox. Every change increments the version, so that concurrent changes conflict. */
export interface Inbox {
  /** The user's id. */
  _id: Types.ObjectId;
  version: InboxCount['version'];
  total: InboxCount['total'];
  unread: InboxCount['unread'];
  /** The day of the last full count, which is needed because old entries expire. */
  countedOn: Day | null;
}

export const INBOX = 'Inbox';
export const inboxSchema = new Schema<Inbox>(
  {
    version: { type: Number, required: true },
    total: { type: Number, default: 0 },
    unread: { type: Number, default: 0 },
    countedOn: { type: String, default: null },
  },
  { collection: 'inboxes', versionKey: false },
);

export function toNotificationDto(notification: Notification): NotificationDto {
  const { _id, kind, title, text, details, link, readAt, createdAt, addedAt } = notification;
  return {
    _id: _id.toString(),
    kind,
    title,
    text,
    details,
    link,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    addedAt: addedAt.toISOString(),
  };
}
