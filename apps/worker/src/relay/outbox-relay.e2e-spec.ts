import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type OutboxEntry, openQueue, REDIS, tellCommitted } from '#libs/platform';
import { Marketplace, SocketClient, waitFor } from '#libs/testing';
import { OutboxRelay } from './outbox-relay.js';

let open: Marketplace[] = [];
afterEach(async () => {
  for (const market of open) await market.close();
  open = [];
});
async function opened(...wish: Parameters<typeof Marketplace.open>): Promise<Marketplace> {
  const market = await Marketplace.open(...wish);
  open.push(market);
  return market;
}
const redisOf = (market: Marketplace) => market.app.get<Redis>(REDIS);
const unpublished = (market: Marketplace) =>
  market.collection<OutboxEntry>('outbox').countDocuments({ publishedAt: null });

describe('the relay', () => {
  it('publishes at the next start what a crash left behind', async () => {
    const first = await opened();
    const boss = await first.person('admin');
    const farm = await first.farm();
    const product = await first.product(farm, { price: 500 });
    const customer = await first.person('customer');
    await first.settled();
    // From here on nothing is relayed, as after a crash of the worker.
    await first.app.get(OutboxRelay).beforeApplicationShutdown();
    await first.order(customer, [[product, 2]]);
    expect(await unpublished(first)).toBeGreaterThan(0);
    const stats = () => boss.client.get('/orders/stats');
    expect((await stats()).body).toMatchObject({ totalOrders: 0 });
    await first.close();
    open = [];

    const second = await opened({ engines: first.engines });
    await second.settled();
    expect(await unpublished(second)).toBe(0);
    const client = second.visitor.as(boss.client.token);
    expect((await client.get('/orders/stats')).body).toMatchObject({ totalOrders: 1 });
  });

  it('is not waited for by pages that are there, but for a suspension', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    const customer = await market.person('customer');
    const product = await market.product(await market.farm());
    await market.settled();
    const socket = await SocketClient.connect(market.url, boss.client);
    await market.stopRelaying();
    const change = { status: 'suspended', reason: 'a spec' };
    const path = `/users/${customer.user._id}/status`;
    const order = await market.order(customer, [[product, 2]]);
    expect((await boss.client.patch(path, change)).status).toBe(200);
    const later = await market.order(await market.person('customer'), [[product, 1]]);
    await socket.hear('order.placed', ({ payload }) => payload.order._id === later._id);
    // All gateways have to know of it first, and of that the queue makes sure.
    expect(socket.ofName('user.status-changed')).toEqual([]);
    // And all apis of what moves their catalogue.
    expect(socket.ofName('product.stock-changed')).toEqual([]);
    expect(socket.ofName('order.placed').map(({ payload }) => payload.order._id)).toEqual([
      order._id,
      later._id,
    ]);
    socket.close();
  });

  it('finds by itself what nobody woke it for', async () => {
    const market = await opened();
    const publish = jest.spyOn(redisOf(market), 'publish').mockResolvedValue(0);
    await market.person('customer');
    await waitFor('the event to be published', async () => (await unpublished(market)) === 0);
    expect(publish).toHaveBeenCalledWith(
      expect.stringContaining('events.committed'),
      expect.any(String),
    );
    publish.mockRestore();
    await market.settled();
  });

  it('keeps events back while too much waits in a queue, and hands them over when there is room', async () => {
    const market = await opened();
    const depth = jest.spyOn(Queue.prototype, 'getWaitingCount').mockResolvedValue(50_001);
    // It asks once a second, and by then knows of both.
    await waitFor('a look', () => depth.mock.calls.length >= 2);
    await market.person('customer');
    const looked = depth.mock.calls.length;
    await waitFor('two more looks', () => depth.mock.calls.length >= looked + 4);
    expect(await unpublished(market)).toBeGreaterThan(0);
    depth.mockRestore();
    await waitFor('the event to be published', async () => (await unpublished(market)) === 0);
    await market.settled();
  });

  it('delivers again what it could not mark, and nothing happens twice', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    const farm = await market.farm();
    const customer = await market.person('customer');
    const product = await market.product(farm, { stock: 9 });
    await market.order(customer, [[product, 4]]);
    await market.settled();
    const watched = ['projections', 'farms', 'products', 'stockLedger', 'processedEvents'];
    const stored = async () => ({
      outbox: await market.collection('outbox').countDocuments({}),
      rest: await Promise.all(
        watched.map((name) => market.collection(name).find().sort({ _id: 1 }).toArray()),
      ),
    });
    const before = await stored();
    expect(before.outbox).toBeGreaterThan(8);

    const again = async () => {
      await market.collection('outbox').updateMany({}, { $set: { publishedAt: null } });
      await tellCommitted(redisOf(market), []);
      await market.settled();
    };
    // Once while the queues still know the events, and once when they have forgotten them.
    const socket = await SocketClient.connect(market.url, boss.client);
    await again();
    expect(await stored()).toEqual(before);
    expect(socket.heard).toEqual([]);
    const redis = redisOf(market);
    for (const name of ['domain-events', 'realtime'] as const) {
      const queue = openQueue(name, redis);
      await queue.clean(0, 0, 'completed');
      expect(await queue.getCompletedCount()).toBe(0);
      await queue.close();
    }
    await again();
    expect(await stored()).toEqual(before);
    // Gateways know by its id what they have told; what comes behind all that, they tell.
    const old = new Set((await market.collection('outbox').distinct('_id')).map(String));
    const { user } = await market.person('customer');
    await socket.hear('user.registered', ({ aggregateId }) => aggregateId === user._id);
    expect(socket.heard.filter(({ id }) => old.has(id))).toEqual([]);
    socket.close();
  });

  it('keeps to the order in which things happened', async () => {
    const market = await opened();
    const farm = await market.farm();
    const product = await market.product(farm, { stock: 50 });
    await market.settled();
    const socket = await SocketClient.connect(market.url, farm.farmer.client);
    const buyers = await Promise.all(Array.from({ length: 15 }, () => market.person('customer')));
    await Promise.all(buyers.map((buyer) => market.order(buyer, [[product, 1]])));
    await waitFor(
      'all sales to be told',
      () => socket.ofName('product.stock-changed').length === 15,
    );
    expect(socket.ofName('product.stock-changed').map(({ version }) => version)).toEqual(
      Array.from({ length: 15 }, (_, n) => n + 2),
    );
    socket.close();
  });
});
