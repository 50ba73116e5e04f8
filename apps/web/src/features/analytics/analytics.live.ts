import {
  type AnalyticsChange,
  type AnalyticsSubject,
  addMonths,
  COHORTS,
  type Cohort,
  type Cohorts,
  type FarmDay,
  type FarmSales,
  type FarmSalesQuery,
  type FarmStats,
  type FarmStatsChange,
  type HandoverDay,
  type Handovers,
  type Sales,
  type SalesDay,
  type SalesQuery,
  TOP_PRODUCTS,
  type TopProduct,
  toCents,
  toDollars,
} from '#libs/contracts';
import {
  newest,
  newestBy,
  type Put,
  SINGLETON_ID,
  simpleEntity,
  singletonId,
} from '../../realtime/entity';
import { liveValue, type StoreView } from '../../realtime/live-query';

const stats = simpleEntity<AnalyticsChange>(
  'stats',
  ({ subject }) => subject,
  newestBy((change) => change.stats.version),
);
/** The market's sales per day. */
const days = simpleEntity<SalesDay>('sales-days', ({ day }) => day, newest);
/** What is handed over per day. */
const handoverDays = simpleEntity<HandoverDay>('handover-days', ({ day }) => day, newest);
/** What each farm sold per day. */
const soldDays = simpleEntity<FarmDay>(
  'sold-days',
  ({ farmId, day }) => `${farmId}/${day}`,
  newest,
);
const cohorts = simpleEntity<Cohort>('cohorts', ({ month }) => month, newest);
const farmStats = simpleEntity<FarmStatsChange>('farm-stats', singletonId, newest);
const farmDays = simpleEntity<SalesDay>('farm-days', ({ day }) => day, newest);
const farmProducts = simpleEntity<TopProduct>(
  'farm-products',
  ({ productId }) => productId,
  newest,
);

export function putStats(change: AnalyticsChange): Put[] {
  if (change.subject !== 'orders') return [stats.of(change)];
  return [
    stats.of(change),
    ...(change.day ? [days.of(change.day)] : []),
    ...change.farms.map((day) => soldDays.of(day)),
    ...change.handovers.map((day) => handoverDays.of(day)),
    ...change.cohorts.map((cohort) => cohorts.of(cohort)),
  ];
}

export function putFarmStats(figures: FarmStatsChange): Put[] {
  const { day, products } = figures;
  return [
    farmStats.of(figures),
    ...(day ? [farmDays.of(day)] : []),
    ...products.map((product) => farmProducts.of(product)),
  ];
}

liveValue<AnalyticsChange['stats'], AnalyticsSubject>({
  key: ['stats'],
  reads: [stats],
  current: (data, view, subject) => newest(data, view.get(stats, subject)?.stats),
});

liveValue<Sales, SalesQuery>({
  key: ['sales', 'days'],
  reads: [days],
  current: (sales, view, { to }) => {
    const known = Array.from(view.all(days), ([, day]) => day);
    const next = withDays(sales.days, known, to === undefined);
    return next === sales.days ? sales : salesOf(next, sales);
  },
});

liveValue<Handovers, SalesQuery>({
  key: ['sales', 'handovers'],
  reads: [handoverDays],
  current: (data, view) => {
    const known = Array.from(view.all(handoverDays), ([, day]) => day);
    const next = withDays(data.days, known, false);
    return next === data.days ? data : { ...data, days: next };
  },
});

function salesOf(all: SalesDay[], before: Sales): Sales {
  const orders = all.reduce((sum, day) => sum + day.orders, 0);
  const cents = all.reduce((sum, day) => sum + toCents(day.revenue), 0);
  return {
    days: all,
    from: all[0]?.day ?? before.from,
    to: all.at(-1)?.day ?? before.to,
    orders,
    revenue: toDollars(cents),
    average: orders === 0 ? 0 : toDollars(Math.round(cents / orders)),
  };
}

const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : 1);

