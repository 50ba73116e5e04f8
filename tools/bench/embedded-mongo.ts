/**
 * Speed of a MongoDB-compatible server, measured from a client: reads, guarded updates, inserts and an order-like
 * transaction, with one client and with 32; then how long other clients wait while one aggregates 100,000 documents. On
 * a busy machine the server's CPU time per operation says more than the number of operations.
 *
 *   node dist/tools/bench/embedded-mongo.js             starts the embedded server in a temporary directory
 *   MONGODB_URI=mongodb://… node dist/tools/bench/…     also measures that server, alternating with the embedded one
 *
 * Each server is measured BENCH_ROUNDS (1) times for BENCH_SECONDS (3); the table shows the medians.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, MongoClient } from 'mongodb';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1);
const CLIENTS = [1, 32];
const DOCUMENTS = 10_000;

type Operation = (db: Db, client: MongoClient, n: number) => Promise<unknown>;
interface Target {
  name: string;
  client: MongoClient;
  db: Db;
}
interface Sample {
  perSecond: number;
  /** CPU time of the server per operation, in microseconds. */
  cpu: number;
}

const pick = () => Math.floor(Math.random() * DOCUMENTS);

const OPERATIONS: Record<string, Operation> = {
  'findOne by key': (db) => db.collection('products').findOne({ sku: `S${pick()}` }),
  'guarded $inc': (db) =>
    db
      .collection('products')
      .updateOne({ sku: `S${pick()}`, stock: { $gte: 1 } }, { $inc: { stock: -1 } }),
  insert: (db, _client, n) =>
    db
      .collection('events')
      .insertOne({ n, at: new Date(), name: 'order.placed', payload: { a: 1, b: 'text' } }),
  'order transaction': (db, client) =>
    client.withSession((session) =>
      session.withTransaction(async () => {
        for (let i = 0; i < 2; i++) {
          await db
            .collection('products')
            .updateOne(
              { sku: `S${pick()}`, stock: { $gte: 1 } },
              { $inc: { stock: -1 } },
              { session },
            );
        }
        await db
          .collection('orders')
          .insertOne({ status: 'placed', lines: [{ qty: 1 }, { qty: 1 }] }, { session });
        await db
          .collection('outbox')
          .insertOne({ name: 'order.placed', at: new Date() }, { session });
      }),
    ),
};

async function fill(db: Db): Promise<void> {
  const products = Array.from({ length: DOCUMENTS }, (_, i) => ({
    sku: `S${i}`,
    name: `Product ${i}`,
    stock: 1_000_000,
    price: i,
    tags: ['a', 'b'],
  }));
  await db.collection('products').createIndex({ sku: 1 }, { unique: true });
  await db.collection('products').insertMany(products);
  // create the collections now: creating them inside concurrent transactions would count as conflicts
  await db.collection('orders').insertOne({});
  await db.collection('outbox').insertOne({});
}

/** CPU time used by the server so far, in microseconds; MongoDB and the embedded server both report it. */
async function cpuOf(db: Db): Promise<number> {
  const { extra_info: used } = await db.command({ serverStatus: 1 });
  return Number(used?.user_time_us) + Number(used?.system_time_us);
}

async function measure(
  { db, client }: Target,
  operation: Operation,
  clients: number,
  seconds = SECONDS,
): Promise<Sample> {
  let done = 0;
  const before = await cpuOf(db);
  const end = performance.now() + seconds * 1000;
  const work = async () => {
    while (performance.now() < end) await operation(db, client, done++);
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { perSecond: done / seconds, cpu: ((await cpuOf(db)) - before) / done };
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures every server once per round, so that a slow minute of the machine affects all of them. */
async function compare(targets: readonly Target[], name: string, operation: Operation) {
  for (const target of targets) await measure(target, operation, 8, 1);
  for (const clients of CLIENTS) {
    const samples = new Map(targets.map((target) => [target, [] as Sample[]]));
    for (let round = 0; round < ROUNDS; round++) {
      const order = [...samples];
      if (round % 2 === 1) order.reverse();
      for (const [target, list] of order) list.push(await measure(target, operation, clients));
    }
    for (const [target, list] of samples)
      row(
        name,
        clients,
        target.name,
        median(list.map(({ perSecond }) => perSecond)).toFixed(0),
        median(list.map(({ cpu }) => cpu)).toFixed(0),
      );
  }
}

const WIDTHS = [18, 9, 10, 12, 14] as const;
const row = (...cells: unknown[]): void =>
  console.log(
    cells
      .map((cell, i) =>
        i === 0 ? String(cell).padEnd(WIDTHS[0]) : String(cell).padStart(WIDTHS[i] ?? 0),
      )
      .join(''),
  );

/** The longest wait of a ping in ms, while 100,000 documents are grouped without an index. */
async function longestWait(db: Db): Promise<{ aggregation: number; wait: number }> {
  const rows = Array.from({ length: 10_000 }, (_, i) => ({
    k: i % 100,
    v: i,
    text: 'x'.repeat(50),
  }));
  for (let i = 0; i < 10; i++)
    await db.collection('large').insertMany(rows.map((row) => ({ ...row })));
  let wait = 0;
  let running = true;
  const pinging = (async () => {
    while (running) {
      const start = performance.now();
      await db.command({ ping: 1 });
      wait = Math.max(wait, performance.now() - start);
    }
  })();
  const start = performance.now();
  await db
    .collection('large')
    .aggregate([{ $match: { v: { $gte: 0 } } }, { $group: { _id: '$k', sum: { $sum: '$v' } } }])
    .toArray();
  const aggregation = Math.round(performance.now() - start);
  running = false;
  await pinging;
  return { aggregation, wait: Math.round(wait) };
}

async function startServer(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'embedded-mongo-bench-'));
  const main = fileURLToPath(new URL('../../libs/embedded-mongo/src/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, '--dir', dir, '--port', '0', '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dir, { recursive: true, force: true });
  };
  return {
    uri: String(line)
      .replace(/^.* on /, '')
      .trim(),
    stop,
  };
}

async function connect(name: string, uri: string): Promise<Target> {
  const client = await MongoClient.connect(uri, { maxPoolSize: 40 });
  const db = client.db('bench');
  await db.dropDatabase();
  await fill(db);
  return { name, client, db };
}

const server = await startServer();
const targets = [await connect('embedded', server.uri)];
const other = process.env.MONGODB_URI;
if (other) targets.push(await connect('other', other));

row('operation', 'clients', 'server', 'per second', 'CPU µs each');
for (const [name, operation] of Object.entries(OPERATIONS)) await compare(targets, name, operation);
for (const { name, db, client } of targets) {
  const { aggregation, wait } = await longestWait(db);
  console.log(
    `${name}: aggregation of 100,000 documents ${aggregation} ms; longest wait of another client ${wait} ms`,
  );
  await db.dropDatabase();
  await client.close();
}
await server.stop();
