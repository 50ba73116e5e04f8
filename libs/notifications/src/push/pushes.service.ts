import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, PushKind } from '#libs/contracts';
import { type ClientSession, PLATFORM_CONFIG, type PlatformConfig } from '#libs/platform';
import { PUSH_TTL_MS } from '../notice-channels.js';
import { PUSH, type Push } from './push.model.js';
import { PushDevices } from './push-devices.service.js';
import { PushSender } from './push-sender.js';
import { quietUntil } from './quiet-hours.js';

/** An entry of an inbox that is pushed too. */
export interface PushedEntry {
  readonly notificationId: Id;
  readonly userId: Id;
  readonly kind: PushKind;
  readonly tag: string;
  /** The page that a click opens. */
  readonly path: string;
  /** Milliseconds for which it waits, to be sent if it is still unread then. */
  readonly delayMs: number;
}

/** The records of what is to be pushed. */
@Injectable()
export class PushesService {
  constructor(
    @InjectModel(PUSH) private readonly pushes: Model<Push>,
    private readonly devices: PushDevices,
    private readonly sender: PushSender,
    @Inject(PLATFORM_CONFIG) private readonly config: PlatformConfig,
  ) {}

  /**
   * Inside a transaction: stores a push for each device that gets this kind. Older ones of the same tag that wait are
   * replaced.
   */
  async add(session: ClientSession, entries: readonly PushedEntry[]): Promise<Push[]> {
    if (entries.length === 0 || !this.sender.isOffered) return [];
    const books = await this.devices.booksOf(
      [...new Set(entries.map((one) => one.userId))],
      session,
    );
    const now = Date.now();
    const added = new Map<string, Push>();
    for (const { notificationId, userId, kind, tag, path, delayMs } of entries) {
      const book = books.find(({ _id }) => _id.equals(userId));
      for (const device of book?.devices ?? []) {
        if (!device.kinds.includes(kind)) continue;
        const wanted = now + delayMs;
        const dueAt = quietUntil(book?.quiet ?? null, wanted, this.config.MARKET_TIME_ZONE);
        added.set(`${device._id} ${tag}`, {
          _id: new Types.ObjectId(),
          userId: new Types.ObjectId(userId),
          deviceId: device._id,
          notificationId: new Types.ObjectId(notificationId),
          ...{ kind, tag, path },
          dueAt: new Date(dueAt ?? wanted),
          expiresAt: new Date(wanted + PUSH_TTL_MS[kind]),
          doneAt: null,
          createdAt: new Date(now),
        });
      }
    }
    const pushes = [...added.values()];
    if (pushes.length === 0) return [];
    const same = pushes.map(({ deviceId, tag }) => ({ deviceId, tag, doneAt: null }));
    await this.pushes.updateMany({ $or: same }, { $set: { doneAt: new Date(now) } }, { session });
    await this.pushes.insertMany(pushes, { lean: true, session });
    return pushes;
  }

  /** A push that is not done yet. */
  waiting(id: Id): Promise<Push | null> {
    return this.pushes.findOne({ _id: new Types.ObjectId(id), doneAt: null }).lean<Push>();
  }

  /** Those that have been due for this time, oldest first; those that are of no use any more are done. */
  async overdue(forMs: number, limit: number): Promise<Push[]> {
    const now = Date.now();
    const isDue = { doneAt: null, dueAt: { $lt: new Date(now - forMs) } };
    await this.pushes.updateMany(
      { ...isDue, expiresAt: { $lt: new Date(now) } },
      { $set: { doneAt: new Date(now) } },
    );
    return this.pushes.find(isDue).sort({ dueAt: 1 }).limit(limit).lean<Push[]>();
  }

  async done(id: Types.ObjectId): Promise<void> {
    await this.pushes.updateOne({ _id: id, doneAt: null }, { $set: { doneAt: new Date() } });
  }

  /** Puts a push off. Returns it as it is then. */
  async putOff(push: Push, until: number): Promise<Push> {
    const dueAt = new Date(until);
    await this.pushes.updateOne({ _id: push._id, doneAt: null }, { $set: { dueAt } });
    return { ...push, dueAt };
  }
}