liveValue<FarmSales, FarmSalesQuery>({
  key: ['sales', 'farms'],
  reads: [soldDays],
  current: (sales, view, query) => {
    // of a farm that is not among the best, only the server knows the other days
    const isWhole = query.farms === undefined && sales.farms.length >= sales.total;
    let { farms } = sales;
    for (const [, { farmId, ...day }] of view.all(soldDays)) {
      if (day.day < sales.before || (query.to !== undefined && day.day > query.to)) continue;
      const at = farms.findIndex((farm) => farm.farmId === farmId);
      const known = farms[at]?.days ?? [];
      const version = known.find((one) => one.day === day.day)?.version ?? 0;
      if (day.version <= version || (at < 0 && !isWhole)) continue;
      const others = known.filter((one) => one.day !== day.day);
      const farm = { farmId, days: [...others, day].sort(byDay) };
      farms = at < 0 ? [...farms, farm] : farms.with(at, farm);
    }
    if (farms === sales.farms) return sales;
    return { ...sales, farms, total: sales.total + farms.length - sales.farms.length };
  },
});

liveValue<Cohorts>({
  key: ['sales', 'cohorts'],
  reads: [cohorts],
  current: (data, view) => {
    const all = new Map(data.cohorts.map((cohort) => [cohort.month, cohort]));
    const first = addMonths(data.month, 1 - COHORTS);
    const newer = Array.from(view.all(cohorts), ([, cohort]) => cohort).filter(
      ({ month, version }) => month >= first && version > (all.get(month)?.version ?? 0),
    );
    if (newer.length === 0) return data;
    for (const cohort of newer) all.set(cohort.month, cohort);
    const shown = [...all.values()].sort((a, b) => (a.month < b.month ? -1 : 1));
    const latest = shown.at(-1)?.month ?? data.month;
    return { month: latest > data.month ? latest : data.month, cohorts: shown };
  },
});

liveValue<FarmStats>({
  key: ['farm-stats'],
  reads: [farmStats, farmDays, farmProducts],
  current: currentFarmStats,
});

function currentFarmStats(data: FarmStats, view: StoreView): FarmStats {
  const known = view.get(farmStats, SINGLETON_ID);
  const newer = known && known.version > data.version ? known : null;
  const sales = withDays(
    data.sales,
    Array.from(view.all(farmDays), ([, day]) => day),
    true,
  );
  const topProducts = withProducts(
    data.topProducts,
    Array.from(view.all(farmProducts), ([, product]) => product),
  );
  if (!newer && sales === data.sales && topProducts === data.topProducts) return data;
  const { day: _, products: __, ...figures } = newer ?? { day: null, products: [] };
  return { ...data, ...figures, sales, topProducts, today: sales.at(-1) ?? data.today };
}

/** The days with newer figures; a rolling span drops its first day when a new one is added. */
function withDays<Of extends { day: string; version: number }>(
  shown: Of[],
  known: readonly Of[],
  isRolling: boolean,
): Of[] {
  let next = shown;
  for (const day of known) {
    const at = next.findIndex((one) => one.day === day.day);
    const before = next[at];
    if (before && before.version < day.version) next = next.with(at, day);
    else if (!before && isRolling && day.day > (next.at(-1)?.day ?? ''))
      next = [...next.slice(1), day];
  }
  return next;
}

/** The top products, merged with newer figures, also of products that were not among them. */
function withProducts(best: TopProduct[], known: readonly TopProduct[]): TopProduct[] {
  const all = new Map(best.map((product) => [product.productId, product]));
  const newer = known.filter(
    ({ productId, version }) => version > (all.get(productId)?.version ?? -1),
  );
  if (newer.length === 0) return best;
  for (const product of newer) all.set(product.productId, product);
  return [...all.values()]
    .filter(({ revenue }) => revenue > 0)
    .sort((a, b) => b.revenue - a.revenue || (a.productId < b.productId ? -1 : 1))
    .slice(0, TOP_PRODUCTS);
}
