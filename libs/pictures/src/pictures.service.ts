import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, UploadedPicture } from '#libs/contracts';
import {
  type ClientSession,
  DomainError,
  isDuplicateKey,
  LOGGER,
  type Logger,
  type Principal,
} from '#libs/platform';
import { PictureStore } from './picture-store.js';
import { type RenderedFile, renderPicture } from './render-picture.js';
import { UPLOAD, type Upload } from './upload.model.js';
import { UploadQueue } from './upload-queue.js';

/** Milliseconds after which an unused upload may be swept. */
const UNUSED_MS = 24 * 3_600_000;
/**
 * Maximum number of pictures per farm and per customer: all of them, and the unused ones, which are swept after a day.
 */
const MAX_PICTURES = {
  farm: { all: 5_000, unused: 200 },
  customer: { all: 200, unused: 20 },
};
/** Maximum number of uploads that one sweep removes. */
const SWEPT_AT_ONCE = 20;
/** Milliseconds until the removal of one upload counts as abandoned. */
const SWEEP_MS = 120_000;
/** Milliseconds between two checks for the end of a removal. */
const POLL_MS = 20;

/** Uploads pictures and removes the unused ones. */
@Injectable()
export class Pictures {
  private readonly queue = new UploadQueue();
  /** {@link MAX_PICTURES}; tests lower it. */
  maxPictures = MAX_PICTURES;

  constructor(
    @InjectModel(UPLOAD) private readonly uploads: Model<Upload>,
    private readonly store: PictureStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Stores a picture in its sizes; the same picture again is the same upload. Over a limit it does not read the body.
   * Throws `PICTURE_INVALID`, `PICTURE_LIMIT_REACHED` and `RATE_LIMITED`.
   */
  async upload(actor: Principal, read: () => Promise<Buffer>): Promise<UploadedPicture> {
    await this.checkQuota(actor);
    return this.queue.run(actor, read, (bytes) => this.save(actor, bytes));
  }

  private async checkQuota(actor: Principal): Promise<void> {
    const farmId = ownerOf(actor);
    if (!farmId) return;
    const { all, unused } = this.maxPictures[actor.farmId ? 'farm' : 'customer'];
    for (const [filter, limit] of [
      [{ farmId }, all],
      [{ farmId, usedAt: null }, unused],
    ] as const)
      if ((await this.uploads.countDocuments(filter, { limit })) >= limit)
        throw new DomainError('PICTURE_LIMIT_REACHED');
  }

  /**
   * Inside a transaction: the uploads of this farm or customer or of an admin, by URL. Marks them as used; from then
   * on they are kept, because orders show them too. Omits URLs that do not exist or belong to another owner.
   */
  async use(
    session: ClientSession,
    ownerId: Id | Types.ObjectId,
    urls: readonly string[],
  ): Promise<Map<string, UploadedPicture>> {
    if (urls.length === 0) return new Map();
    const wanted = { url: { $in: urls }, farmId: { $in: [new Types.ObjectId(ownerId), null] } };
    const found = await this.uploads.find(wanted).session(session).lean<Upload[]>();
    await this.uploads.updateMany(
      { _id: { $in: found.map(({ _id }) => _id) }, usedAt: null },
      { $set: { usedAt: new Date() } },
      { session },
    );
    return new Map(found.map((upload) => [upload.url, toUploadedPicture(upload)]));
  }

  private async save(actor: Principal, bytes: Buffer): Promise<UploadedPicture> {
    // Each upload removes some unused ones first, so no schedule is needed.
    await this.sweep().catch((error: unknown) =>
      this.logger.error({ err: error }, 'unused pictures were not swept'),
    );
    const files = await renderPicture(bytes);
    const picture = pictureOf(files);
    await this.record(actor, picture, files);
    for (const file of files) await this.store.put(file.name, file.bytes);
    return picture;
  }

  /**
   * Records an upload before its files are stored. Once it returns, no sweep is removing these files or will start to.
   * A sweep marks its upload before it looks for others of the same picture, and this writes before it looks for such
   * marks, so one of the two always sees the other.
   */
  private async record(
    actor: Principal,
    picture: UploadedPicture,
    files: readonly RenderedFile[],
  ): Promise<void> {
    const farmId = ownerOf(actor);
    const { url } = picture;
    do {
      await this.sweepEnded(url);
      try {
        await this.uploads.updateOne(
          { url, farmId, $or: notBeingSwept() },
          {
            $set: {
              ...picture,
              files: files.map(({ name }) => name),
              uploadedAt: new Date(),
              sweepingSince: null,
            },
            $setOnInsert: { usedAt: null },
          },
          { upsert: true },
        );
      } catch (error) {
        // A sweep of this upload has just begun.
        if (!isDuplicateKey(error)) throw error;
      }
    } while (await this.isBeingSwept(url));
  }

  private async sweepEnded(url: string): Promise<void> {
    while (await this.isBeingSwept(url)) await setTimeout(POLL_MS);
  }

  private async isBeingSwept(url: string): Promise<boolean> {
    return (await this.uploads.exists({ url, sweepingSince: { $gt: sweepDeadline() } })) !== null;
  }

  /**
   * Removes uploads that were not used within a day, and their files unless another upload has the same. Returns the
   * number of removed uploads.
   */
  async sweep(now = new Date()): Promise<number> {
    const unused = {
      usedAt: null,
      uploadedAt: { $lt: new Date(now.getTime() - UNUSED_MS) },
      $or: notBeingSwept(),
    };
    const found = await this.uploads.find(unused).limit(SWEPT_AT_ONCE).lean<Upload[]>();
    let swept = 0;
    for (const { _id, url, files } of found) {
      const sweepingSince = new Date();
      const { modifiedCount } = await this.uploads.updateOne(
        { _id, ...unused },
        { $set: { sweepingSince } },
      );
      if (modifiedCount === 0) continue;
      if (!(await this.uploads.exists({ url, _id: { $ne: _id } })))
        for (const name of files) await this.store.delete(name);
      // Last, because an upload of the same picture waits until this document is gone.
      swept += (await this.uploads.deleteOne({ _id, sweepingSince })).deletedCount;
    }
    return swept;
  }
}

/** Whose an upload is: a farm's or a customer's; null for an admin's. */
const ownerOf = ({ role, farmId, userId }: Principal): Types.ObjectId | null => {
  if (farmId) return new Types.ObjectId(farmId);
  return role === 'customer' ? new Types.ObjectId(userId) : null;
};

/** A sweep that began before this time has ended, or its process has died. */
const sweepDeadline = () => new Date(Date.now() - SWEEP_MS);
const notBeingSwept = () => [{ sweepingSince: null }, { sweepingSince: { $lte: sweepDeadline() } }];

/** The width of the file whose URL identifies the picture. */
const MAIN_WIDTH = 800;

function pictureOf(files: readonly RenderedFile[]): UploadedPicture {
  const main = files.find(({ name }) => name.endsWith(`-${MAIN_WIDTH}.webp`)) ?? files.at(-1);
  if (!main) throw new Error('rendering returned no files');
  return {
    url: urlOf(main.name),
    width: main.width,
    height: main.height,
    sizes: files.map(({ name, width }) => ({ url: urlOf(name), width })),
  };
}

function toUploadedPicture({ url, width, height, sizes }: Upload): UploadedPicture {
  return { url, width, height, sizes };
}

const urlOf = (name: string) => `/pictures/${name}`;
