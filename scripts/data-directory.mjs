/**
 * `node scripts/data-directory.mjs <checkout> <name>`: trades in a shop of another build, kills it while it handles
 * events, and packs its data directory with a manifest. apps/standalone/data-directories/README.md says why and when.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { openMarket, order, trade } from './data-directory-trade.mjs';
import { fail, root, say } from './tools.mjs';

const FOLDER = join(root, 'apps/standalone/data-directories');
const COUNTED = ['users', 'farms', 'products', 'orders', 'reviews', 'favourites', 'receipts'];
const QUEUE = 'bull:domain-events';
/** The handler that is not idempotent by itself. */
const FIGURES = 'AnalyticsProcessor.project';
const BURSTS = 20;

const [checkout, name] = process.argv.slice(2);
if (!checkout || !name) fail('usage: node scripts/data-directory.mjs <built checkout> <name>');

const dataDir = mkdtempSync(join(tmpdir(), 'farmgate-data-'));
const port = await freePort();
const shop = spawn(process.execPath, ['dist/server/standalone.js'], {
  cwd: resolve(checkout),
  env: { PATH: process.env.PATH, PORT: `${port}`, DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('exit', () => shop.kill('SIGKILL'));
const api = `http://127.0.0.1:${port}/api/v1`;
const isOpen = () =>
  fetch(`${api}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
await until('the shop to open', isOpen, 60_000);
const engines = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8'));
const mongo = await MongoClient.connect(engines.MONGODB_URI);
const redis = new Redis(engines.REDIS_URL);
const rows = (collection, filter = {}) => mongo.db().collection(collection).find(filter).toArray();
const count = (collection) => mongo.db().collection(collection).countDocuments();

const market = await openMarket(api);
const traces = await trade(market);
await until('every event to be handled', async () => (await queued()).size === 0, 60_000);
await failOneEvent();
await redis.bgrewriteaof(); // Redis would do so itself in time; it makes the file smaller
const events = await stopAmidHandling();
const counts = {};
for (const collection of COUNTED) counts[collection] = await count(collection);
await kill();
await pack({ counts, events, ...traces });

/** Ids of events with an unfinished job. */
async function queued() {
  const lists = await Promise.all([
    redis.lrange(`${QUEUE}:wait`, 0, -1),
    redis.lrange(`${QUEUE}:active`, 0, -1),
    redis.zrange(`${QUEUE}:delayed`, 0, -1),
  ]);
  const jobs = await Promise.all(lists.flat().map((id) => redis.hget(`${QUEUE}:${id}`, 'data')));
  return new Set(jobs.flatMap((data) => JSON.parse(data ?? '{}').ids ?? []));
}

/** Places an order that cannot be counted: a figure of its customer is not a number until its job fails for good. */
async function failOneEvent() {
  const [customer] = market.customers;
  const projections = mongo.db().collection('projections');
  const own = { _id: new RegExp(`^farm:[0-9a-f]+/buyer:${customer.user._id}$`) };
  const before = await rows('projections', own);
  await projections.updateMany(own, { $set: { 'figures.orders': 'no number' } });
  const [, farm] = before[0]._id.split(/[:/]/);
  await order(customer, [market.products.find(({ farmId }) => farmId === farm)]);
  const hasFailed = async () => (await redis.zcard(`${QUEUE}:failed`)) > 0;
  await until('an event to fail', hasFailed, 120_000);
  await until('the others to be handled', async () => (await queued()).size === 0, 60_000);
  for (const { _id, figures } of before)
    await projections.updateOne({ _id }, { $set: { figures } });
}

/**
 * Pauses the shop in a burst of orders, when some of their events are handled, some have a job and some are only
 * committed; returns the number of each.
 */
async function stopAmidHandling() {
  for (let burst = 1; burst <= BURSTS; burst++) {
    const before = await mongo
      .db()
      .collection('outbox')
      .findOne({}, { sort: { _id: -1 } });
    let arePlaced = false;
    void placeSome().then(() => {
      arePlaced = true;
    });
    for (;;) {
      shop.kill('SIGSTOP');
      const orders = await ordersAfter(before._id);
      if (Math.min(...Object.values(orders)) > 0) return orders;
      shop.kill('SIGCONT');
      if (arePlaced && orders.queued + orders.committed === 0) break;
      await new Promise((wake) => setTimeout(wake, 25));
    }
    say(`burst ${burst} was handled before it could be stopped`);
  }
  return fail('the shop could not be stopped amid its handling');
}

function placeSome() {
  const orders = market.customers.map((customer, at) =>
    order(customer, market.products.slice(at, at + 2)),
  );
  return Promise.allSettled(orders);
}

async function ordersAfter(id) {
  const orders = await rows('outbox', { _id: { $gt: id }, name: 'order.placed' });
  const jobs = await queued();
  const open = orders.filter(({ handled }) => !handled.includes(FIGURES));
  const withJob = open.filter(({ _id }) => jobs.has(`${_id}`));
  return {
    handled: orders.length - open.length,
    queued: withJob.length,
    committed: open.length - withJob.length,
  };
}

/** Kills the shop. Its engines then end by themselves; their files are complete once they close their connections. */
async function kill() {
  const ended = Promise.all([once(shop, 'exit'), ...Object.values(engines).map(engineEnds)]);
  await mongo.close();
  redis.disconnect();
  shop.kill('SIGKILL');
  await ended;
}

async function engineEnds(url) {
  if (typeof url !== 'string') return;
  const { hostname, port: at } = new URL(url);
  const socket = connect({ host: hostname, port: Number(at) });
  socket.resume().on('error', () => {});
  await once(socket, 'close');
}

async function pack(manifest) {
  const tar = spawn('tar', ['-cS', '-C', dataDir, '--owner=0', '--group=0', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const archive = createWriteStream(join(FOLDER, `${name}.tar.gz`));
  await pipeline(tar.stdout, createGzip({ level: 9 }), archive);
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
  say(JSON.stringify(manifest));
}

async function until(what, isSo, deadlineMs) {
  const deadline = Date.now() + deadlineMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) fail(`waited in vain for ${what}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}
