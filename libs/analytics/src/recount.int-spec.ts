import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';
import {
  cohortsSchema,
  dayOf,
  farmStatsSchema,
  handoversSchema,
  type OrderDto,
  orderDtoSchema,
  type PartStatus,
  type Recount,
  recountSchema,
  salesSchema,
} from '#libs/contracts';
import { EventHandlers, type OutboxEntry, Transactions } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  Marketplace,
  movePart,
  SocketClient,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import { FiguresUpdate } from './figures-update.js';
import { RebuildService } from './rebuild.service.js';
import { RecountService } from './recount.service.js';

let market: Marketplace;
let admin: TestPerson;
let farms: [TestFarm, TestFarm];
let [ann, bob]: TestPerson[] = [];
const today = () => dayOf(Date.now(), 'UTC');

beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
  farms = [await market.farm(), await market.farm()];
  [ann, bob] = [await market.person('customer'), await market.person('customer')];
});
afterAll(() => market.close());

const recount = async (): Promise<Recount> => {
  const { body, status } = await admin.client.post('/analytics/recount');
  expect(status).toBe(200);
  return recountSchema.parse(body);
};
const statsOf = async ({ farmer }: TestFarm, query = '') =>
  farmStatsSchema.parse((await farmer.client.get(`/farms/mine/stats${query}`)).body);
const salesNow = async () =>
  salesSchema.parse((await admin.client.get('/analytics/sales')).body).days.at(-1);
const move = async ({ farmer }: TestFarm, order: OrderDto, status: PartStatus, version = 1) => {
  const part = order.parts.find(({ farmId }) => farmId === farmer.user.farmId);
  const why = status === 'declined' && { declineReason: 'other', reason: 'Hail' };
  const ids = { orderId: order._id, partId: part?._id };
  const answer = await movePart(farmer.client, ids, { version, status, ...why });
  expect(answer.status).toBe(200);
};
const person = (one: TestPerson | undefined): TestPerson => {
  if (!one) throw new Error('nobody');
  return one;
};

