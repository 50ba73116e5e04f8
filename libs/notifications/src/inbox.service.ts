import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type DomainEvent,
  dayOf,
  type Id,
  type InboxCount,
  type InboxPage,
  MAILS_OF_JOB,
  type PageQuery,
  type ReadInbox,
} from '#libs/contracts';
import {
  type ClientSession,
  countTotal,
  decodeCursor,
  draft,
  lowestIdAt,
  Outbox,
  splitPage,
  Transactions,
} from '#libs/platform';
import {
  GROUP_MS,
  INBOX,
  type Inbox,
  type MailGroup,
  type MailIfUnread,
  NOTIFICATION,
  type Notification,
  toNotificationDto,
} from './notification.model.js';

/** An entry to add to a user's inbox. */
export interface NewEntry
  extends Pick<Notification, 'eventId' | 'kind' | 'title' | 'text' | 'details' | 'dates' | 'link'> {
  readonly userId: Id;
  /** When what it says happened. */
  readonly at: string;
  /** By default it is mailed by itself, at once; null if it is not mailed. */
  readonly mail?: MailGroup | MailIfUnread | null | undefined;
  readonly cause: DomainEvent;
}

/** The entries that one job mails. */
export interface MailJob {
  readonly id: Id;
  /** Without those that are mailed with one of them. */
  readonly notificationIds: Id[];
  readonly dueAt: Date;
}

/** What was added to inboxes. */
export interface Added<Entry extends NewEntry = NewEntry> {
  readonly mailJobs: MailJob[];
  /** The entries that were not stored before, with their ids. */
  readonly entries: readonly (Entry & { readonly id: Id })[];
}

/** When an entry is mailed, and with which. */
type Mailing = Pick<Notification, 'mailAt' | 'mailedWith'>;
/** Milliseconds before a mail is due in which no more is added to it: longer than any transaction. */
const CLOSED_MS = 60_000;

/** A change of an inbox's counts, which increments the version by `versions`. */
interface CountChange {
  readonly userId: Id;
  readonly versions: number;
  /** The change of the number of entries. */
  readonly total: number;
  /** The change of the number of unread entries. */
  readonly unread: number;
}

/** The inboxes: each is private to its owner, and live in all their tabs. */
@Injectable()
export class InboxService {
  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(INBOX) private readonly inboxes: Model<Inbox>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Inside a transaction: adds entries to inboxes, each once per user and `eventId`. Returns those that are new, and the
   * jobs of their mails.
   */
  async add<Entry extends NewEntry>(
    session: ClientSession,
    entries: readonly Entry[],
  ): Promise<Added<Entry>> {
    const missing = await this.missing(session, entries);
    if (missing.length === 0) return { mailJobs: [], entries: [] };
    const ids = missing.map(() => new Types.ObjectId());
    const now = new Date();
    const mailings = await this.mailings(session, missing, ids, now);
    // No entry's id, which is the job of a mail that waits: a mail that is due must not share it.
    const jobIds = missing.map(() => new Types.ObjectId());
    const mailingOf = (n: number): Mailing & Pick<Notification, 'mailJobId'> => {
      const { mailAt = now, mailedWith = null } = mailings[n] ?? {};
      // A mail that waits has a job of its own.
      const own = mailedWith ?? (mailAt > now ? ids[n] : null);
      return {
        mailAt,
        mailedWith,
        mailJobId: own ?? (jobIds[n - (n % MAILS_OF_JOB)] as Types.ObjectId),
      };
    };
    const added = missing.map((entry, n) => ({
      cause: entry.cause,
      notification: {
        ...contentOf(entry),
        _id: ids[n] as Types.ObjectId,
        userId: new Types.ObjectId(entry.userId),
        readAt: null,
        // what is not mailed counts as mailed
        mailedAt: entry.mail === null ? now : null,
        ...mailingOf(n),
        ...mailFieldsOf(entry.mail),
        createdAt: new Date(entry.at),
        // Like the time of a read, it is of this attempt: the later of two concurrent changes is run again.
        addedAt: now,
      } satisfies Notification,
    }));
    await this.notifications.insertMany(
      added.map(({ notification }) => notification),
      { lean: true, session },
    );
    const ownOf = (userId: Id) =>
      added.filter(({ notification }) => notification.userId.equals(userId));
    const owners = [...new Set(missing.map(({ userId }) => userId))];
    const changes = owners.map((userId) => {
      const { length } = ownOf(userId);
      return { userId, versions: length, total: length, unread: length };
    });
    const counts = await this.nextCounts(session, changes);
    const drafts = counts.flatMap(({ userId, ...last }) =>
      ownOf(userId).map(({ notification, cause }, n, { length }) => {
        const later = length - 1 - n;
        const inbox = {
          version: last.version - later,
          total: last.total - later,
          unread: last.unread - later,
        };
        const payload = { userId, notification: toNotificationDto(notification), inbox };
        const aggregate = { id: `inbox:${userId}`, version: inbox.version };
        return draft('inbox.added', aggregate, payload, cause);
      }),
    );
    await this.outbox.add(session, ...drafts);
    const mailed = added.flatMap(({ notification }) =>
      notification.mailedAt === null ? [notification] : [],
    );
    return {
      mailJobs: mailJobsOf(mailed),
      entries: missing.map((entry, n) => ({ ...entry, id: String(ids[n]) })),
    };
  }

