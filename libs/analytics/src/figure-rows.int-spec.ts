import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  type FarmSales,
  farmSalesSchema,
  type OrderDto,
  orderStatsSchema,
  ordersPageSchema,
  ownProductsPageSchema,
  productStatsSchema,
  productsPageSchema,
  type Sales,
  salesSchema,
  startOfDay,
  toCents,
  toDollars,
  userStatsSchema,
  usersPageSchema,
} from '#libs/contracts';
import { Transactions } from '#libs/platform';
import { Marketplace, movePart, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { AnalyticsService } from './analytics.service.js';
import { ProjectionsService } from './projections.service.js';
import { RebuildService } from './rebuild.service.js';
import { RecountService } from './recount.service.js';
import { keys, Tally } from './tally.js';

const DAY_MS = 86_400_000;
/** Far from UTC, so that its days differ from those in UTC. */
const ZONE = 'America/New_York';
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const lateTwoDaysAgo = () => {
  const yesterday = addDays(dayOf(Date.now(), ZONE), -1);
  return new Date(Date.parse(startOfDay(yesterday, ZONE)) - 30 * 60_000);
};
let market: Marketplace;
let admin: TestPerson;

beforeAll(async () => {
  market = await Marketplace.open({ settings: { MARKET_TIME_ZONE: ZONE } });
  admin = await market.person('admin');
  const farms = [await market.farm(), await market.farm()] as const;
  const customers = [await market.person('customer'), await market.person('customer')] as const;
  await suspend(await market.person('customer'));
  const plums = await market.product(farms[0], { stock: 40, price: 333, category: 'fruit' });
  const bread = await market.product(farms[1], { stock: 6, price: 1_250, category: 'pantry' });
  await market.product(farms[0], { stock: 0 });
  await market.product(farms[1], { stock: 9, status: 'draft' });
  const orders = [
    await market.order(customers[0], [[plums, 3]]),
    await market.order(customers[1], [
      [plums, 1],
      [bread, 6],
    ]),
    await market.order(customers[1], [[plums, 2]]),
  ] as const;
  await decline(farms[0], orders[0]);
  await decline(farms[0], orders[1]);
  await market.settled();
  // Dates two of the orders to 23:30 two days ago, which is another day in UTC.
  for (const { _id } of orders.slice(1))
    await market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { createdAt: lateTwoDaysAgo() } });
  await market.app.get(RebuildService).run();
});
afterAll(() => market.close());

async function suspend({ user }: TestPerson): Promise<void> {
  const body = { status: 'suspended', reason: 'Because' };
  expect((await admin.client.patch(`/users/${user._id}/status`, body)).status).toBe(200);
}
async function decline({ farmer }: TestFarm, order: OrderDto): Promise<void> {
  const part = order.parts.find(({ farmId }) => farmId === farmer.user.farmId);
  const body = { version: 1, status: 'declined', declineReason: 'other', reason: 'Hail' };
  const ids = { orderId: order._id, partId: part?._id };
  expect((await movePart(farmer.client, ids, body)).status).toBe(200);
}

const read = async (path: string) => (await admin.client.get(path)).body;
const totalOf = async (query: string) => usersPageSchema.parse(await read(`/users${query}`)).total;
/** All pages of the orders of a query. */
async function ordersOf(query = ''): Promise<{ rows: OrderDto[]; total: number }> {
  const rows: OrderDto[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after = cursor && `&cursor=${cursor}`;
    const page = ordersPageSchema.parse(await read(`/orders?limit=2${query}${after}`));
    rows.push(...page.orders);
    cursor = page.nextCursor;
    if (cursor === null) return { rows, total: page.total };
  }
  throw new Error('the last page has no next one');
}
/** In dollars; a declined part counts nothing. */
const worth = (rows: readonly OrderDto[]) =>
  toDollars(rows.reduce((sum, { totalPrice }) => sum + toCents(totalPrice), 0));

it('every figure of the users is the total of a list of users', async () => {
  const stats = userStatsSchema.parse(await read('/users/stats'));
  expect(stats).toMatchObject({ totalUsers: 6, activeUsers: 5 });
  expect(await totalOf('')).toBe(stats.totalUsers);
  expect(await totalOf('?status=active')).toBe(stats.activeUsers);
  for (const { _id, count } of stats.roleBreakdown)
    expect(await totalOf(`?role=${_id}`)).toBe(count);
});

