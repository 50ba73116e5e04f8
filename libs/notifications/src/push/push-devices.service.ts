import { ECDH } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import {
  type Id,
  PUSH_DEVICES_MAX,
  type PushDeviceRequest,
  type PushDto,
  type QuietHours,
} from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  type Principal,
  retryConflicts,
  writeVersion,
} from '#libs/platform';
import { isAllowedEndpoint, keysOf, PUSH_CONFIG, type PushConfig } from './push.config.js';
import {
  endpointId,
  PUSH_BOOK,
  type PushBook,
  type PushDevice,
  toPushDto,
} from './push-book.model.js';

/** The devices that get pushes, by person. */
@Injectable()
export class PushDevices {
  constructor(
    @InjectModel(PUSH_BOOK) private readonly books: Model<PushBook>,
    @Inject(PUSH_CONFIG) private readonly config: PushConfig,
  ) {}

  async get(userId: Id): Promise<PushDto> {
    return toPushDto(await this.book(userId));
  }

  /**
   * Adds a device, or changes what it gets. A device of another person, who used this browser before, is theirs no more.
   * Throws `PUSH_NOT_OFFERED`, `PUSH_ENDPOINT_REFUSED`, `PUSH_KEY_INVALID` and `PUSH_DEVICE_LIMIT_REACHED`.
   */
  async put(
    { userId }: Principal,
    sessionId: string | null,
    { endpoint, keys, name, kinds }: PushDeviceRequest,
  ): Promise<PushDto> {
    if (!keysOf(this.config)) throw new DomainError('PUSH_NOT_OFFERED');
    if (!isAllowedEndpoint(endpoint, this.config)) throw new DomainError('PUSH_ENDPOINT_REFUSED');
    if (!isPoint(keys.p256dh)) throw new DomainError('PUSH_KEY_INVALID');
    const _id = endpointId(endpoint);
    const book = await this.change(userId, (before) => {
      const known = before.devices.find((device) => device._id.equals(_id));
      const others = before.devices.filter((device) => device !== known);
      if (others.length >= PUSH_DEVICES_MAX) throw new DomainError('PUSH_DEVICE_LIMIT_REACHED');
      const since = known?.since ?? new Date();
      const device: PushDevice = { _id, endpoint, ...keys, name, kinds, sessionId, since };
      return { devices: [device, ...others] };
    });
    await this.books.updateMany(
      { _id: { $ne: book._id }, 'devices._id': _id },
      { $pull: { devices: { _id } }, $inc: { version: 1 } },
    );
    return toPushDto(book);
  }

  /** Removes a device of this person, if there is one. */
  async remove(userId: Id, id: Id): Promise<PushDto> {
    const _id = new Types.ObjectId(id);
    await this.books.updateOne(
      { _id: new Types.ObjectId(userId), 'devices._id': _id },
      { $pull: { devices: { _id } }, $inc: { version: 1 } },
    );
    return this.get(userId);
  }

  async setQuietHours(userId: Id, quiet: QuietHours | null): Promise<PushDto> {
    return toPushDto(await this.change(userId, () => ({ quiet })));
  }

  /** The books of these users, inside a transaction or not; those without one have no device. */
  booksOf(userIds: readonly Id[], session: ClientSession | null): Promise<PushBook[]> {
    if (userIds.length === 0) return Promise.resolve([]);
    return this.books
      .find({ _id: { $in: userIds.map((id) => new Types.ObjectId(id)) } })
      .session(session)
      .lean<PushBook[]>();
  }

  /** Forgets a device that its push service does not know any more, unless it was turned on again meanwhile. */
  async forget(userId: Types.ObjectId, { _id, p256dh }: PushDevice): Promise<void> {
    await this.books.updateOne(
      { _id: userId, devices: { $elemMatch: { _id, p256dh } } },
      { $pull: { devices: { _id } }, $inc: { version: 1 } },
    );
  }

  /** Inside a transaction: ends the devices that were turned on in this session. */
  async endSession(session: ClientSession, sessionId: string): Promise<void> {
    await this.books.updateMany(
      { 'devices.sessionId': sessionId },
      { $pull: { devices: { sessionId } }, $inc: { version: 1 } },
      { session },
    );
  }

  /** Inside a transaction: ends all devices of a person. */
  async endAll(session: ClientSession, userId: Id): Promise<void> {
    await this.books.updateOne(
      { _id: new Types.ObjectId(userId), 'devices.0': { $exists: true } },
      { $set: { devices: [] }, $inc: { version: 1 } },
      { session },
    );
  }

  private change(
    userId: Id,
    edit: (before: PushBook) => Partial<Pick<PushBook, 'devices' | 'quiet'>>,
  ): Promise<PushBook> {
    return retryConflicts(async () => {
      const before = await this.book(userId);
      const { devices, quiet } = before;
      return writeVersion(this.books, before, { devices, quiet, ...edit(before) });
    });
  }

  private async book(userId: Id): Promise<PushBook> {
    const found = await this.books.findById(userId).lean<PushBook>();
    return found ?? { _id: new Types.ObjectId(userId), devices: [], quiet: null, version: 0 };
  }
}

/** Whether a key is a point of the curve; nothing could be encrypted for another. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'base64url');
    return true;
  } catch {
    return false;
  }
}
