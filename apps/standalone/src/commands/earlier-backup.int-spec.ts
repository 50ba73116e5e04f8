import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';
import { recountSchema } from '#libs/contracts';
import { Marketplace, type TestPerson, waitFor } from '#libs/testing';
import { startCommand } from '../testing/start-command.js';
import {
  collectionFile,
  type DumpedCollection,
  type Manifest,
  manifestFile,
  manifestSchema,
} from './backup/backup-format.js';
import { pack, unpack } from './backup/files.js';
import { documentsIn } from './backup/load.js';

const SECRET = 'a secret for tests only, 32 or more';
/** Older than the lifetime of handled marks and of published rows. */
const MADE = new Date(Date.now() - 40 * 86_400_000);

let home: string;
let folder: string;
let market: Marketplace;
let admin: TestPerson;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farmgate-earlier-'));
  folder = join(home, 'backup');
  market = await Marketplace.open();
  const product = await market.product(await market.farm(), { stock: 50 });
  admin = await market.person('admin');
  const customer = await market.person('customer');
  for (let n = 0; n < 3; n++) await market.order(customer, [[product, 1]]);
  await market.settled();
  await market.stopRelaying();
  await market.order(customer, [[product, 1]]);
  expect(await run('backup', '--to', folder)).toMatchObject({ code: 0 });
  await asEarlier();
  await market.close();
});
afterAll(async () => {
  await market.close();
  await rm(home, { recursive: true, force: true });
});

const run = (command: 'backup' | 'restore', ...args: string[]) =>
  startCommand(command, args, market.engines, {
    AUTH_SECRET: SECRET,
    DATA_DIR: join(home, 'data'),
    PICTURES_DIR: join(home, 'data/pictures'),
  }).ended;

async function read(name: string): Promise<mongo.Document[]> {
  const found: mongo.Document[] = [];
  for await (const bytes of documentsIn(unpack(collectionFile(folder, name))))
    found.push(mongo.BSON.deserialize(bytes));
  return found;
}

/** Rewrites a collection of the backup; returns its manifest entry. */
async function write(
  name: string,
  rows: readonly mongo.Document[],
  index: DumpedCollection['indexes'][number],
): Promise<DumpedCollection> {
  async function* bytes() {
    for (const row of rows) yield mongo.BSON.serialize(row);
  }
  const meter = await pack(bytes(), collectionFile(folder, name));
  const found = { documents: rows.length, bytes: meter.bytes, sha256: meter.sha256() };
  return { name, ...found, indexes: [index] };
}

/** Converts the backup to the earlier build's format, with marks in a collection of their own. */
async function asEarlier(): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile(folder), 'utf8')));
  const seconds = Math.floor(MADE.getTime() / 1_000).toString(16);
  const rows = (await read('outbox')).map((row) => ({
    ...row,
    _id: new mongo.ObjectId(seconds + String(row._id).slice(8)),
    handled: row.handled as string[],
    handledAt: row.handledAt as Date | null,
  }));
  const marks = rows.flatMap(({ _id, handled }) =>
    handled.map((handler) => ({ _id: `${handler}:${_id}`, at: MADE })),
  );
  const earlier = rows.map(({ handled: _handled, handledAt: _at, ...row }) => ({
    ...row,
    publishedAt: MADE,
  }));
  const day = 86_400;
  const rewritten = [
    await write('outbox', earlier, {
      key: { publishedAt: 1 },
      name: 'publishedAt_1',
      expireAfterSeconds: 7 * day,
    }),
    await write('processedEvents', marks, {
      key: { at: 1 },
      name: 'at_1',
      expireAfterSeconds: 30 * day,
    }),
  ];
  const kept = manifest.collections.filter(
    ({ name }) => !rewritten.some((collection) => collection.name === name),
  );
  const changed: Manifest = {
    ...manifest,
    at: new Date(MADE.getTime() + 60 * 60_000).toISOString(),
    collections: [...kept.filter(({ name }) => name !== 'migrations'), ...rewritten],
    unfinished: rows.filter(({ handledAt }) => handledAt === null).map(({ _id }) => String(_id)),
  };
  await writeFile(manifestFile(folder), JSON.stringify(changed));
}

it('is restored with every event that was not handled, and handles none again', async () => {
  const { said, code } = await run('restore', '--from', folder, '--overwrite');
  expect(said).toMatch(/finds all \d+ figures right; [1-9]\d* events are under way/);
  expect(code).toBe(0);
  const again = await Marketplace.open({ engines: market.engines });
  const client = again.visitor.as(admin.client.token);
  const recount = async () => recountSchema.parse((await client.post('/analytics/recount')).body);
  await waitFor('what was under way', async () => (await recount()).underWay === 0);
  expect(await recount()).toMatchObject({ matches: true, differing: 0 });
  expect((await client.get('/orders/stats')).body).toMatchObject({ totalOrders: 4 });
  expect(await again.collection('notifications').countDocuments({ kind: 'order.placed' })).toBe(4);
  await again.close();
});