it('every figure of the orders matches the list of orders', async () => {
  const stats = orderStatsSchema.parse(await read('/orders/stats'));
  const { rows, total } = await ordersOf('&status=Live');
  // the order whose only part was declined is in none of the figures
  expect((await ordersOf()).total).toBe(3);
  expect(total).toBe(2);
  expect(rows).toHaveLength(total);
  expect(stats).toMatchObject({ totalOrders: total, totalRevenue: worth(rows) });
  expect(stats.averageOrderValue).toBe(toDollars(Math.round(toCents(worth(rows)) / total)));
});

it('every day of the sales matches the orders of that day', async () => {
  const { days, orders, revenue } = salesSchema.parse(
    await read(`/analytics/sales?from=${dayOf(daysAgo(3).getTime(), ZONE)}`),
  );
  expect(days.map((day) => day.orders)).toEqual([0, 2, 0, 0]);
  for (const day of days) {
    const [from, to] = [startOfDay(day.day, ZONE), startOfDay(addDays(day.day, 1), ZONE)];
    const { rows, total } = await ordersOf(`&status=Live&from=${from}&to=${to}`);
    expect({ orders: total, revenue: worth(rows) }).toEqual({
      orders: day.orders,
      revenue: day.revenue,
    });
  }
  expect(days[1]?.hours).toEqual(Array(24).fill(0).with(23, 2));
  const all = await ordersOf('&status=Live');
  expect({ orders, revenue }).toEqual({ orders: all.total, revenue: worth(all.rows) });
});

it('the goods of a day by category match the lines of its orders', async () => {
  const { days } = salesSchema.parse(await read('/analytics/sales?days=4'));
  const { rows } = await ordersOf('&status=Live');
  const parts = rows.flatMap((order) => order.parts).filter(({ status }) => status === 'placed');
  const lines = parts.flatMap((part) => part.lines);
  const revenueOf = (sold: string) =>
    toDollars(
      lines.reduce(
        (sum, { category, total }) => sum + Number(category === sold) * toCents(total),
        0,
      ),
    );
  const categories = { fruit: revenueOf('fruit'), pantry: revenueOf('pantry') };
  expect(categories).toEqual({ fruit: 6.66, pantry: 75 });
  expect(days.map((day) => day.categories)).toEqual([{}, categories, {}, {}]);
});

it('what farms sold in a time, and before it, matches their parts of its orders', async () => {
  const { rows } = await ordersOf('&status=Live');
  const parts = rows.flatMap((order) => order.parts).filter(({ status }) => status === 'placed');
  const farms = [...new Set(rows.flatMap((order) => order.parts).map(({ farmId }) => farmId))];
  const soldBy = async (from: Date, to: Date, which = '') => {
    const days = `from=${dayOf(from.getTime(), ZONE)}&to=${dayOf(to.getTime(), ZONE)}`;
    return farmSalesSchema.parse(await read(`/analytics/sales/farms?${days}${which}`));
  };
  const partsOf = (farm: string) => {
    const own = parts.filter(({ farmId }) => farmId === farm);
    const revenue = own.reduce((sum, { subtotal }) => sum + toCents(subtotal), 0);
    return { orders: own.length, revenue: toDollars(revenue) };
  };
  /** The farms with what they sold on their one day. */
  const withSales = (sold: FarmSales) =>
    sold.farms.map(({ farmId, days }) => ({
      farmId,
      days: days
        .filter(({ orders }) => orders > 0)
        .map(({ orders, revenue }) => ({ orders, revenue })),
    }));
  expect(farms).toHaveLength(2);
  const best = farms
    .map((farmId) => ({ farmId, days: [partsOf(farmId)] }))
    .sort((a, b) => (b.days[0]?.revenue ?? 0) - (a.days[0]?.revenue ?? 0));
  const now = await soldBy(daysAgo(3), daysAgo(0));
  expect(now.total).toBe(2);
  expect(withSales(now)).toEqual(best);
  // two days ago is in the time before
  const before = await soldBy(daysAgo(1), daysAgo(0));
  expect(before.before).toBe(dayOf(daysAgo(3).getTime(), ZONE));
  expect(new Set(withSales(before))).toEqual(new Set(best));
  const one = await soldBy(daysAgo(3), daysAgo(0), `&farms=${best[1]?.farmId}`);
  expect(withSales(one)).toEqual([best[1]]);
  const tooMany = Array.from({ length: 101 }, () => farms[0]).join();
  expect((await admin.client.get(`/analytics/sales/farms?farms=${tooMany}`)).status).toBe(400);
});

