/**
 * From the commit of an order's events to the patched cache of a page that shows the farm's board:
 * `node bench/realtime-latency.mjs [orders a second: 50] [seconds: 15] [sockets: 1000] [of them at the board: 20]`,
 * and the same payload, in turns with it, through a bare socket.io with the Redis streams adapter. Needs a build.
 */
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { MongoClient, ObjectId } from 'mongodb';
import { Server } from 'socket.io';
import { cacheKeys, createQueryClient, EventQueue, LiveCache } from '../dist/market-day/live.js';
import { Backstage, connect, later, line, load, ticket } from './realtime/backstage.mjs';

const [rate = 50, seconds = 15, sockets = 1000, watchers = 20] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const FRAME_MS = 16;
const farmId = new ObjectId().toString();
const userId = new ObjectId().toString();
const stage = await Backstage.open();
try {
  const [gateway, bare] = await Promise.all([
    stage.start('gateway'),
    stage.program('bench/realtime/bare.mjs'),
    stage.start('worker'),
  ]);
  const pass = await ticket({ userId, role: 'farmer', farmId });
  const ours = await connect(watchers, gateway.port, { auth: { ticket: pass } });
  const plain = await connect(watchers, bare.port, { auth: { board: true } });
  await Promise.all([
    stage.program('bench/realtime/crowd.mjs', gateway.port, sockets - watchers, await ticket()),
    stage.program('bench/realtime/crowd.mjs', bare.port, sockets - watchers, ''),
  ]);
  const mongo = await MongoClient.connect(stage.mongo);
  const outbox = mongo.db().collection('outbox');
  const redis = new Redis(stage.redis);
  const emitter = new Server({
    adapter: createAdapter(new Redis(stage.redis), { streamName: 'bare' }),
  });

  const committed = new Map();
  const took = { sockets: [], page: [], bare: [] };
  // Looked up at the end: the news may be faster than the answer to the commit.
  const heard = (id) => [id, performance.now()];
  const ms = (all) => all.map(([id, at]) => Math.max(0, at - committed.get(id)));
  for (const socket of ours)
    socket.on('order.part-placed', ({ id }) => took.sockets.push(heard(id)));
  for (const socket of plain) socket.on('order.part-placed', ({ id }) => took.bare.push(heard(id)));

  // One of them is a whole page: a frame, the event table, and the board in React Query's cache.
  globalThis.requestAnimationFrame = (draw) => setTimeout(draw, FRAME_MS);
  globalThis.cancelAnimationFrame = (frame) => clearTimeout(frame);
  const client = createQueryClient();
  const key = cacheKeys.orders({ limit: 100 });
  const empty = () => ({ pages: [{ orders: [], nextCursor: null, total: 0 }], pageParams: [null] });
  const live = new LiveCache(client, { id: userId, role: 'farmer', farmId });
  const queue = new EventQueue({
    apply: (events) => {
      live.apply(events);
      const shown = new Set(client.getQueryData(key).pages[0].orders.map(({ _id }) => _id));
      for (const { id, aggregateId } of events)
        if (shown.has(aggregateId)) took.page.push(heard(id));
    },
    onWaiting: () => {},
    onOverflow: () => {},
  });
  ours[0].on('order.part-placed', (event) => queue.push(event));

  console.log(`${sockets} sockets, ${watchers} at the board, ${rate} orders/s, load ${load()}`);
  for (let round = 0; round < ROUNDS; round++) {
    client.setQueryData(key, empty());
    await pace(async (event) => {
      committed.set(event._id.toString(), performance.now());
      emitter.to('board').emit('order.part-placed', { ...event, id: event._id.toString() });
    });
    await pace(async (event, placed) => {
      const session = mongo.startSession();
      await session.withTransaction(() => outbox.insertMany([placed, event], { session }));
      await session.endSession();
      committed.set(event._id.toString(), performance.now());
      await redis.publish('outbox.wake', '');
    });
  }
  const expected = Math.round((rate * seconds) / ROUNDS) * ROUNDS * watchers;
  console.log(
    `heard ${took.sockets.length} and ${took.bare.length} of ${expected}; load ${load()}`,
  );
  const bareP95 = line('bare socket.io + streams: emit → 20 sockets', ms(took.bare));
  line('Farmgate: commit → 20 sockets', ms(took.sockets));
  const pageP95 = line('Farmgate: commit → patched cache, with frame', ms(took.page));
  console.log(`p95 is ${(pageP95 / bareP95).toFixed(1)} times the bare one`);
  await mongo.close();
} finally {
  await stage.close();
}
process.exit();

/** Does it at the rate for a round's share of the time, and waits for what is under way. */
async function pace(place) {
  const count = Math.round((rate * seconds) / ROUNDS);
  const start = performance.now();
  for (let n = 0; n < count; n++) {
    const wait = start + (n * 1_000) / rate - performance.now();
    if (wait > 0) await later(wait);
    const { placed, part } = orderEvents();
    place(part, placed).catch((error) => console.error(error));
  }
  await later(3_000);
}

/** What an order of one line leaves in the outbox for its customer and its farm. */
function orderEvents() {
  const _id = new ObjectId().toString();
  const now = new Date();
  const money = { method: 'pay_on_handover', status: 'due', amount: 11.49, paid: 0 };
  const line = {
    ...{ productId: new ObjectId().toString(), name: 'Carrots', image: '/produce/carrot.svg' },
    ...{ unit: 'lb', quantity: 2, price: 3.25, total: 6.5, note: null },
  };
  const part = {
    ...{ _id: new ObjectId().toString(), farmId, farmName: 'Hollow Creek Farm' },
    ...{ farmSlug: 'hollow-creek-farm', fulfilment: 'delivery', pickupPlace: null },
    ...{ status: 'placed', subtotal: 6.5, note: null, lines: [line], version: 1 },
    payment: { status: 'due', amount: 6.5 },
    timeline: [
      {
        ...{ status: 'placed', at: now.toISOString(), by: { role: 'customer', name: 'Emma C.' } },
        ...{ reason: null, declineReason: null, goods: null },
      },
    ],
  };
  const order = {
    ...{ _id, code: `FG-${_id.slice(-8).toUpperCase()}`, createdAt: now.toISOString() },
    ...{
      status: 'Processing',
      isDelivered: false,
      notes: null,
      goodsTotal: 6.5,
      deliveryFee: 4.99,
    },
    customer: { _id: new ObjectId().toString(), name: 'Emma Castillo' },
    address: { line1: '12 Mill Lane', city: 'Hudson', state: 'NY', postalCode: '12534' },
    ...{ totalPrice: 11.49, payment: money, parts: [part], version: 1 },
  };
  const head = {
    ...{ occurredAt: now, aggregateId: _id, version: 1 },
    ...{ correlationId: 'bench-realtime', actorId: null, publishedAt: null },
  };
  return {
    placed: { _id: new ObjectId(), name: 'order.placed', ...head, payload: { order } },
    part: { _id: new ObjectId(), name: 'order.part-placed', ...head, payload: { farmId, order } },
  };
}
