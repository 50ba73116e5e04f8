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
/** Maximum number of pictures per farm: all of them, and the unused ones, which are swept after a day. */
const FARM_PICTURES = { all: 5_000, unused: 200 };
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
  /** {@link FARM_PICTURES}; tests lower it. */
  farmPictures = FARM_PICTURES;

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
    if (actor.farmId) await this.checkQuota(new Types.ObjectId(actor.farmId));
    return this.queue.run(actor, read, (bytes) => this.save(actor, bytes));
  }

  private async checkQuota(farmId: Types.ObjectId): Promise<void> {
    for (const [filter, limit] of [
      [{ farmId }, this.farmPictures.all],
      [{ farmId, usedAt: null }, this.farmPictures.unused],
    ] as const)
      if ((await this.uploads.countDocuments(filter, { limit })) >= limit)
        throw new DomainError('PICTURE_LIMIT_REACHED');
  }

  /**
   * Inside a transaction: the uploads of this farm or of an admin, by URL. Marks them as used; from then on they are
   * kept, because orders show them too. Omits URLs that do not exist or belong to another farm.
   */
  async use(
    session: ClientSession,
    farmId: Id | Types.ObjectId,
    urls: readonly string[],
  ): Promise<Map<string, UploadedPicture>> {
    if (urls.length === 0) return new Map();
    const wanted = { url: { $in: urls }, farmId: { $in: [new Types.ObjectId(farmId), null] } };
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
    const farmId = actor.farmId ? new Types.ObjectId(actor.farmId) : null;
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