describe('the figures of a farm', () => {
  let plums: Product;
  let bread: Product;
  let orders: OrderDto[];
  beforeAll(async () => {
    plums = await market.product(farms[0], { name: 'Plums', stock: 12, price: 400, lowAt: 6 });
    bread = await market.product(farms[1], { name: 'Bread', stock: 50, price: 1_000 });
    await market.product(farms[0], { stock: 0 });
    await market.product(farms[0], { stock: 0, status: 'draft' });
    orders = [
      await market.order(person(ann), [
        [plums, 2],
        [bread, 1],
      ]),
      await market.order(person(ann), [[plums, 3]]),
      await market.order(person(bob), [[plums, 1]]),
    ];
    await market.settled();
  });

  it('count parts to pick, low stock, repeat buyers and top products', async () => {
    expect(await statsOf(farms[0])).toMatchObject({
      farmId: farms[0].id,
      toPick: { parts: 3, lines: 3 },
      lowStock: 1,
      soldOut: 1,
      buyers: 2,
      repeatBuyers: 1,
      today: { day: today(), orders: 3, revenue: 24, average: 8 },
      topProducts: [
        {
          productId: plums._id.toString(),
          name: 'Plums',
          unit: 'each',
          quantity: 6,
          orders: 3,
          revenue: 24,
        },
      ],
    });
    expect(await statsOf(farms[1])).toMatchObject({
      toPick: { parts: 1, lines: 1 },
      today: { orders: 1, revenue: 10 },
      buyers: 1,
      repeatBuyers: 0,
    });
    // 24 of plums, 10 of bread, and the delivery fee of each of the three orders.
    expect(await salesNow()).toMatchObject({ day: today(), orders: 3, revenue: 48.97 });
  });

  it('change when parts are declined and packed', async () => {
    const [first, second] = orders as [OrderDto, OrderDto];
    await move(farms[0], second, 'declined');
    await move(farms[0], first, 'accepted');
    await move(farms[0], first, 'packed', 2);
    await market.settled();
    expect(await statsOf(farms[0])).toMatchObject({
      toPick: { parts: 1, lines: 1 },
      orders: { closed: 1, delivered: 0 },
      buyers: 2,
      repeatBuyers: 0,
      today: { orders: 2, revenue: 12 },
      topProducts: [{ quantity: 3, orders: 2, revenue: 12 }],
    });
    expect(await salesNow()).toMatchObject({ orders: 2, revenue: 31.98 });
    expect((await recount()).differences).toEqual([]);
  });

  it('have the buyers of a month in its cohort, as long as an order of them stands', async () => {
    const month = today().slice(0, 7);
    const read = async () =>
      cohortsSchema.parse((await admin.client.get('/analytics/cohorts')).body);
    expect(await read()).toMatchObject({
      month,
      cohorts: [{ month, customers: 2, again: [0, 0, 0, 0, 0] }],
    });
    // what is older than a year is not shown
    const projections = market.collection<{ _id: string }>('projections');
    const filter = { _id: 'cohort:2020-01' };
    await projections.insertOne({ ...filter, figures: { size: 9 }, version: 1 } as never);
    expect((await read()).cohorts).toHaveLength(1);
    await projections.deleteOne(filter);
    expect((await person(ann).client.get('/analytics/cohorts')).status).toBe(403);
  });

  it('have the goods of a day of hand-over on it, and on the day of the order what has one', async () => {
    const farm = await market.farm();
    const pears = await market.product(farm, { price: 400 });
    await market.schedule(farm);
    const slot = (await market.slots(farm)).at(-1);
    if (!slot) throw new Error('no slot');
    const query = `from=${today()}&to=${slot.date}`;
    const read = async () => {
      const { body } = await admin.client.get(`/analytics/handovers?${query}`);
      const { days } = handoversSchema.parse(body);
      return [days[0], days.at(-1)];
    };
    const none = { orders: 0, revenue: 0, orderedWithDay: 0 };
    expect(await read()).toMatchObject([none, none]);
    const body = {
      items: [{ productId: pears._id.toString(), quantity: 1 }],
      address: ADDRESS,
      farms: { [farm.id]: { fulfilment: 'pickup', slotId: slot._id } },
    };
    const headers = { 'idempotency-key': 'on-the-last-day' };
    const answer = await person(ann).client.post('/orders', body, headers);
    const order = orderDtoSchema.parse(answer.body);
    await market.settled();
    const ordered = { day: today(), orders: 0, revenue: 0, orderedWithDay: 4 };
    const handed = { day: slot.date, orders: 1, revenue: 4, average: 4, orderedWithDay: 0 };
    expect(await read()).toMatchObject([ordered, handed]);
    expect((await recount()).differences).toEqual([]);
    const changes = await market.events({ name: 'analytics.changed' });
    expect(changes.at(-1)?.payload).toMatchObject({ handovers: [handed, ordered] });

    await move(farm, order, 'declined');
    await market.settled();
    expect(await read()).toMatchObject([none, none]);
    expect((await recount()).differences).toEqual([]);
    expect((await admin.client.get('/analytics/handovers?from=tomorrow')).status).toBe(400);
    expect((await person(ann).client.get('/analytics/handovers')).status).toBe(403);
  });

  it('list every requested day, including days without sales', async () => {
    const { sales, today: now } = await statsOf(farms[0], '?days=3');
    expect(sales.map(({ orders }) => orders)).toEqual([0, 0, 2]);
    expect(sales.at(-1)).toEqual(now);
    for (const query of ['?days=0', '?days=185', '?farm=x'])
      expect((await farms[0].farmer.client.get(`/farms/mine/stats${query}`)).status).toBe(400);
    const { body } = await admin.client.get('/analytics/sales?from=2026-02-27&to=2026-03-02');
    expect(salesSchema.parse(body).days.map(({ day }) => day)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    for (const query of ['from=2026-03-02&to=2026-03-01', 'from=2020-01-01', 'from=tomorrow'])
      expect((await admin.client.get(`/analytics/sales?${query}`)).status).toBe(400);
  });

  it('are pushed to that farm only, and the sales of the day to the admins', async () => {
    const [own, other, boss] = await Promise.all(
      [farms[0].farmer, farms[1].farmer, admin].map(({ client }) =>
        SocketClient.connect(market.url, client),
      ),
    );
    if (!own || !other || !boss) throw new Error('three sockets were opened');
    const before = await statsOf(farms[0]);
    await market.order(person(bob), [[plums, 1]]);
    const farmEvent = await own.receives(
      'farm.stats-changed',
      ({ payload }) => payload.day?.orders === before.today.orders + 1,
    );
    expect(farmEvent.payload).toMatchObject({ farmId: farms[0].id, toPick: { parts: 2 } });
    expect(farmEvent.payload.products).toEqual((await statsOf(farms[0])).topProducts);
    const adminEvent = await boss.receives('analytics.changed', ({ payload }) => 'day' in payload);
    expect(adminEvent.payload).toMatchObject({
      subject: 'orders',
      day: { day: today() },
      farms: [{ farmId: farms[0].id, day: today(), orders: before.today.orders + 1 }],
    });
    await market.order(await market.person('customer'), [[plums, 1]]);
    const first = await boss.receives(
      'analytics.changed',
      ({ payload }) => 'cohorts' in payload && payload.cohorts.length > 0,
    );
    await market.settled();
    const { cohorts } = cohortsSchema.parse((await admin.client.get('/analytics/cohorts')).body);
    expect(first.payload).toMatchObject({ cohorts });
    expect(cohorts[0]?.customers).toBe(3);
    for (const socket of [other, boss]) expect(socket.ofName('farm.stats-changed')).toEqual([]);
    for (const socket of [own, other, boss]) socket.close();
  });
});

describe('a recount', () => {
  it('finds no differences while orders are placed and declined', async () => {
    const product = await market.product(farms[1], { stock: 500, price: 150 });
    let busy = true;
    const work = (async () => {
      for (let n = 0; busy && n < 60; n++) {
        const order = await market.order(person(n % 2 ? ann : bob), [[product, 1]]);
        if (n % 3 === 0) await move(farms[1], order, 'declined');
      }
    })();
    let underWay = 0;
    for (let n = 0; n < 5; n++) {
      const result = await recount();
      expect(result.differences).toEqual([]);
      expect(result.matches).toBe(true);
      underWay += result.underWay;
    }
    busy = false;
    await work;
    // Proves that events were still unhandled during a recount.
    expect(underWay).toBeGreaterThan(0);
    await market.settled();
    expect(await recount()).toMatchObject({ matches: true, underWay: 0 });
  });

  it('counts in batches, and is correct whatever changes between two batches', async () => {
    const service = market.app.get(RecountService);
    const transactions = market.app.get(Transactions);
    const product = await market.product(farms[0], { stock: 500, price: 275, lowAt: 495 });
    await market.settled();
    const run = transactions.run.bind(transactions);
    let batches = 0;
    jest.spyOn(transactions, 'run').mockImplementation(async (work, keys) => {
      const result = await run(work, keys);
      // Some documents change before they are counted, some after, some while their events are unhandled.
      if (keys?.includes('analytics:recount') && ++batches % 2 === 0 && batches < 60) {
        const order = await market.order(person(batches % 4 ? ann : bob), [[product, 1]]);
        if (batches % 3 === 0) await move(farms[0], order, 'declined');
        if (batches % 5 === 0) await market.person('customer');
        if (batches % 7 === 0) await market.product(farms[1], { stock: 0 });
      }
      return result;
    });
    service.batchSize = 1;
    try {
      expect(await recount()).toMatchObject({ differences: [] });
    } finally {
      service.batchSize = 5_000;
      jest.restoreAllMocks();
    }
    expect(batches).toBeGreaterThan(30);
    await market.settled();
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
  });

  it('reports which figure is wrong, and by how much', async () => {
    const projections = market.collection<{ _id: string }>('projections');
    await projections.updateOne({ _id: 'orders' }, { $inc: { 'figures.revenue': 7 } });
    const { differences, differing, figures, matches } = await recount();
    expect(matches).toBe(false);
    expect(differing).toBe(1);
    const [wrong] = differences;
    expect(wrong).toMatchObject({ figure: 'orders.revenue' });
    expect((wrong?.projected ?? 0) - (wrong?.counted ?? 0)).toBe(7);
    expect(figures).toContainEqual(wrong);
    await projections.updateOne({ _id: 'orders' }, { $inc: { 'figures.revenue': -7 } });
    expect((await recount()).matches).toBe(true);
  });

  it('is for admins only', async () => {
    const calls = [farms[0].farmer, person(ann)].map(({ client }) =>
      client.post('/analytics/recount'),
    );
    for (const { code } of await Promise.all(calls)) expect(code).toBe('FORBIDDEN');
  });
});

const reset = async () => {
  await market.collection('projections').deleteMany({});
  await market.forgetHandled('AnalyticsProcessor.project');
};

describe('the projections', () => {
  it('are the same when every event is handled again, twice, and in any order', async () => {
    await market.settled();
    const before = await market.events();
    await reset();
    expect((await recount()).matches).toBe(true);
    const again = [...before, ...before].sort(() => Math.random() - 0.5);
    const handlers = market.app.get(EventHandlers);
    for (let at = 0; at < again.length; at += 8)
      // Of two concurrent calls with the same event one may fail; the queue would retry it.
      await Promise.allSettled(again.slice(at, at + 8).map(({ id }) => handlers.handle([id])));
    for (const { id } of before) await handlers.handle([id]);
    await market.settled();
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
    expect(before.length).toBeGreaterThan(100);
  });
});

describe('a rebuild', () => {
  const rebuild = () => market.app.get(RebuildService).run();
  const corrupt = async () => {
    const projections = market.collection<{ _id: string }>('projections');
    await projections.deleteMany({ _id: /^farm:.*(buyer|product)/ });
    await projections.deleteOne({ _id: /^customer:/ });
    await projections.updateMany({ _id: /^cohort:/ }, { $inc: { 'figures.size': 7 } });
    await projections.updateOne({ _id: 'users' }, { $inc: { 'figures.active': 3 } });
    await projections.updateMany({ _id: /^farm:\w+$/ }, { $inc: { 'figures.repeatBuyers': 5 } });
    await projections.deleteMany({ _id: /^day:/ });
  };

  it('restores deleted figures, and then has nothing to correct', async () => {
    await market.settled();
    await market.collection('projections').deleteMany({});
    expect((await recount()).matches).toBe(false);
    expect(await rebuild()).toBeGreaterThan(5);
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
    expect(await rebuild()).toBe(0);
  });

  it('corrects wrong figures while orders are placed, and counts nothing twice', async () => {
    const product = await market.product(farms[0], { stock: 500, price: 150 });
    let busy = true;
    const work = (async () => {
      for (let n = 0; busy && n < 60; n++)
        await market.order(person(n % 2 ? ann : bob), [[product, 1]]);
    })();
    for (let n = 0; n < 2; n++) {
      await corrupt();
      await rebuild();
      expect((await recount()).differences).toEqual([]);
    }
    busy = false;
    await work;
    await market.settled();
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
  });

  it('is done once by a worker that finds the figures of another time zone', async () => {
    await market.settled();
    const projections = market.collection<{ _id: string }>('projections');
    const update = market.app.get(FiguresUpdate);
    const countedCancelled = () =>
      projections.updateOne({ _id: 'orders' }, { $inc: { 'figures.total': 4 } });
    await update.run();
    await countedCancelled();
    await update.run();
    expect((await recount()).differing).toBe(1);
    await projections.updateOne({ _id: 'rebuild' }, { $set: { timeZone: 'Asia/Tokyo' } });
    await update.run();
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
  });

  it('adds nothing twice when runs overlap, because the latest takes over', async () => {
    await market.settled();
    await corrupt();
    const runs = await Promise.allSettled([rebuild(), rebuild(), rebuild()]);
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await recount()).toMatchObject({ differences: [] });
  });

  it('counts an event whose handler failed for long, and a later retry does not count it again', async () => {
    await market.settled();
    const late = (await market.events()).filter(({ name }) => name === 'order.placed').slice(0, 2);
    const outbox = market.collection('outbox');
    const handlers = market.app.get(EventHandlers);
    const filter = { 'payload.order._id': { $in: late.map(({ aggregateId }) => aggregateId) } };
    await market.forgetHandled('AnalyticsProcessor.project', filter);
    await outbox.updateMany(filter, { $set: { occurredAt: new Date(Date.now() - 2 * 3_600_000) } });
    // As if these events had never been counted.
    await market.collection('projections').deleteMany({});
    await rebuild();
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
    for (const { id } of late) await handlers.handle([id]);
    expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
  });

  it('skips and reports events that it cannot read, and a later reading does not count them again', async () => {
    await market.settled();
    await market.stopRelaying();
    await market.order(person(ann), [[await market.product(farms[0]), 1]]);
    const outbox = market.collection<OutboxEntry>('outbox');
    const placed = await outbox.findOne({ name: 'order.placed' }, { sort: { _id: -1 } });
    const id = placed?._id.toString() ?? '';
    const write = ($set: object) => outbox.updateOne({ _id: new Types.ObjectId(id) }, { $set });
    await write({ 'payload.order.parts': 'none' });
    const found = await recount();
    expect(found).toMatchObject({ unreadable: 1, unreadableIds: [id], matches: false });
    expect(await rebuild()).toBeGreaterThan(0);
    expect(await recount()).toMatchObject({ differences: [], unreadable: 0 });
    await write({ payload: placed?.payload });
    await market.app.get(EventHandlers).handle([id]);
    expect(await recount()).toMatchObject({ differences: [] });
  });
});