  /**
   * When each of these entries is mailed: at once, or {@link GROUP_MS} after the last mail of its group, with all that
   * came until then. Two transactions that add to one inbox conflict, so the later sees the entries of the first.
   */
  private async mailings(
    session: ClientSession,
    entries: readonly NewEntry[],
    ids: readonly Types.ObjectId[],
    now: Date,
  ): Promise<Mailing[]> {
    const newest = new Map<string, { first: Types.ObjectId; at: Date }>();
    const mailings: Mailing[] = [];
    for (const [n, { userId, mail }] of entries.entries()) {
      const id = ids[n];
      if (!mail || 'unreadMs' in mail || !id) {
        const delayMs = mail && 'unreadMs' in mail ? mail.unreadMs : 0;
        mailings.push({ mailAt: new Date(now.getTime() + delayMs), mailedWith: null });
        continue;
      }
      const key = `${userId} ${mail.group}`;
      const last = newest.get(key) ?? (await this.lastMail(session, userId, mail.group));
      const [open, next] = [now.getTime() + CLOSED_MS, (last?.at.getTime() ?? 0) + GROUP_MS];
      const isOpen = last !== null && last.at.getTime() > open;
      const at = isOpen ? last.at : new Date(Math.max(now.getTime(), next));
      newest.set(key, { first: isOpen ? last.first : id, at });
      mailings.push({ mailAt: at, mailedWith: isOpen ? last.first : null });
    }
    return mailings;
  }

  /** The newest mail of a group, sent or waiting, by its first entry. */
  private async lastMail(
    session: ClientSession,
    userId: Id,
    mailGroup: string,
  ): Promise<{ first: Types.ObjectId; at: Date } | null> {
    const found = await this.notifications
      .findOne({ userId: new Types.ObjectId(userId), mailGroup, mailedWith: null })
      .sort({ mailAt: -1 })
      .session(session)
      .lean<Notification>();
    return found && { first: found._id, at: found.mailAt };
  }

  /** The entries that are not stored yet, without duplicates. */
  private async missing<Entry extends NewEntry>(
    session: ClientSession,
    entries: readonly Entry[],
  ): Promise<readonly Entry[]> {
    const keyOf = (userId: { toString(): string }, eventId: string) => `${userId} ${eventId}`;
    const byKey = new Map<string, Entry>();
    for (const entry of entries) {
      const key = keyOf(entry.userId, entry.eventId);
      if (!byKey.has(key)) byKey.set(key, entry);
    }
    if (byKey.size === 0) return [];
    const eventIds = new Map<Id, string[]>();
    for (const { userId, eventId } of byKey.values())
      eventIds.set(userId, [...(eventIds.get(userId) ?? []), eventId]);
    // Two `$in`s would seek every pair of a user and an event.
    const known = await this.notifications
      .find({ $or: [...eventIds].map(([userId, ids]) => ({ userId, eventId: { $in: ids } })) })
      .select({ _id: 0, userId: 1, eventId: 1 })
      .session(session)
      .lean<Pick<Notification, 'userId' | 'eventId'>[]>();
    for (const { userId, eventId } of known) byKey.delete(keyOf(userId, eventId));
    return [...byKey.values()];
  }

