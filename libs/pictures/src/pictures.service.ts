import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { Id, UploadedPicture } from '#libs/contracts';
import {
  type ClientSession,
  isDuplicateKey,
  LOGGER,
  type Logger,
  type Principal,
} from '#libs/platform';
import { PictureStore } from './picture-store.js';
import { type RenderedFile, renderPicture } from './render-picture.js';
import { UPLOAD, type Upload } from './upload.model.js';

/** Milliseconds for which an upload waits to be used. */
const UNUSED_MS = 24 * 3_600_000;
/** Uploads that one sweep removes at the most. */
const SWEPT_AT_ONCE = 20;
/** Milliseconds that removing one upload takes at the most, and those between two looks whether it is over. */
const SWEEP_MS = 120_000;
const POLL_MS = 20;

/** Pictures that farms and admins upload, and what became of them. */
@Injectable()
export class Pictures {
  /** One picture at a time in this process: decoding is what costs memory. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    @InjectModel(UPLOAD) private readonly uploads: Model<Upload>,
    private readonly store: PictureStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Keeps a picture in its sizes; the same one again is the same upload. Throws `PICTURE_INVALID`. */
  async upload(actor: Principal, bytes: Buffer): Promise<UploadedPicture> {
    const turn = this.queue.then(() => this.keep(actor, bytes));
    this.queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Inside a transaction: the uploads of a farm, or of an admin, that have these addresses; from here on they
   * are kept for good, because orders show them too. Addresses of nothing, or of another farm's, are missing.
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

  private async keep(actor: Principal, bytes: Buffer): Promise<UploadedPicture> {
    // Whoever uploads pays for cleaning up, a little each time: no clock is needed.
    await this.sweep().catch((error: unknown) =>
      this.logger.error({ err: error }, 'unused pictures were not swept'),
    );
    const files = await renderPicture(bytes);
    const picture = pictureOf(files);
    await this.enter(actor, picture, files);
    for (const file of files) await this.store.put(file.name, file.bytes);
    return picture;
  }

  /**
   * Enters an upload, before its files are kept: from here on no sweep begins to remove them, and none is still
   * removing them. A sweep marks its upload before it looks for others of the same picture, and this writes before
   * it looks for such marks; so one of the two always sees the other.
   */
  private async enter(
    actor: Principal,
    picture: UploadedPicture,
    files: readonly RenderedFile[],
  ): Promise<void> {
    const farmId = actor.farmId ? new Types.ObjectId(actor.farmId) : null;
    const { url } = picture;
    do {
      await this.unswept(url);
      try {
        await this.uploads.updateOne(
          { url, farmId, $or: notSwept() },
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
        // Its own one began to be swept just now.
        if (!isDuplicateKey(error)) throw error;
      }
    } while (await this.isSwept(url));
  }

  private async unswept(url: string): Promise<void> {
    while (await this.isSwept(url)) await setTimeout(POLL_MS);
  }

  private async isSwept(url: string): Promise<boolean> {
    return (await this.uploads.exists({ url, sweepingSince: { $gt: patience() } })) !== null;
  }

  /** Removes uploads that nobody made use of within a day, and their files unless another upload has them too. */
  async sweep(now = new Date()): Promise<number> {
    const forgotten = {
      usedAt: null,
      uploadedAt: { $lt: new Date(now.getTime() - UNUSED_MS) },
      $or: notSwept(),
    };
    const found = await this.uploads.find(forgotten).limit(SWEPT_AT_ONCE).lean<Upload[]>();
    let swept = 0;
    for (const { _id, url, files } of found) {
      const sweepingSince = new Date();
      const { modifiedCount } = await this.uploads.updateOne(
        { _id, ...forgotten },
        { $set: { sweepingSince } },
      );
      if (modifiedCount === 0) continue;
      if (!(await this.uploads.exists({ url, _id: { $ne: _id } })))
        for (const name of files) await this.store.delete(name);
      // Last: until then whoever uploads the same picture waits.
      swept += (await this.uploads.deleteOne({ _id, sweepingSince })).deletedCount;
    }
    return swept;
  }
}

/** The time before which a sweep that has begun is over, or its process dead. */
const patience = () => new Date(Date.now() - SWEEP_MS);
const notSwept = () => [{ sweepingSince: null }, { sweepingSince: { $lte: patience() } }];

/** The width of the file that stands for a picture where only one fits. */
const MAIN_WIDTH = 800;

function pictureOf(files: readonly RenderedFile[]): UploadedPicture {
  const main = files.find(({ name }) => name.endsWith(`-${MAIN_WIDTH}.webp`)) ?? files.at(-1);
  if (!main) throw new Error('a picture without files');
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
