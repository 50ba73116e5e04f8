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
  loadById,
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

/** An entry that was put into an inbox, and of which event. */
export interface AddedEntry {
  readonly id: Id;
  readonly follows: DomainEvent;
}

/** How many entries came into an inbox, were read, and in how many steps. */
interface CountChange {
  readonly userId: Id;
  readonly times: number;
  readonly total: number;
  readonly unread: number;
}

/** Everybody's inbox: nobody's but its owner's, live in all their tabs. */
@Injectable()
export class InboxService {
  private readonly waiting = loadById<Notification>(async (ids) => {
    const found = await this.notifications
      .find({ _id: { $in: ids }, mailedAt: null })
      .lean<Notification[]>();
    return new Map(found.map((entry) => [entry._id.toString(), entry]));
  });

  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(INBOX) private readonly inboxes: Model<Inbox>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Inside a transaction: puts entries into inboxes, each once per user and event, or per what else `eventId` names.
   * Answers those that are new.
   */
  async add(session: ClientSession, wishes: readonly NewEntry[]): Promise<AddedEntry[]> {
    const fresh = await this.unknown(session, wishes);
    if (fresh.length === 0) return [];
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
    const ownOf = (userId: Id) =>
      added.filter(({ notification }) => notification.userId.equals(userId));
    const owners = [...new Set(fresh.map(({ userId }) => userId))];
    const changes = owners.map((userId) => {
      const { length } = ownOf(userId);
      return { userId, times: length, total: length, unread: length };
    });
    const counts = await this.nextCounts(session, changes);
    const drafts = counts.flatMap(({ userId, ...last }) =>
      ownOf(userId).map(({ notification, follows }, n, { length }) => {
        const later = length - 1 - n;
        const inbox = {
          version: last.version - later,
          total: last.total - later,
          unread: last.unread - later,
        };
        const payload = { userId, notification: toNotificationDto(notification), inbox };
        const aggregate = { id: `inbox:${userId}`, version: inbox.version };
        return draft('inbox.added', aggregate, payload, follows);
      }),
    );
    await this.outbox.add(session, ...drafts);
    return added.map(({ notification: { _id }, follows }) => ({ id: _id.toString(), follows }));
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
    return this.transactions.run(async (session) => {
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
      const change = { userId, times: 1, total: 0, unread: -modifiedCount };
      const [next] = await this.nextCounts(session, [change]);
      if (!next) throw new Error('every change has a count');
      const { userId: _, ...inbox } = next;
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
  }

  /** An entry that was not mailed yet; undefined where it was, or where its time is over. */
  unmailed(id: Id): Promise<Notification | undefined> {
    return this.waiting(id);
  }

  /** Entries of that time whose mail was not handed over. */
  async unmailedBetween(from: Date, to: Date): Promise<Id[]> {
    const waiting = await this.notifications
      .find({ createdAt: { $gte: from, $lt: to }, mailedAt: null }, { _id: 1 })
      .lean<Pick<Notification, '_id'>[]>();
    return waiting.map(({ _id }) => _id.toString());
  }

  /** Records that the mail of an entry was sent. */
  async markMailed(id: Id): Promise<void> {
    await this.notifications.updateOne({ _id: id }, { $set: { mailedAt: new Date() } });
  }

  /**
   * The counts after these changes, each of which takes `times` versions of an inbox. Of two transactions at once the
   * second meets the first one's version, and runs again on what the first has left. Once a day the entries themselves
   * are counted.
   */
  private async nextCounts(
    session: ClientSession,
    changes: readonly CountChange[],
  ): Promise<(InboxCount & { readonly userId: Id })[]> {
    const today = dayOf(new Date().toISOString());
    const found = await this.inboxes
      .find({ _id: { $in: changes.map(({ userId }) => userId) } })
      .session(session)
      .lean<Inbox[]>();
    const next: (InboxCount & { readonly userId: Id })[] = [];
    for (const { userId, times, total, unread } of changes) {
      const known = found.find(({ _id }) => _id.equals(userId));
      const version = (known?.version ?? 0) + times;
      const counted =
        known?.countedOn === today
          ? { version, total: known.total + total, unread: known.unread + unread }
          : await this.count(session, new Types.ObjectId(userId), version);
      next.push({ userId, ...counted });
    }
    await this.inboxes.collection.bulkWrite(
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
    // One after the other: a transaction runs one statement at a time.
    const total = await count({ userId: owner });
    const unread = await count({ userId: owner, readAt: null });
    return { total, unread, version };
  }
}
