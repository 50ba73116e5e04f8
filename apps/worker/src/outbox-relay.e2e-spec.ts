import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { jobNames, type QueueName, queues, scheduleOf } from '#libs/contracts';
import { EventLog, type OutboxEntry, openQueue, REDIS } from '#libs/platform';
import { deep, Marketplace, SocketClient, waitFor } from '#libs/testing';
import { Dispatcher } from './dispatcher.js';
import { Reconciler } from './reconciler.js';
import { RelayWatermark } from './relay-watermark.js';

let open: Marketplace[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const market of open) await market.close();
  open = [];
});
async function opened(...options: Parameters<typeof Marketplace.open>): Promise<Marketplace> {
  const market = await Marketplace.open(...options);
  open.push(market);
  return market;
}
const redisOf = (market: Marketplace) => market.app.get<Redis>(REDIS);
const unhandled = (market: Marketplace) =>
  market.collection<OutboxEntry>('outbox').countDocuments({ handledAt: null });

describe('an event', () => {
  it('whose worker was killed is handled by the next one', async () => {
    const first = await opened();
    const boss = await first.person('admin');
    const product = await first.product(await first.farm(), { price: 500 });
    const customer = await first.person('customer');
    await first.settled();
    await first.stopRelaying();
    await first.order(customer, [[product, 2]]);
    expect(await unhandled(first)).toBeGreaterThan(0);
    const stats = () => boss.client.get('/orders/stats');
    expect((await stats()).body).toMatchObject({ totalOrders: 0 });
    await first.close();
    open = [];

    const second = await opened({ engines: first.engines });
    await second.settled();
    const client = second.visitor.as(boss.client.token);
    expect((await client.get('/orders/stats')).body).toMatchObject({ totalOrders: 1 });
  });

  it('that its commit did not append is appended by the relay', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    await market.settled();
    const socket = await SocketClient.connect(market.url, boss.client);
    const append = jest
      .spyOn(market.app.get(EventLog), 'append')
      .mockResolvedValueOnce(false)
      .mockRejectedValueOnce(new Error('lost'));
    const { user } = await market.person('customer');
    await socket.receives('user.registered', ({ aggregateId }) => aggregateId === user._id);
    expect(append.mock.calls.length).toBeGreaterThan(1);
    await market.settled();
    expect(new Set(socket.received.map(({ id }) => id)).size).toBe(socket.received.length);
    socket.close();
  });

  deep('that is stored with another one is appended with it', async () => {
    const market = await opened();
    const farm = await market.farm();
    const products = [await market.product(farm), await market.product(farm)] as const;
    const customer = await market.person('customer');
    await market.settled();
    const socket = await SocketClient.connect(market.url, farm.farmer.client);
    jest.spyOn(market.app.get(EventLog), 'append').mockResolvedValueOnce(false);
    await market.order(customer, [
      [products[0], 1],
      [products[1], 1],
    ]);
    await waitFor('what is left', () => socket.ofName('product.counted').length === 2);
    const names = ['order.part-placed', 'product.stock-changed', 'product.counted'] as const;
    await market.settled();
    expect(names.map((name) => socket.ofName(name).length)).toEqual([1, 2, 2]);
    socket.close();
  });

  it('that was lost between log and queue is requeued', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    await market.settled();
    await market.app.get(Dispatcher).beforeApplicationShutdown();
    await market.person('customer');
    expect(await unhandled(market)).toBeGreaterThan(0);
    // Ids count whole seconds; a limit one second ahead includes every event.
    await market.app.get(Reconciler).run(-1_000);
    await market.settled();
    expect((await boss.client.get('/users/stats')).body).toMatchObject({ totalUsers: 2 });
  });

  it('is delivered in the order of the commits', async () => {
    const market = await opened();
    const farm = await market.farm();
    const product = await market.product(farm, { stock: 50 });
    await market.settled();
    const socket = await SocketClient.connect(market.url, farm.farmer.client);
    const buyers = await Promise.all(Array.from({ length: 15 }, () => market.person('customer')));
    await Promise.all(buyers.map((buyer) => market.order(buyer, [[product, 1]])));
    const sales = () => socket.ofName('product.stock-changed');
    await waitFor('all sales', () => sales().length === 15);
    expect(sales().map(({ version }) => version)).toEqual(
      Array.from({ length: 15 }, (_, n) => n + 2),
    );
    socket.close();
  });
});

describe('once Redis has lost everything', () => {
  deep('what began before and is committed after it is appended', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    await market.settled();
    const outbox = market.collection<OutboxEntry>('outbox');
    const row = await outbox.findOne({ name: 'user.registered' });
    if (!row) throw new Error('nobody was registered');
    const socket = await SocketClient.connect(market.url, boss.client);
    let gaps = 0;
    socket.socket.on('stream.gap', () => {
      gaps += 1;
    });
    await redisOf(market).flushdb();
    await waitFor('the gap to be announced', () => gaps > 0);
    const compared = jest.spyOn(RelayWatermark.prototype, 'write');
    await waitFor('a full comparison', () => compared.mock.calls.length > 0);
    // Created half a minute ago, as by a process that paused in its transaction.
    const began = Math.floor(Date.now() / 1_000) - 30;
    const _id = new mongo.ObjectId(`${began.toString(16)}${row._id.toString().slice(8)}`);
    await outbox.insertOne({ ...row, _id, handledAt: new Date() });
    const arrived = () => socket.received.some(({ id }) => id === _id.toString());
    await waitFor('its event', arrived);
    socket.close();
  });

  it('each event is handled once, and the schedules are restored', async () => {
    const market = await opened();
    const boss = await market.person('admin');
    const product = await market.product(await market.farm(), { stock: 100 });
    const customer = await market.person('customer');
    await market.settled();
    const socket = await SocketClient.connect(market.url, boss.client);
    let gaps = 0;
    socket.socket.on('stream.gap', () => {
      gaps += 1;
    });
    for (let n = 0; n < 6; n++) {
      await market.order(customer, [[product, 1]]);
      if (n % 2 === 0) await redisOf(market).flushdb();
    }
    await waitFor('the gap to be announced', () => gaps > 0);
    await market.settled();
    expect((await boss.client.get('/orders/stats')).body).toMatchObject({ totalOrders: 6 });
    expect((await boss.client.post('/analytics/recount')).body).toMatchObject({ matches: true });
    socket.close();

    const wanted = jobNames.filter(scheduleOf).toSorted();
    const names = Object.keys(queues) as QueueName[];
    const scheduled = async () => {
      const found = await Promise.all(
        names.map(async (name) => {
          const queue = openQueue(name, redisOf(market));
          const schedulers = await queue.getJobSchedulers();
          await queue.close();
          return schedulers.map(({ key }) => key);
        }),
      );
      return found.flat().toSorted();
    };
    await waitFor('the schedules', async () => (await scheduled()).join() === wanted.join());
  });
});
