import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type AnalyticsChange,
  COHORTS,
  type Day,
  type FarmStatsChange,
  type Id,
  type SalesDay,
} from '#libs/contracts';
import { type ClientSession, draft, type EventDraft, Outbox } from '#libs/platform';
import {
  PROJECTION,
  type Projection,
  toCohort,
  toFarmDay,
  toFarmFigures,
  toHandoverDay,
  toOrderStats,
  toProductStats,
  toSalesDay,
  toTopProduct,
  toUserStats,
} from './projection.model.js';
import {
  isSource,
  keys,
  parseCohortKey,
  parseFarmKey,
  parseHandoverKey,
  type Tally,
  withDerived,
} from './tally.js';

/**
 * Maximum number of products, and of farms' days, per event: more than one order has. A rebuild changes all of them and
 * publishes the best-selling products and the latest days.
 */
const PUBLISHED_MAX = 100;
/** Maximum number of days published per change: more than one update of orders changes; a rebuild changes all. */
const PUBLISHED_DAYS_MAX = 10;

/** Reads and writes the stored figures; a write adds the changes of a tally. */
@Injectable()
export class ProjectionsService {
  constructor(
    @InjectModel(PROJECTION) private readonly projections: Model<Projection>,
    private readonly outbox: Outbox,
  ) {}

  async isEmpty(): Promise<boolean> {
    return (await this.projections.exists({})) === null;
  }

  /** Null before the first count. */
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

  /** The projections with keys from `first` to `last`, both inclusive. */
  async between(first: string, last: string): Promise<Map<string, Projection>> {
    const found = await this.projections
      .find({ _id: { $gte: first, $lte: last } })
      .lean<Projection[]>();
    return new Map(found.map((projection) => [projection._id, projection]));
  }

  /** A farm's products with the most revenue. */
  top(farmId: Id, count: number): Promise<Projection[]> {
    return this.projections
      .find({ farmId, 'figures.revenue': { $gt: 0 } })
      .sort({ 'figures.revenue': -1, _id: 1 })
      .limit(count)
      .lean<Projection[]>()
      .exec();
  }

  /** The farms with figures from `before` to `last`, those first that sold most since `first`. */
  async bestFarms({
    before,
    first,
    last,
  }: Record<'before' | 'first' | 'last', Day>): Promise<Id[]> {
    const isNow = { $gte: ['$farmDay.day', first] };
    const farms = await this.projections.aggregate<{ _id: Id; revenue: number }>([
      { $match: { 'farmDay.day': { $gte: before, $lte: last } } },
      {
        $group: {
          _id: '$farmDay.farmId',
          revenue: { $sum: { $cond: [isNow, '$figures.revenue', 0] } },
        },
      },
      { $sort: { revenue: -1, _id: 1 } },
    ]);
    return farms.map(({ _id }) => _id);
  }

  /** Inside a transaction: adds a tally to the figures and emits the events of the changes. */
  async apply(session: ClientSession, tally: Tally): Promise<void> {
    const known = await this.byKeys([...tally.changes.keys()].filter(isSource), session);
    withDerived(tally, (key) => known.get(key)?.figures);
    if (tally.changes.size === 0) return;
    const published = withFarms(tally);
    await this.projections.bulkWrite(
      [...tally.changes].map(([key, figures]) => ({
        updateOne: {
          filter: { _id: key },
          update: updateOf(key, figures, tally),
          upsert: true,
        },
      })),
      { session },
    );
    const after = await this.byKeys(published, session);
    await this.outbox.add(session, ...eventsOf(tally, after));
  }
}

/** What queries find a projection by. */
function fieldsOf(key: string): Pick<Projection, 'farmId' | 'farmDay'> {
  const { kind, farmId = '', id = '' } = parseFarmKey(key) ?? {};
  if (kind === 'product') return { farmId };
  return kind === 'day' ? { farmDay: { day: id, farmId } } : {};
}

function updateOf(key: string, figures: Record<string, number>, tally: Tally) {
  const label = tally.labels.get(key);
  const fields = { ...(label && { label }), ...fieldsOf(key) };
  return {
    $inc: {
      version: 1,
      ...Object.fromEntries(Object.entries(figures).map(([name, by]) => [`figures.${name}`, by])),
    },
    ...(Object.keys(fields).length > 0 && { $set: fields }),
    // what gets a version alone may not be stored yet
    ...(Object.keys(figures).length === 0 && { $setOnInsert: { figures: {} } }),
  };
}

/**
 * Adds an empty change, and so a new version, for every farm concerned, and for the orders if a day, a day of hand-over
 * or a cohort of theirs has changed. Returns the keys to publish.
 */
