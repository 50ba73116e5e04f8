import { Redis } from 'ioredis';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import type { DomainEvent, EventName } from '#libs/contracts';
import { EventLog } from '#libs/platform';
import { Crowd, nowMs } from '../live/crowds.js';
import { partPlaced, placed, stockChanged } from '../live/events.js';
import type { LiveServer, LiveServers } from '../live/servers.js';
import { type Effort, type Row, timesOf } from '../runner/measure.js';
import { type Program, usedBy } from '../runner/programs.js';
import { later, type Stage } from '../runner/stage.js';

/** The measured events of each order: `order` goes to the farm's board, `stock` to visitors who watch the product. */
const KINDS = ['order', 'stock'] as const;
type Kind = (typeof KINDS)[number];
/** Names of the rows. */
export const SCENARIOS: Readonly<Record<Kind, string>> = {
  order: 'event delivery of an order',
  stock: 'event delivery of its stock',
};
/** Sockets per kind. */
const RECEIVERS = 20;
const ORDERS_PER_SECOND = 50;
/** Seconds of orders by each contender before the measurement, because newly loaded code is slow in all of them. */
const WARM_UP_SECONDS = 6;
/** Minimum length of a round in seconds: the slowest twentieth of fifty orders would be only two or three. */
const LEAST_SECONDS = 4;
/** Customers who order in turn. */
const CUSTOMERS = 100;

interface Sale {
  readonly order: DomainEvent<'order.part-placed'>;
  readonly stock: DomainEvent<'product.stock-changed'>;
}

interface Contender {
  readonly name: string;
  readonly crowds: Readonly<Record<Kind, Crowd>>;
  readonly send: (sale: Sale) => Promise<void>;
  readonly programs: readonly Program[];
}

interface Pace {
  /** Delay in ms of each event on each socket. */
  readonly took: Readonly<Record<Kind, number[]>>;
  readonly cpuMs: number[];
}

/** When each socket of a kind received an event. */
interface Receipt {
  readonly kind: Kind;
  readonly id: string;
  readonly at: Float64Array;
}

/**
 * Time from the commit of an order's events to the sockets of its farm's board and to those that watch its product,
 * while `connected` others are open. Relay, queues, the worker's handlers and gateway are the real ones; only the order
 * itself is not placed. For the baselines the same events are appended directly to their stream.
 */
