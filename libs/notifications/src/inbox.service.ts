import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type DomainEvent,
  dayOf,
  type Id,
  type InboxCount,
  type InboxPage,
  type PageQuery,
  type ReadInbox,
} from '#libs/contracts';
import {
  type ClientSession,
  countTotal,
  decodeCursor,
  draft,
  type EventDraft,
  Outbox,
  pageById,
  Transactions,
} from '#libs/platform';
import {
  INBOX,
  type Inbox,
  NOTIFICATION,
  type Notification,
  toNotificationDto,
} from './notification.model.js';

/** Whose entry it is, what it says and where it leads, and of which event. */
export interface NewEntry
  extends Pick<Notification, 'eventId' | 'kind' | 'title' | 'text' | 'details' | 'link'> {
  readonly userId: Id;
  readonly follows: DomainEvent;
}

/** Everybody's inbox: nobody's but its owner's, live in all their tabs. */
@Injectable()
export class InboxService {
  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(INBOX) private readonly inboxes: Model<Inbox>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Inside a transaction: puts entries into inboxes, each once per user and event, or per what else `eventId` names. */
  async add(session: ClientSession, wishes: readonly NewEntry[]): Promise<void> {
    const fresh = await this.unknown(session, wishes);
    if (fresh.length === 0) return;
    const added = fresh.map(({ follows, userId, ...entry }) => ({
      follows,
      notification: {
        ...entry,
        _id: new Types.ObjectId(),
        userId: new Types.ObjectId(userId),
        details: [...entry.details],
        readAt: null,
        mailedAt: null,
        createdAt: new Date(),
      } satisfies Notification,
    }));
    await this.notifications.collection.insertMany(
      added.map(({ notification }) => notification),
      { session },
    );
    const drafts: EventDraft[] = [];
    for (const userId of new Set(fresh.map((entry) => entry.userId))) {
      const own = added.filter(({ notification }) => notification.userId.equals(userId));
      const by = { total: own.length, unread: own.length };
      const last = await this.nextCount(session, new Types.ObjectId(userId), own.length, by);
      for (const [n, { notification, follows }] of own.entries()) {
        const later = own.length - 1 - n;
        const inbox = {
          version: last.version - later,
          total: last.total - later,
          unread: last.unread - later,
        };
        const aggregate = { id: `inbox:${userId}`, version: inbox.version };
        const payload = { userId, notification: toNotificationDto(notification), inbox };
        drafts.push(draft('inbox.added', aggregate, payload, follows));
      }
    }
    await this.outbox.add(session, ...drafts);
  }

  /** Those of which there is no entry yet, each once. */
  private async unknown(
    session: ClientSession,
    wishes: readonly NewEntry[],
  ): Promise<readonly NewEntry[]> {
    const keyOf = (userId: { toString(): string }, eventId: string) => `${userId} ${eventId}`;
    const byKey = new Map<string, NewEntry>();
    for (const wish of wishes) {
      const key = keyOf(wish.userId, wish.eventId);
      if (!byKey.has(key)) byKey.set(key, wish);
    }
    if (byKey.size === 0) return [];
    const known = await this.notifications
      .find({
        userId: { $in: [...new Set(wishes.map(({ userId }) => userId))] },
        eventId: { $in: [...new Set(wishes.map(({ eventId }) => eventId))] },
      })
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
    // Before the rows are counted: a count newer than its version is put right by the event on its way,
    // a version newer than its count would keep that event out.
    const inbox = await this.inboxes.findById(own.userId).lean<Inbox>();
    const counted = inbox?.countedOn === dayOf(new Date().toISOString()) ? inbox : undefined;
    const [found, total, unread] = await Promise.all([
      this.notifications
        .find({ ...own, ...older })
        .sort({ _id: -1 })
        .limit(limit + 1)
        .lean<Notification[]>(),
      counted?.total ?? countTotal(this.notifications, own),
      counted?.unread ?? countTotal(this.notifications, { ...own, readAt: null }),
    ]);
    const { rows, nextCursor } = pageById(found, limit);
    const version = inbox?.version ?? 0;
    return { notifications: rows.map(toNotificationDto), nextCursor, total, unread, version };
  }

  /** Marks own entries as read and tells the user's tabs; ids that are nobody's or somebody else's change nothing. */
  async markRead(userId: Id, wish: ReadInbox): Promise<InboxCount> {
    const owner = new Types.ObjectId(userId);
    const ids = 'ids' in wish ? wish.ids : null;
    const count = await this.transactions.run(async (session) => {
      const readAt = new Date();
      const { modifiedCount } = await this.notifications.updateMany(
        {
          userId: owner,
          readAt: null,
          ...(ids && { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }),
        },
        { $set: { readAt } },
        { session },
      );
      if (modifiedCount === 0) {
        const same = await this.inboxes.findById(owner).session(session).lean<Inbox>();
        return this.count(session, owner, same?.version ?? 0);
      }
      const inbox = await this.nextCount(session, owner, 1, { total: 0, unread: -modifiedCount });
      await this.outbox.add(
        session,
        draft(
          'inbox.read',
          { id: `inbox:${userId}`, version: inbox.version },
          { userId, ids, readAt: readAt.toISOString(), inbox },
        ),
      );
      return inbox;
    });
    this.outbox.wake();
    return count;
  }

  /** An entry that was not mailed yet; null where it was, or where its time is over. */
  unmailed(id: Id): Promise<Notification | null> {
    return this.notifications.findOne({ _id: id, mailedAt: null }).lean<Notification>();
  }

  /** Entries of that time whose mail was not handed over. */
  async unmailedBetween(from: Date, to: Date): Promise<Id[]> {
    const waiting = await this.notifications
      .find({ createdAt: { $gte: from, $lt: to }, mailedAt: null }, { _id: 1 })
      .lean<Pick<Notification, '_id'>[]>();
    return waiting.map(({ _id }) => _id.toString());
  }

  /** Remembers that the mail of an entry was handed over. */
  async markMailed(id: Id): Promise<void> {
    await this.notifications.updateOne({ _id: id }, { $set: { mailedAt: new Date() } });
  }

  /**
   * The count after so many changes, each of which takes the inbox's next version. Of two transactions at once the
   * second meets the first one's version, and runs again on what the first has left. Once a day the entries themselves
   * are counted.
   */
  private async nextCount(
    session: ClientSession,
    owner: Types.ObjectId,
    changes: number,
    by: { readonly total: number; readonly unread: number },
  ): Promise<InboxCount> {
    const today = dayOf(new Date().toISOString());
    const { version, total, unread, countedOn } = await this.inboxes
      .findOneAndUpdate(
        { _id: owner },
        { $inc: { version: changes, ...by } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<Inbox>()
      .orFail();
    if (countedOn === today) return { version, total, unread };
    const counted = await this.count(session, owner, version);
    const { version: _, ...now } = counted;
    await this.inboxes.updateOne(
      { _id: owner },
      { $set: { ...now, countedOn: today } },
      { session },
    );
    return counted;
  }

  private async count(
    session: ClientSession,
    owner: Types.ObjectId,
    version: number,
  ): Promise<InboxCount> {
    const count = (filter: object) => this.notifications.countDocuments(filter).session(session);
    // One after the other: a transaction runs one statement at a time.
    const total = await count({ userId: owner });
    const unread = await count({ userId: owner, readAt: null });
    return { total, unread, version };
  }
}
