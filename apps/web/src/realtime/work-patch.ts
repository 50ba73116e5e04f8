import {
  type FarmStats,
  fromBaseUnits,
  movedTotal,
  type PackingSlip,
  type PartStatus,
  type PickList,
  type PickListQuery,
  type Sales,
  type SalesDay,
  TOP_PRODUCTS,
  type TopProduct,
  toBaseUnits,
  toCents,
  toDollars,
} from '#libs/contracts';
import type { Facts, Viewer } from './facts';
import { currentOrder } from './order-patch';

/** A farm's figures as events have told them. */
export function currentFarmStats(
  stats: FarmStats,
  { farmStats, farmDays, farmProducts }: Facts,
): FarmStats {
  const told = farmStats && farmStats.version > stats.version ? farmStats : null;
  const sales = withDays(stats.sales, [...farmDays.values()], true);
  const topProducts = withProducts(stats.topProducts, farmProducts.values());
  if (!told && sales === stats.sales && topProducts === stats.topProducts) return stats;
  const { day: _, products: __, ...figures } = told ?? { day: null, products: [] };
  return { ...stats, ...figures, sales, topProducts, today: sales.at(-1) ?? stats.today };
}

/** The best products with what events have told of them and of others, which may have overtaken them. */
function withProducts(best: TopProduct[], told: Iterable<TopProduct>): TopProduct[] {
  const known = new Map(best.map((product) => [product.productId, product]));
  let changed = false;
  for (const product of told) {
    const before = known.get(product.productId);
    if (before && before.version >= product.version) continue;
    known.set(product.productId, product);
    changed = true;
  }
  if (!changed) return best;
  return [...known.values()]
    .filter(({ revenue }) => revenue > 0)
    .sort((a, b) => b.revenue - a.revenue || (a.productId < b.productId ? -1 : 1))
    .slice(0, TOP_PRODUCTS);
}

/** The market's sales by day; a span that was not asked for by name moves on with the day. */
export function currentSales(sales: Sales, rolls: boolean, { days: told }: Facts): Sales {
  const days = withDays(sales.days, [...told.values()], rolls);
  if (days === sales.days) return sales;
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const cents = days.reduce((sum, day) => sum + toCents(day.revenue), 0);
  return {
    days,
    from: days[0]?.day ?? sales.from,
    to: days.at(-1)?.day ?? sales.to,
    orders,
    revenue: toDollars(cents),
    average: orders === 0 ? 0 : toDollars(Math.round(cents / orders)),
  };
}

function withDays(days: SalesDay[], told: readonly SalesDay[], rolls: boolean): SalesDay[] {
  let next = days;
  for (const day of told) {
    const at = next.findIndex((one) => one.day === day.day);
    const known = next[at];
    if (known && known.version < day.version) next = next.with(at, day);
    else if (!known && rolls && day.day > (next.at(-1)?.day ?? '')) next = [...next.slice(1), day];
  }
  return next;
}

/** As the server lists them: oldest first. */
function oldestPlaced(a: PickList['orders'][number], b: PickList['orders'][number]): number {
  return a.placedAt.localeCompare(b.placedAt) || (a.orderId < b.orderId ? -1 : 1);
}

/** What is to pick now: orders that moved on leave the list, those in the news join it. */
export function currentPickList(
  list: PickList,
  query: PickListQuery,
  facts: Facts,
  viewer: Viewer,
  news: ReadonlySet<string>,
): PickList {
  const wanted = query.status ? [query.status] : ['placed', 'accepted'];
  const picks = (status: PartStatus) => wanted.includes(status);
  let changed = false;
  const orders = list.orders.flatMap((entry) => {
    const part = facts.parts.get(entry.partId);
    if (!part || part.version <= entry.version) return [entry];
    changed = true;
    return picks(part.status) ? [{ ...entry, status: part.status, version: part.version }] : [];
  });
  const left = list.orders.length - orders.length;
  const pictures = new Map(list.products.map(({ productId, image }) => [productId, image]));
  let joined = 0;
  // a list that does not hold all there is cannot know what it lacks
  for (const id of list.total > list.orders.length ? [] : news) {
    const known = facts.orders.get(id);
    const order = known && currentOrder(known, facts, viewer);
    const part = order?.parts.find(({ farmId }) => farmId === viewer?.farmId);
    if (!order || !part || !picks(part.status)) continue;
    if (orders.some((entry) => entry.partId === part._id)) continue;
    if (query.from !== undefined && order.createdAt < query.from) continue;
    if (query.to !== undefined && order.createdAt >= query.to) continue;
    joined += 1;
    for (const line of part.lines) pictures.set(line.productId, line.image);
    orders.push({
      orderId: order._id,
      partId: part._id,
      code: order.code,
      placedAt: order.createdAt,
      status: part.status,
      fulfilment: part.fulfilment,
      note: part.note,
      lines: part.lines.map(({ productId, name, unit, quantity, note }) => ({
        productId,
        name,
        unit,
        quantity,
        note,
      })),
      version: part.version,
    });
  }
  if (!changed && joined === 0) return list;
  // news of two orders may come in another order than they were placed in
  if (joined > 0) orders.sort(oldestPlaced);
  return {
    orders,
    products: left + joined === 0 ? list.products : byProduct(orders, pictures),
    total: movedTotal(list.total, joined - left),
  };
}

/** The same goods by product, as the server sums them up. */
function byProduct(
  orders: PickList['orders'],
  pictures: ReadonlyMap<string, string>,
): PickList['products'] {
  const sums = new Map<string, PickList['products'][number]>();
  for (const { orderId, code, lines } of orders) {
    for (const { productId, name, unit, quantity, note } of lines) {
      const key = `${productId}:${unit}`;
      const image = pictures.get(productId) ?? '';
      const sum = sums.get(key) ?? { productId, name, image, unit, quantity: 0, orders: [] };
      const amount = (toBaseUnits(sum.quantity, unit) ?? 0) + (toBaseUnits(quantity, unit) ?? 0);
      sum.quantity = fromBaseUnits(amount, unit);
      sum.orders.push({ orderId, code, quantity, note });
      sums.set(key, sum);
    }
  }
  return [...sums.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** A slip with the step its part has come to. */
export function currentSlip(slip: PackingSlip, facts: Facts): PackingSlip {
  const part = facts.parts.get(slip.partId);
  if (!part || part.version <= slip.version) return slip;
  const due = part.payment.status === 'due';
  return {
    ...slip,
    status: part.status,
    version: part.version,
    payment: {
      ...slip.payment,
      status: part.payment.status,
      toCollect: due ? slip.payment.toCollect : 0,
    },
  };
}