export async function eventDelivery(
  stage: Stage,
  { product, socketIo, webSockets }: LiveServers,
  connected: number,
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  // One farm: a seed makes one per hundred products.
  const size = { '--products': 1, '--orders': 1, '--users': CUSTOMERS + 2 };
  await stage.command('seed', ...Object.entries(size).flatMap(([key, n]) => [key, String(n)]));
  const worker = await stage.process('worker');
  const mongo = await MongoClient.connect(stage.mongo.url);
  const { farmId, ownerId: userId, productId, customers } = await seeded(mongo.db());
  const claims = { userId, role: 'farmer', farmId, sessionId: null } as const;
  const redis = new Redis(stage.redis.url);
  const receivers = { count: RECEIVERS, own: 0, firstOwn: 0 };
  const crowdsOf = async (server: LiveServer): Promise<Contender['crowds']> => ({
    order: await Crowd.connect(stage, {
      ...(await server.client(claims)),
      ...receivers,
      watch: [farmId],
    }),
    stock: await Crowd.connect(stage, {
      ...(await server.client()),
      ...receivers,
      watch: [productId],
    }),
  });
  const outbox = mongo.db().collection('outbox');
  const commits = new Map<string, number>();
  const log = new EventLog(redis);
  const commit = async ({ order, stock }: Sale) => {
    const events = [placed(order), order, stock];
    await mongo.withSession((session) =>
      session.withTransaction(() => outbox.insertMany(events.map(entryOf), { session })),
    );
    for (const { id } of events) commits.set(id, nowMs());
    await log.append(events);
  };
  const real = [product.server, worker, stage.mongo, stage.redis];
  const baseline = async (server: LiveServer): Promise<Contender> => ({
    name: server.name,
    crowds: await crowdsOf(server),
    send: async ({ order, stock }) => {
      for (const { id } of [order, stock]) commits.set(id, nowMs());
      await Promise.all([server.publish(order, farmId), server.publish(stock, productId)]);
    },
    programs: [...server.programs],
  });

  const contenders: Contender[] = [
    { name: product.name, crowds: await crowdsOf(product), send: commit, programs: real },
    await baseline(socketIo),
    await baseline(webSockets),
  ];
  const all = new Map(
    contenders.map((one): [Contender, Pace] => [
      one,
      { took: { order: [], stock: [] }, cpuMs: [] },
    ]),
  );
  const sale = (n: number): Sale => ({
    order: partPlaced(farmId, customers[n % customers.length] ?? ''),
    stock: stockChanged(productId),
  });
  for (const one of contenders) await pace(WARM_UP_SECONDS, sale, one);

  for (let round = 0; round < rounds; round++)
    for (const one of round % 2 === 0 ? contenders : [...contenders].reverse()) {
      const before = await Promise.all(one.programs.map(usedBy));
      const received = await pace(Math.max(seconds, LEAST_SECONDS), sale, one);
      const after = await Promise.all(one.programs.map(usedBy));
      const sum = all.get(one);
      after.forEach(({ cpuMs }, at) => {
        if (sum) sum.cpuMs[at] = (sum.cpuMs[at] ?? 0) + cpuMs - (before[at]?.cpuMs ?? 0);
      });
      for (const { kind, id, at } of received)
        for (const ms of at) sum?.took[kind].push(ms - (commits.get(id) ?? Number.NaN));
    }
  redis.disconnect();
  await mongo.close();

  const rows: Row[] = [];
  for (const kind of KINDS) {
    const base = { scenario: SCENARIOS[kind], clients: connected, perSecond: null };
    const productP95 = timesOf(all.get(contenders[0] as Contender)?.took[kind] ?? []).p95;
    for (const [{ name, programs }, { took, cpuMs }] of all) {
      const times = timesOf(took[kind]);
      rows.push({
        ...base,
        contender: name,
        ...times,
        answers: took[kind].length,
        processes: await shares(programs, cpuMs, took[kind].length / RECEIVERS),
        ratio: productP95 / times.p95,
      });
    }
  }
  return rows;
}

/** The ids of the seeded farm, its owner, its product and the customers. */
async function seeded(db: Db) {
  const farm = await db.collection('farms').findOne();
  const product = await db.collection('products').findOne();
  const customers = await db.collection('users').find({ role: 'customer' }).toArray();
  return {
    farmId: String(farm?._id),
    ownerId: String(farm?.ownerId),
    productId: String(product?._id),
    customers: customers.map(({ _id }) => _id.toString()),
  };
}

/** Sends sales at a steady rate; resolves when all of their events are received. */
async function pace(
  seconds: number,
  sale: (n: number) => Sale,
  { send, crowds }: Contender,
): Promise<Receipt[]> {
  const started = nowMs();
  const deliveries = Array.from({ length: seconds * ORDERS_PER_SECOND }, async (_, n) => {
    await later((n * 1_000) / ORDERS_PER_SECOND);
    const sold = sale(n);
    const receipts = KINDS.map(async (kind): Promise<Receipt> => {
      const { id } = sold[kind];
      return { kind, id, at: await crowds[kind].receives(id) };
    });
    await send(sold);
    return Promise.all(receipts);
  });
  const received = (await Promise.all(deliveries)).flat();
  // Wait for the handlers of these orders, so that they do not slow down the next contender.
  await later(Math.max(1_000, nowMs() - started - seconds * 1_000));
  return received;
}

function entryOf<Name extends EventName>({ id, occurredAt, ...event }: DomainEvent<Name>) {
  return {
    _id: new ObjectId(id),
    ...event,
    occurredAt: new Date(occurredAt),
    handled: [],
    handledAt: null,
  };
}

async function shares(
  programs: readonly Program[],
  cpuMs: readonly number[],
  orders: number,
): Promise<Row['processes']> {
  const used = await Promise.all(programs.map(usedBy));
  return Object.fromEntries(
    programs.map(({ name }, at) => [
      name,
      { cpuUs: ((cpuMs[at] ?? 0) * 1_000) / orders, mb: used[at]?.mb ?? 0 },
    ]),
  );
}
