import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { farmRatingOf, type StarCounts } from '#libs/contracts';
import { type ClientSession, draft, type EventDraft } from '#libs/platform';
import { FARM, type Farm } from './farm.model.js';
import type { NewFarm } from './farms.service.js';

/** Bulk writes of farms and stars, for seeds. */
@Injectable()
export class FarmsImport {
  constructor(@InjectModel(FARM) private readonly farms: Model<Farm>) {}

  async isEmpty(): Promise<boolean> {
    return (await this.farms.exists({})) === null;
  }

  /** Emits no events. The owners must exist already, with these farms as their `farmId`. */
  async add(farms: readonly (NewFarm & Pick<Farm, '_id' | 'ownerId'>)[]): Promise<Farm[]> {
    await this.farms.insertMany(farms);
    return this.farms.find({ _id: { $in: farms.map(({ _id }) => _id) } }).lean<Farm[]>();
  }

  bySlugs(slugs: readonly string[]): Promise<Farm[]> {
    return this.farms
      .find({ slug: { $in: slugs } })
      .lean<Farm[]>()
      .exec();
  }

  /** Inside a transaction: adds the stars of many reviews; returns the event to emit. */
  async rate(session: ClientSession, id: Types.ObjectId, by: StarCounts): Promise<EventDraft[]> {
    const farm = await this.farms.findById(id).session(session).lean<Farm>();
    if (!farm) return [];
    const stars = addedStars(farm.stars, by);
    const version = farm.starsVersion + 1;
    const change = { $set: { stars, starsVersion: version } };
    await this.farms.updateOne({ _id: id }, change, { session });
    const rating = farmRatingOf(stars);
    const aggregate = { id: `rating:${id.toString()}`, version };
    return [draft('farm.rating-changed', aggregate, { farmId: id.toString(), rating })];
  }
}

const addedStars = (stars: StarCounts, by: StarCounts): StarCounts =>
  stars.map((count, at) => count + (by[at] ?? 0));
