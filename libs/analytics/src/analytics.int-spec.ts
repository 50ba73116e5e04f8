import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DomainEvent,
  type OrderDto,
  orderStatsSchema,
  orderTotals,
  type PartStatus,
  type PricedPart,
  productStatsSchema,
  type UserDto,
  userStatsSchema,
} from '#libs/contracts';
import { Marketplace, movePart, type TestFarm, type TestPerson } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
afterAll(() => market.close());

async function figures() {
  await market.settled();
  const [users, orders, products] = await Promise.all(
    ['/users/stats', '/orders/stats', '/products/stats'].map((path) => admin.client.get(path)),
  );
  return {
    users: userStatsSchema.parse(users?.body),
    orders: orderStatsSchema.parse(orders?.body),
    products: productStatsSchema.parse(products?.body),
  };
}

interface StoredOrder {
  status: string;
  deliveryFee: number;
  parts: PricedPart[];
}

/** The same figures, counted from the source collections without the projections. */
async function recount() {
  const [users, orders, products] = await Promise.all([
    market.collection('users').find().toArray(),
    market.collection<StoredOrder>('orders').find().toArray(),
    market.collection('products').find().toArray(),
  ]);
  const revenue = orders.reduce((sum, { deliveryFee, parts }) => {
    return sum + orderTotals(parts, deliveryFee).total;
  }, 0);
  const live = orders.filter(({ status }) => status !== 'Cancelled').length;
  const onSale = products.filter(({ status }) => status === 'live');
  return {
    users: {
      totalUsers: users.length,
      activeUsers: users.filter(({ status }) => status === 'active').length,
      roleBreakdown: ['customer', 'farmer', 'admin'].map((role) => ({
        _id: role,
        count: users.filter((user) => user.role === role).length,
      })),
    },
    orders: {
      totalOrders: live,
      totalRevenue: revenue / 100,
      averageOrderValue: live ? Math.round(revenue / live) / 100 : 0,
    },
    products: {
      totalProducts: products.length,
      activeProducts: onSale.length,
      outOfStock: onSale.filter(({ available, minimum }) => available < minimum).length,
    },
  };
}

describe('the figures', () => {
  let farms: [TestFarm, TestFarm];
  let customer: TestPerson;
  beforeAll(async () => {
    farms = [await market.farm(), await market.farm()];
    customer = await market.person('customer');
  });
  const move = ({ farmer }: TestFarm, order: OrderDto, status: PartStatus) => {
    const part = order.parts.find(({ farmId }) => farmId === farmer.user.farmId);
    const why = status === 'declined' ? { declineReason: 'other' } : {};
    const body = { version: 1, status, ...why };
    return movePart(farmer.client, { orderId: order._id, partId: part?._id }, body);
  };

  it('match a recount before anything is sold', async () => {
    const now = await figures();
    expect(now).toMatchObject(await recount());
    expect(now.orders).toMatchObject({ totalOrders: 0, totalRevenue: 0, averageOrderValue: 0 });
  });

  it('match a recount after orders, declines, cancellations, edits and suspensions', async () => {
    const [one, two] = farms;
    const apples = await market.product(one, { stock: 5, price: 333 });
    const bread = await market.product(two, { stock: 9, price: 1250 });
    await market.product(two, { status: 'draft', stock: 0 });
    const orders = [
      await market.order(customer, [[apples, 2]]),
      await market.order(customer, [
        [apples, 1],
        [bread, 1],
      ]),
      await market.order(customer, [[bread, 4]]),
      await market.order(customer, [[apples, 2]]),
    ] as const;
    expect((await figures()).products.outOfStock).toBe(1);
    expect((await move(one, orders[0], 'declined')).status).toBe(200);
    expect((await move(two, orders[1], 'declined')).status).toBe(200);
    const part = orders[2].parts[0]?._id;
    const cancel = { version: 1, status: 'cancelled' };
    const ids = { orderId: orders[2]._id, partId: part };
    expect((await movePart(customer.client, ids, cancel)).status).toBe(200);
    const edit = { version: (await stored(bread._id)).version, status: 'paused' };
    expect((await two.farmer.client.patch(`/products/${bread._id}`, edit)).status).toBe(200);
    const former = await market.person('customer');
    for (const status of ['suspended', 'inactive', 'active', 'inactive'])
      await admin.client.patch(`/users/${former.user._id}/status`, {
        status,
        reason: 'Because',
      });
    const now = await figures();
    expect(now).toMatchObject(await recount());
    // one is declined and one is cancelled as a whole
    expect(now.orders.totalOrders).toBe(2);
    expect(now.products.outOfStock).toBe(0);
  });

  const stored = async (_id: unknown) => {
    const product = await market.collection('products').findOne({ _id: _id as never });
    return product as unknown as { version: number };
  };

  it('match a recount after many concurrent orders', async () => {
    const beans = await market.product(farms[0], { stock: 15, price: 101 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => market.person('customer')));
    const placed = await Promise.allSettled(
      buyers.map((buyer) => market.order(buyer, [[beans, 1]])),
    );
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
    expect(await figures()).toMatchObject(await recount());
  });

  it('are published with every change, with consecutive versions and the current figures last', async () => {
    const now = await figures();
    for (const subject of ['users', 'orders', 'products'] as const) {
      const published = (await market.events({ name: 'analytics.changed' })).filter(
        (event) => event.name === 'analytics.changed' && event.payload.subject === subject,
      );
      const versions = published.map(({ version }) => version).sort((a, b) => a - b);
      expect(versions).toEqual(versions.map((_, n) => n + 1));
      const last = published.find(({ version }) => version === now[subject].version);
      expect(last?.payload).toMatchObject({ stats: now[subject] });
    }
  });

  it('are for admins only', async () => {
    for (const path of ['/users/stats', '/orders/stats', '/products/stats']) {
      expect((await customer.client.get(path)).code).toBe('FORBIDDEN');
      expect((await farms[0].farmer.client.get(path)).code).toBe('FORBIDDEN');
      expect((await market.visitor.get(path)).code).toBe('UNAUTHENTICATED');
    }
  });
});

describe('an event', () => {
  const registration = (n: number, user: UserDto): DomainEvent<'user.registered'> => ({
    id: n.toString(16).padStart(24, 'e'),
    name: 'user.registered',
    occurredAt: new Date().toISOString(),
    aggregateId: user._id,
    version: 1,
    correlationId: 'test-request',
    actorId: null,
    payload: { user },
  });

  it('is counted once, however often and concurrently it is handled', async () => {
    const before = (await figures()).users.totalUsers;
    const event = registration(1, admin.user);
    // A handler that loses the race may fail; the retry finds the event handled already.
    await Promise.allSettled(Array.from({ length: 5 }, () => market.handle(event)));
    await market.handle(event);
    await market.handle(event);
    expect((await figures()).users.totalUsers).toBe(before + 1);
  });

  it('is counted when others are handled concurrently', async () => {
    const before = (await figures()).users;
    const events = Array.from({ length: 10 }, (_, n) => registration(100 + n, admin.user));
    await Promise.all(events.map((event) => market.handle(event)));
    const after = (await figures()).users;
    expect(after.totalUsers).toBe(before.totalUsers + 10);
    // Concurrent events may have been counted as one batch.
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.version).toBeLessThanOrEqual(before.version + 10);
  });
});