  /** A user's entries, newest first. */
  async list(userId: Id, { cursor, limit }: PageQuery): Promise<InboxPage> {
    const own = { userId: new Types.ObjectId(userId) };
    const older = cursor ? { _id: { $lt: new Types.ObjectId(decodeCursor(cursor)[1]) } } : {};
    // Read before the rows are counted: the next event corrects a count that is newer than its version, but clients
    // would ignore that event if the version were newer than its count.
    const inbox = await this.inboxes.findById(own.userId).lean<Inbox>();
    const counted = inbox?.countedOn === dayOf(Date.now(), 'UTC') ? inbox : undefined;
    const [found, total, unread] = await Promise.all([
      this.notifications
        .find({ ...own, ...older })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean<Notification[]>(),
      counted?.total ?? countTotal(this.notifications, own),
      counted?.unread ?? countTotal(this.notifications, { ...own, readAt: null }),
    ]);
    const { rows, nextCursor } = splitPage(found, limit);
    const version = inbox?.version ?? 0;
    return { notifications: rows.map(toNotificationDto), nextCursor, total, unread, version };
  }

  /** Marks the user's own entries as read and emits an event for their tabs; other ids are ignored. */
  async markRead(userId: Id, request: ReadInbox): Promise<InboxCount> {
    const owner = new Types.ObjectId(userId);
    const ids = 'ids' in request ? request.ids : null;
    return this.transactions.run(async (session) => {
      const marked = await this.mark(session, userId, ids);
      if (marked) return marked;
      const inbox = await this.inboxes.findById(owner).session(session).lean<Inbox>();
      return this.count(session, owner, inbox?.version ?? 0);
    });
  }

  /**
   * Inside a transaction: marks a user's entry as read, because its owner has seen elsewhere what it says. Returns false
   * if there is no such entry yet.
   */
  async markSeen(
    session: ClientSession,
    { userId, eventId, cause }: Pick<NewEntry, 'userId' | 'eventId' | 'cause'>,
  ): Promise<boolean> {
    const entry = await this.notifications
      .findOne({ userId: new Types.ObjectId(userId), eventId }, { readAt: 1 })
      .session(session)
      .lean<Pick<Notification, '_id' | 'readAt'>>();
    if (!entry) return false;
    if (!entry.readAt) await this.mark(session, userId, [entry._id.toString()], cause);
    return true;
  }