it('every figure of the products is the total of a list of products', async () => {
  const stats = productStatsSchema.parse(await read('/products/stats'));
  expect(stats).toMatchObject({ totalProducts: 4, activeProducts: 3, outOfStock: 2 });
  const all = async (query = '') =>
    ownProductsPageSchema.parse(await read(`/admin/products${query}`)).total;
  expect(await all()).toBe(stats.totalProducts);
  expect(await all('?status=live')).toBe(stats.activeProducts);
  expect(await all('?status=live&stock=sold_out')).toBe(stats.outOfStock);
  const levels = ['in_stock', 'low', 'sold_out'].map((stock) => all(`?status=live&stock=${stock}`));
  const inAll = (await Promise.all(levels)).reduce((sum, one) => sum + one, 0);
  expect(inAll).toBe(stats.activeProducts);
  const total = async (query: string) =>
    productsPageSchema.parse(await read(`/products${query}`)).total;
  expect(await total('')).toBe(stats.activeProducts);
  expect((await total('')) - (await total('?inStock=true'))).toBe(stats.outOfStock);
});

it('a farm’s day that is counted before the orders is published with those that are known', async () => {
  await market.collection<{ _id: string }>('projections').deleteOne({ _id: 'orders' });
  const tally = new Tally();
  tally.add(keys.farmDay('f'.repeat(24), '2026-01-02'), { total: 1, revenue: 250 });
  await market.app
    .get(Transactions)
    .run((session) => market.app.get(ProjectionsService).apply(session, tally));
  const [event] = (await market.events({ name: 'analytics.changed' })).slice(-1);
  expect(event?.payload).toMatchObject({
    stats: { totalOrders: 0 },
    farms: [{ day: '2026-01-02', orders: 1, revenue: 2.5 }],
  });
  await market.app.get(RebuildService).run();
  expect(await market.app.get(RecountService).run()).toMatchObject({ differences: [] });
});

it('every day of a change is published, the latest first', async () => {
  const farm = 'f'.repeat(24);
  const days = ['2026-01-03', '2026-01-02'];
  const tally = new Tally();
  tally.add('orders', { total: 2, revenue: 500 });
  for (const day of days) {
    tally.add(keys.day(day), { total: 1, revenue: 250 });
    tally.add(keys.farmDay(farm, day), { total: 1, revenue: 250 });
  }
  await market.app
    .get(Transactions)
    .run((session) => market.app.get(ProjectionsService).apply(session, tally));
  for (const name of ['analytics.changed', 'farm.stats-changed'] as const) {
    const payloads = (await market.events({ name })).slice(-2).map(({ payload }) => payload);
    expect(payloads).toMatchObject(days.map((day) => ({ day: { day, orders: 1, revenue: 2.5 } })));
  }
  await market.app.get(RebuildService).run();
  expect(await market.app.get(RecountService).run()).toMatchObject({ differences: [] });
});

it('the days are counted anew, once, when the market moves to another time zone', async () => {
  const sales = () => market.app.get(AnalyticsService).sales({ days: 4 });
  const before = await sales();
  await market.close();
  const settings = { MARKET_TIME_ZONE: 'UTC' };
  market = await Marketplace.open({ engines: market.engines, settings });
  await waitFor('the figures to be counted anew', () => market.app.get(RebuildService).isCurrent());
  const after = await sales();
  const dayOfBoth = ({ days }: Sales) => days.find(({ orders }) => orders === 2)?.day;
  expect(dayOfBoth(after)).toBe(addDays(dayOfBoth(before) ?? '', 1));
  expect(await market.app.get(RecountService).run()).toMatchObject({ differences: [] });
});
