import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
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

/** What an entry says and where it leads. */
export type NewEntry = Pick<Notification, 'kind' | 'title' | 'text' | 'details' | 'link'>;

/** Everybody's inbox: nobody's but its owner's, live in all their tabs. */
@Injectable()
export class InboxService {
  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(INBOX) private readonly inboxes: Model<Inbox>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** Inside a transaction: puts an entry into a user's inbox, once per event, or per what else `eventId` names. */
  async add(session: ClientSession, userId: Id, eventId: string, entry: NewEntry): Promise<void> {
    const owner = new Types.ObjectId(userId);
    if (await this.notifications.exists({ userId: owner, eventId }).session(session)) return;
    const notification: Notification = {
      _id: new Types.ObjectId(),
      userId: owner,
      eventId,
      ...entry,
      readAt: null,
      mailedAt: null,
      createdAt: new Date(),
    };
    await this.notifications.create([notification], { session });
    const inbox = await this.nextCount(session, owner, { total: 1, unread: 1 });
    await this.outbox.add(
      session,
      draft(
        'inbox.added',
        { id: `inbox:${userId}`, version: inbox.version },
        { userId, notification: toNotificationDto(notification), inbox },
      ),
    );
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
      const inbox = await this.nextCount(session, owner, { total: 0, unread: -modifiedCount });
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
   * The count after a change, under the inbox's next version. Of two changes at once the second meets the
   * first one's version, and runs again on what the first has left. Once a day the entries themselves are counted.
   */
  private async nextCount(
    session: ClientSession,
    owner: Types.ObjectId,
    by: { readonly total: number; readonly unread: number },
  ): Promise<InboxCount> {
    const today = dayOf(new Date().toISOString());
    const { version, total, unread, countedOn } = await this.inboxes
      .findOneAndUpdate(
        { _id: owner },
        { $inc: { version: 1, ...by } },
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
