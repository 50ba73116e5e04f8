import { Redis } from 'ioredis';
import { type Db, MongoClient, ObjectId } from 'mongodb';
import type { DomainEvent, EventName } from '#libs/contracts';
import { EventLog } from '#libs/platform';
import { Crowd, nowMs } from '../live/crowds.js';
import { partPlaced, placed } from '../live/news.js';
import type { Side } from '../live/sides.js';
import { type Effort, type Row, timesOf } from '../runner/measure.js';
import { type Program, usedBy } from '../runner/programs.js';
import { later, type Stage } from '../runner/stage.js';

/** Who looks at the farm's board. */
const BOARD = 20;
const ORDERS_PER_SECOND = 50;
/** Of orders that are not counted, on each side: code that has just been loaded is slow in all of them. */
const WARM_UP_SECONDS = 6;
/** Of each round, at least: the slowest twentieth of fifty orders would be two or three of them. */
const LEAST_SECONDS = 4;
/** Who order in turn. */
const CUSTOMERS = 100;

interface Way {
  readonly contender: string;
  readonly crowd: Crowd;
  readonly send: (event: DomainEvent<'order.part-placed'>) => Promise<void>;
  readonly programs: readonly Program[];
}

interface Pace {
  /** Milliseconds, of each socket and order. */
  readonly took: number[];
  readonly cpuMs: number[];
}

/**
 * From the commit of an order's events to all sockets at its farm's board, while so many others are connected. The
 * relay, the queues, the worker's handlers and the gateway are the real ones; only the order itself is not placed.
 * On the bare sides the same event goes straight to the stream.
 */
export async function news(
  stage: Stage,
  { product, bare, plain }: Record<'product' | 'bare' | 'plain', Side>,
  connected: number,
  { rounds, seconds }: Effort,
): Promise<Row[]> {
  const farmId = new ObjectId().toString();
  const claims = { userId: new ObjectId().toString(), role: 'farmer', farmId } as const;
  const worker = await stage.process('worker');
  const mongo = await MongoClient.connect(stage.mongo.url);
  const customers = await introduce(mongo.db(), claims.userId, farmId);
  const redis = new Redis(stage.redis.url);
  const board = async (side: Side) =>
    Crowd.gather(stage, {
      ...(await side.client(claims)),
      count: BOARD,
      watch: [farmId],
      own: 0,
      firstOwn: 0,
    });
  const outbox = mongo.db().collection('outbox');
  const commits = new Map<string, number>();
  const log = new EventLog(redis);
  const commit = async (event: DomainEvent<'order.part-placed'>) => {
    const events = [placed(event), event];
    await mongo.withSession((session) =>
      session.withTransaction(() => outbox.insertMany(events.map(entryOf), { session })),
    );
    commits.set(event.id, nowMs());
    await log.append(events);
  };
  const real = [product.server, worker, stage.mongo, stage.redis];
  const toldBy = async (side: Side): Promise<Way> => ({
    contender: side.name,
    crowd: await board(side),
    send: async (event) => {
      commits.set(event.id, nowMs());
      await side.tell(event, farmId);
    },
    programs: [...side.programs],
  });

  const ways: Way[] = [
    { contender: 'product', crowd: await board(product), send: commit, programs: real },
    await toldBy(bare),
    await toldBy(plain),
  ];
  const all = new Map(ways.map((way) => [way, { took: [], cpuMs: [] } as Pace]));
  for (const way of ways) await pace(WARM_UP_SECONDS, farmId, customers, way);

  for (let round = 0; round < rounds; round++)
    for (const way of round % 2 === 0 ? ways : [...ways].reverse()) {
      const before = await Promise.all(way.programs.map(usedBy));
      const heard = await pace(Math.max(seconds, LEAST_SECONDS), farmId, customers, way);
      const after = await Promise.all(way.programs.map(usedBy));
      const sum = all.get(way);
      after.forEach(({ cpuMs }, at) => {
        if (sum) sum.cpuMs[at] = (sum.cpuMs[at] ?? 0) + cpuMs - (before[at]?.cpuMs ?? 0);
      });
      for (const { id, at } of heard)
        for (const one of at) sum?.took.push(one - (commits.get(id) ?? Number.NaN));
    }
  redis.disconnect();
  await mongo.close();

  const base = { scenario: 'news of an order', clients: connected, perSecond: null };
  const rows: Row[] = [];
  for (const [{ contender, programs }, { took, cpuMs }] of all) {
    const times = timesOf(took);
    rows.push({
      ...base,
      contender,
      ...times,
      answers: took.length,
      processes: await shares(programs, cpuMs, took.length / BOARD),
      ratio: (rows[0]?.p95 ?? times.p95) / times.p95,
    });
  }
  return rows;
}

/** The farm's owner and its customers, as the events of their sign-up would have told of them. */
async function introduce(db: Db, ownerId: string, farmId: string): Promise<string[]> {
  const customers = Array.from({ length: CUSTOMERS }, () => new ObjectId());
  const known = { name: 'Emma Castillo', userVersion: 1 };
  await db.collection('recipients').insertMany([
    {
      ...known,
      _id: new ObjectId(ownerId),
      email: 'owner@bench.example',
      farmId: new ObjectId(farmId),
    },
    ...customers.map((_id, n) => ({
      ...known,
      _id,
      email: `customer-${n}@bench.example`,
      farmId: null,
    })),
  ]);
  return customers.map(String);
}

/** Sends orders at a steady pace, and answers when all of them were heard. */
async function pace(
  seconds: number,
  farmId: string,
  customers: readonly string[],
  { send, crowd }: Way,
): Promise<{ id: string; at: Float64Array }[]> {
  const started = nowMs();
  const under = Array.from({ length: seconds * ORDERS_PER_SECOND }, async (_, n) => {
    await later((n * 1_000) / ORDERS_PER_SECOND);
    const event = partPlaced(farmId, customers[n % customers.length] ?? '');
    const heard = crowd.hears(event.id);
    await send(event);
    return { id: event.id, at: await heard };
  });
  const heard = await Promise.all(under);
  // What follows from the orders is under way still: it must not weigh on the other side.
  await later(Math.max(1_000, nowMs() - started - seconds * 1_000));
  return heard;
}

function entryOf<Name extends EventName>({ id, occurredAt, ...event }: DomainEvent<Name>) {
  return {
    _id: new ObjectId(id),
    ...event,
    occurredAt: new Date(occurredAt),
    handled: [],
    handledAt: null,
    publishedAt: new Date(occurredAt),
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
