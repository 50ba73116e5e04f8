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
import { newest, newestBy, ONLY, only, type Put, whole } from '../../realtime/entity';
import { type Live, liveValue } from '../../realtime/live-query';

const stats = whole<AnalyticsChange>(
  'stats',
  ({ subject }) => subject,
  newestBy((change) => change.stats.version),
);
/** What the market sold on a day. */
const days = whole<SalesDay>('sales-days', ({ day }) => day, newest);
const farmStats = whole<FarmStatsChange>('farm-stats', only, newest);
const farmDays = whole<SalesDay>('farm-days', ({ day }) => day, newest);
const farmProducts = whole<TopProduct>('farm-products', ({ productId }) => productId, newest);

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
  current: (data, live, subject) => newest(data, live.get(stats, subject)?.stats),
});

liveValue<Sales, SalesQuery>({
  key: ['sales', 'days'],
  reads: [days],
  current: (sales, live, { to }) => {
    const known = Array.from(live.all(days), ([, day]) => day);
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

function currentFarmStats(data: FarmStats, live: Live): FarmStats {
  const known = live.get(farmStats, ONLY);
  const newer = known && known.version > data.version ? known : null;
  const sales = withDays(
    data.sales,
    Array.from(live.all(farmDays), ([, day]) => day),
    true,
  );
  const topProducts = withProducts(
    data.topProducts,
    Array.from(live.all(farmProducts), ([, product]) => product),
  );
  if (!newer && sales === data.sales && topProducts === data.topProducts) return data;
  const { day: _, products: __, ...figures } = newer ?? { day: null, products: [] };
  return { ...data, ...figures, sales, topProducts, today: sales.at(-1) ?? data.today };
}

/** The days with newer figures; a span that is not fixed (`rolls`) moves on with each new day. */
function withDays(shown: SalesDay[], known: readonly SalesDay[], rolls: boolean): SalesDay[] {
  let next = shown;
  for (const day of known) {
    const at = next.findIndex((one) => one.day === day.day);
    const before = next[at];
    if (before && before.version < day.version) next = next.with(at, day);
    else if (!before && rolls && day.day > (next.at(-1)?.day ?? '')) next = [...next.slice(1), day];
  }
  return next;
}

/** The best products with newer figures, also of others that may have overtaken them. */
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