  /** Null if all of them were read already. */
  private async mark(
    session: ClientSession,
    userId: Id,
    ids: readonly Id[] | null,
    cause?: DomainEvent,
  ): Promise<InboxCount | null> {
    const readAt = new Date();
    const { modifiedCount } = await this.notifications.updateMany(
      {
        userId: new Types.ObjectId(userId),
        readAt: null,
        ...(ids && { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
      },
      { $set: { readAt } },
      { session },
    );
    if (modifiedCount === 0) return null;
    const change = { userId, versions: 1, total: 0, unread: -modifiedCount };
    const [next] = await this.nextCounts(session, [change]);
    if (!next) throw new Error('every change has a count');
    const { userId: _, ...inbox } = next;
    const aggregate = { id: `inbox:${userId}`, version: inbox.version };
    const payload = { userId, ids: ids && [...ids], readAt: readAt.toISOString(), inbox };
    await this.outbox.add(session, draft('inbox.read', aggregate, payload, cause));
    return inbox;
  }

  /** The mails of these entries that were not sent, by their first entry; all entries oldest first. */
  async unmailed(ids: readonly Id[]): Promise<Notification[][]> {
    const some = { $in: ids.map((id) => new Types.ObjectId(id)) };
    const entries = await this.notifications
      .find({ $or: [{ _id: some }, { mailedWith: some }], mailedAt: null })
      .sort({ addedAt: 1, _id: 1 })
      .lean<Notification[]>();
    return grouped(entries, ({ _id, mailedWith }) => mailedWith ?? _id).map(([, own]) => own);
  }

  /** The jobs of the entries stored in this period that have not been mailed. */
  async mailJobsBetween(from: Date, to: Date): Promise<MailJob[]> {
    // By its id, because what it says may have happened much earlier.
    const stored = { $gte: lowestIdAt(from.getTime()), $lt: lowestIdAt(to.getTime()) };
    const entries = await this.notifications
      .find({ _id: stored, mailedAt: null }, { _id: 1, mailJobId: 1, mailedWith: 1, mailAt: 1 })
      .lean<Mailed[]>();
    return mailJobsOf(entries);
  }

  /** An entry, with how many are unread in its inbox; null if it has expired. */
  async withUnread(id: Types.ObjectId): Promise<{ entry: Notification; unread: number } | null> {
    const entry = await this.notifications.findById(id).lean<Notification>();
    if (!entry) return null;
    const inbox = await this.inboxes.findById(entry.userId).lean<Inbox>();
    return { entry, unread: inbox?.unread ?? 0 };
  }

  /** Records that the mails of these entries were sent. */
  async markMailed(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.notifications.updateMany({ _id: { $in: ids } }, { $set: { mailedAt: new Date() } });
  }

  /**
   * Writes and returns the counts after these changes. The second of two concurrent transactions conflicts on the
   * version and runs again with the result of the first. Recounts the entries once a day, because old entries expire.
   */
  private async nextCounts(
    session: ClientSession,
    changes: readonly CountChange[],
  ): Promise<(InboxCount & { readonly userId: Id })[]> {
    const today = dayOf(Date.now(), 'UTC');
    const found = await this.inboxes
      .find({ _id: { $in: changes.map(({ userId }) => userId) } })
      .session(session)
      .lean<Inbox[]>();
    const next: (InboxCount & { readonly userId: Id })[] = [];
    for (const { userId, versions, total, unread } of changes) {
      const known = found.find(({ _id }) => _id.equals(userId));
      const version = (known?.version ?? 0) + versions;
      const counted =
        known?.countedOn === today
          ? { version, total: known.total + total, unread: known.unread + unread }
          : await this.count(session, new Types.ObjectId(userId), version);
      next.push({ userId, ...counted });
    }
    await this.inboxes.bulkWrite(
      next.map(({ userId, ...count }) => ({
        updateOne: {
          filter: { _id: new Types.ObjectId(userId) },
          update: { $set: { ...count, countedOn: today } },
          upsert: true,
        },
      })),
      { session },
    );
    return next;
  }

  private async count(
    session: ClientSession,
    owner: Types.ObjectId,
    version: number,
  ): Promise<InboxCount> {
    const count = (filter: object) => this.notifications.countDocuments(filter).session(session);
    // Sequential, because a transaction runs one statement at a time.
    const total = await count({ userId: owner });
    const unread = await count({ userId: owner, readAt: null });
    return { total, unread, version };
  }
}

const contentOf = ({ eventId, kind, title, text, details, dates, link }: NewEntry) => ({
  ...{ eventId, kind, title, text, details: [...details], dates: [...dates], link },
});

function mailFieldsOf(
  mail: NewEntry['mail'],
): Pick<Notification, 'mailGroup' | 'mailTopic' | 'mailSubject' | 'mailIfUnread'> {
  const mailIfUnread = Boolean(mail && 'unreadMs' in mail);
  const { group = null, topic = null, subject = null } = mail && 'group' in mail ? mail : {};
  return { mailGroup: group, mailTopic: topic, mailSubject: subject, mailIfUnread };
}

type Mailed = Pick<Notification, '_id' | 'mailJobId'> & Partial<Mailing>;

function mailJobsOf(entries: readonly Mailed[]): MailJob[] {
  return grouped(entries, ({ mailJobId }) => mailJobId).map(([id, own]) => ({
    id,
    notificationIds: [...new Set(own.map(({ _id, mailedWith }) => (mailedWith ?? _id).toString()))],
    // Entries of older versions have no time, and are due.
    dueAt: own[0]?.mailAt ?? new Date(0),
  }));
}

/** The entries by an id, in their order. */
function grouped<Entry>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => Types.ObjectId,
): [Id, Entry[]][] {
  const groups = new Map<Id, Entry[]>();
  for (const entry of entries) {
    const id = idOf(entry).toString();
    groups.set(id, [...(groups.get(id) ?? []), entry]);
  }
  return [...groups];
}
