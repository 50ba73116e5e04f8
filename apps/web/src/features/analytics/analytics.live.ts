import {
  type AnalyticsChange,
  type AnalyticsSubject,
  type FarmStats,
  type FarmStatsChange,
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
const farmStats = simpleEntity<FarmStatsChange>('farm-stats', singletonId, newest);
const farmDays = simpleEntity<SalesDay>('farm-days', ({ day }) => day, newest);
const farmProducts = simpleEntity<TopProduct>(
  'farm-products',
  ({ productId }) => productId,
  newest,
);

export function putStats(change: AnalyticsChange): Put[] {
  const puts = [stats.of(change)];
  const day = change.subject === 'orders' ? change.day : undefined;
  return day ? [...puts, days.of(day)] : puts;
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
function withDays(shown: SalesDay[], known: readonly SalesDay[], isRolling: boolean): SalesDay[] {
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
