import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type AnalyticsChange, dayOf, type FarmStatsChange, type Id } from '#libs/contracts';
import { type ClientSession, draft, type EventDraft, Outbox } from '#libs/platform';
import {
  PROJECTION,
  type Projection,
  toFarmFigures,
  toOrderStats,
  toProductStats,
  toSalesDay,
  toTopProduct,
  toUserStats,
} from './projection.model.js';
import { keys, partsOf, Tally, withBuyers } from './tally.js';

/** More than an order has of one farm; a rebuild moves all there are, and of those the best are told. */
const TOLD_PRODUCTS = 100;

/** The running figures as they are stored: they only ever grow by what a tally says. */
@Injectable()
export class ProjectionsService {
  constructor(
    @InjectModel(PROJECTION) private readonly projections: Model<Projection>,
    private readonly outbox: Outbox,
  ) {}

  /** Null where nothing was counted yet. */
  one(key: string): Promise<Projection | null> {
    return this.projections.findById(key).lean<Projection>().exec();
  }

  async byKeys(ids: readonly string[], session?: ClientSession): Promise<Map<string, Projection>> {
    const found = await this.projections
      .find({ _id: { $in: ids } })
      .session(session ?? null)
      .lean<Projection[]>();
    return new Map(found.map((projection) => [projection._id, projection]));
  }

  /** The projections of the days from `first` to `last`, both included; `dayKey` makes a key of a day. */
  async between(first: string, last: string): Promise<Map<string, Projection>> {
    const found = await this.projections
      .find({ _id: { $gte: first, $lte: last } })
      .lean<Projection[]>();
    return new Map(found.map((projection) => [projection._id, projection]));
  }

  /** A farm's products that brought most. */
  top(farmId: Id, count: number): Promise<Projection[]> {
    return this.projections
      .find({ farmId, 'figures.revenue': { $gt: 0 } })
      .sort({ 'figures.revenue': -1, _id: 1 })
      .limit(count)
      .lean<Projection[]>()
      .exec();
  }

  /** Inside a transaction: moves the figures and tells the screens that show them. */
  async apply(session: ClientSession, tally: Tally): Promise<void> {
    const buyers = await this.byKeys(
      [...tally.changes.keys()].filter((key) => partsOf(key)?.kind === 'buyer'),
      session,
    );
    await this.write(
      session,
      withBuyers(tally, (key) => buyers.get(key)?.figures.orders ?? 0),
    );
  }

  /** Inside a transaction: the same for a tally that has the buyers of its farms in it. */
  async write(session: ClientSession, tally: Tally): Promise<void> {
    if (tally.changes.size === 0) return;
    const told = withFarms(tally);
    await this.projections.collection.bulkWrite(
      [...tally.changes].map(([key, figures]) => ({
        updateOne: {
          filter: { _id: key },
          update: updateOf(key, figures, tally),
          upsert: true,
        },
      })) as never,
      { session },
    );
    const after = await this.byKeys(told, session);
    await this.outbox.add(session, ...eventsOf(tally, after));
  }
}

function updateOf(key: string, figures: Record<string, number>, tally: Tally) {
  const about = partsOf(key);
  const label = tally.labels.get(key);
  const more = {
    ...(label && { label }),
    ...(about?.kind === 'product' && { farmId: about.farmId }),
  };
  return {
    $inc: {
      version: 1,
      ...Object.fromEntries(Object.entries(figures).map(([name, by]) => [`figures.${name}`, by])),
    },
    ...(Object.keys(more).length > 0 && { $set: more }),
  };
}

/** Gives every farm of which anything moved a new version, and answers the keys that screens show. */
function withFarms(tally: Tally): string[] {
  const told = new Set<string>();
  for (const key of [...tally.changes.keys()]) {
    const about = partsOf(key);
    if (about) {
      const farm = keys.farm(about.farmId);
      tally.add(farm, {});
      told.add(farm);
    }
    if (about?.kind !== 'buyer') told.add(key);
  }
  return [...told];
}

const byKey: Readonly<Record<string, (projection: Projection) => AnalyticsChange>> = {
  users: (projection) => ({ subject: 'users', stats: toUserStats(projection) }),
  orders: (projection) => ({ subject: 'orders', stats: toOrderStats(projection) }),
  products: (projection) => ({ subject: 'products', stats: toProductStats(projection) }),
};

/** What the screens are told: the marketplace's figures to the admins, a farm's to the farm. */
function eventsOf(tally: Tally, after: ReadonlyMap<string, Projection>): EventDraft[] {
  const told: EventDraft[] = [];
  const day = lastDay(after, (key) => /^day:(.+)$/.exec(key)?.[1]);
  for (const projection of after.values()) {
    const { _id, version } = projection;
    const aggregate = { id: `projection:${_id}`, version };
    const change = byKey[_id]?.(projection);
    if (change)
      told.push(
        draft(
          'analytics.changed',
          aggregate,
          change.subject === 'orders' && day ? { ...change, day } : change,
        ),
      );
    const about = partsOf(_id);
    if (about?.kind !== '') continue;
    const own = (key: string, kind: string) => {
      const of = partsOf(key);
      return of?.farmId === about.farmId && of.kind === kind ? of.of : undefined;
    };
    const farm: FarmStatsChange = {
      ...toFarmFigures(about.farmId, projection),
      day: lastDay(after, (key) => own(key, 'day')),
      products: [...after.values()]
        .filter((one) => own(one._id, 'product'))
        .map(toTopProduct)
        .sort((a, b) => b.revenue - a.revenue)
        .slice(0, TOLD_PRODUCTS),
    };
    told.push(draft('farm.stats-changed', aggregate, farm));
  }
  return tally.changes.size > 0 ? told : [];
}

/** An event moves one day; a rebuild moves many, and then the last one is the one on the screen. */
function lastDay(
  after: ReadonlyMap<string, Projection>,
  dayOfKey: (key: string) => string | undefined,
): FarmStatsChange['day'] {
  const days = [...after.values()].flatMap((projection) => {
    const day = dayOfKey(projection._id);
    return day === undefined ? [] : [toSalesDay(day, projection)];
  });
  return days.sort((a, b) => a.day.localeCompare(b.day)).at(-1) ?? null;
}

/** Today, in UTC. */
export const today = () => dayOf(new Date().toISOString());