function withFarms(tally: Tally): string[] {
  const published = new Set<string>();
  for (const key of [...tally.changes.keys()]) {
    const farmKey = parseFarmKey(key);
    const isOfOrders = parseCohortKey(key) !== null || parseHandoverKey(key) !== null;
    if (farmKey?.kind === 'day' || isOfOrders) {
      tally.add('orders', {});
      published.add('orders');
    }
    if (farmKey) {
      const farm = keys.farm(farmKey.farmId);
      tally.add(farm, {});
      published.add(farm);
    }
    if (!isSource(key)) published.add(key);
  }
  return [...published];
}

type Changed = ReadonlyMap<string, Projection>;

const changeByKey: Readonly<
  Record<string, (projection: Projection, after: Changed) => AnalyticsChange[]>
> = {
  users: (projection) => [{ subject: 'users', stats: toUserStats(projection) }],
  orders: (projection, after) =>
    perDay(
      after,
      (key) => /^day:(.+)$/.exec(key)?.[1],
      (day, isLatest) => ({
        subject: 'orders',
        stats: toOrderStats(projection),
        ...(day && { day }),
        farms: isLatest ? farmDaysOf(after) : [],
        handovers: isLatest ? handoversOf(after) : [],
        cohorts: isLatest ? cohortsOf(after) : [],
      }),
    ),
  products: (projection) => [{ subject: 'products', stats: toProductStats(projection) }],
};

/** The events of a change: the marketplace's figures for the admins, and each farm's figures for the farm. */
function eventsOf(tally: Tally, after: Changed): EventDraft[] {
  const events: EventDraft[] = [];
  for (const projection of after.values()) {
    const { _id, version } = projection;
    const aggregate = { id: `projection:${_id}`, version };
    for (const change of changeByKey[_id]?.(projection, after) ?? [])
      events.push(draft('analytics.changed', aggregate, change));
    const farmKey = parseFarmKey(_id);
    if (farmKey?.kind !== '') continue;
    for (const change of farmChangesOf(farmKey.farmId, projection, after))
      events.push(draft('farm.stats-changed', aggregate, change));
  }
  return tally.changes.size > 0 ? events : [];
}

function farmChangesOf(farmId: Id, projection: Projection, after: Changed): FarmStatsChange[] {
  const idOf = (key: string, kind: string) => {
    const other = parseFarmKey(key);
    return other?.farmId === farmId && other.kind === kind ? other.id : undefined;
  };
  const products = [...after.values()]
    .filter((one) => idOf(one._id, 'product'))
    .map(toTopProduct)
    .sort((a, b) => b.revenue - a.revenue)
    .slice(0, PUBLISHED_MAX);
  return perDay(
    after,
    (key) => idOf(key, 'day'),
    (day, isLatest) => ({
      ...toFarmFigures(farmId, projection),
      day,
      products: isLatest ? products : [],
    }),
  );
}

/** The latest changed days of farms. */
function farmDaysOf(after: Changed) {
  return [...after.values()]
    .flatMap((projection) => {
      const { kind, farmId = '', id = '' } = parseFarmKey(projection._id) ?? {};
      return kind === 'day' ? [{ farmId, ...toFarmDay(id, projection) }] : [];
    })
    .sort((a, b) => b.day.localeCompare(a.day))
    .slice(0, PUBLISHED_MAX);
}

/** The latest changed days of hand-over. */
function handoversOf(after: Changed) {
  return [...after.values()]
    .flatMap((projection) => {
      const day = parseHandoverKey(projection._id);
      return day === null ? [] : [toHandoverDay(day, projection)];
    })
    .sort((a, b) => b.day.localeCompare(a.day))
    .slice(0, PUBLISHED_MAX);
}

function cohortsOf(after: Changed) {
  return [...after.values()]
    .flatMap((projection) => {
      const month = parseCohortKey(projection._id);
      return month === null ? [] : [toCohort(month, projection)];
    })
    .slice(-COHORTS);
}

/** One change for each changed day, the latest first, because a payload holds one day; one without a day if none changed. */
function perDay<Change>(
  after: Changed,
  dayOfKey: (key: string) => string | undefined,
  changeOf: (day: SalesDay | null, isLatest: boolean) => Change,
): Change[] {
  const days = [...after.values()].flatMap((projection) => {
    const day = dayOfKey(projection._id);
    return day === undefined ? [] : [toSalesDay(day, projection)];
  });
  const [latest = null, ...earlier] = days.sort((a, b) => b.day.localeCompare(a.day));
  return [latest, ...earlier.slice(0, PUBLISHED_DAYS_MAX - 1)].map((day) =>
    changeOf(day, day === latest),
  );
}
