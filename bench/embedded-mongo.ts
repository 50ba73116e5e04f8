/**
 * Speed of a MongoDB-compatible server, from outside: reads, guarded updates, inserts and an order-like transaction,
 * by one client and by 32 at once; then how long others wait while somebody aggregates 100,000 documents.
 *
 *   node dist/bench/embedded-mongo.js                  starts the embedded server in a temporary directory
 *   MONGODB_URI=mongodb://… node dist/bench/…          measures that server instead
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Db, MongoClient } from 'mongodb';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const DOCUMENTS = 10_000;

type Operation = (db: Db, client: MongoClient, n: number) => Promise<unknown>;

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
  // collections made inside colliding transactions would be measured as conflicts
  await db.collection('orders').insertOne({});
  await db.collection('outbox').insertOne({});
}

async function measure(
  db: Db,
  client: MongoClient,
  operation: Operation,
  clients: number,
): Promise<number> {
  let done = 0;
  const end = performance.now() + SECONDS * 1000;
  const work = async () => {
    while (performance.now() < end) await operation(db, client, done++);
  };
  await Promise.all(Array.from({ length: clients }, work));
  return Math.round(done / SECONDS);
}

/** The longest that a ping waits while 100,000 documents are grouped without an index. */
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
  const main = fileURLToPath(new URL('../libs/embedded-mongo/src/main.js', import.meta.url));
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

const external = process.env.MONGODB_URI;
const server = external ? { uri: external, stop: async () => undefined } : await startServer();
const client = await MongoClient.connect(server.uri, { maxPoolSize: 40 });
const db = client.db('bench');
await db.dropDatabase();
await fill(db);
console.log(
  `${'operation'.padEnd(20)}${'1 client'.padStart(12)}${'32 clients'.padStart(12)}   per second`,
);
for (const [name, operation] of Object.entries(OPERATIONS)) {
  await measure(db, client, operation, 1);
  const one = await measure(db, client, operation, 1);
  const many = await measure(db, client, operation, 32);
  console.log(`${name.padEnd(20)}${String(one).padStart(12)}${String(many).padStart(12)}`);
}
const { aggregation, wait } = await longestWait(db);
console.log(
  `aggregation of 100,000 documents: ${aggregation} ms; longest wait of another client: ${wait} ms`,
);
await db.dropDatabase();
await client.close();
await server.stop();
