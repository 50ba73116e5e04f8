import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import sharp from 'sharp';
import { RecountService } from '#libs/analytics';
import { uploadedPictureSchema } from '#libs/contracts';
import {
  createHttpApp,
  createLogger,
  LEASES_COLLECTION,
  openQueue,
  REDIS,
  readConfig,
} from '#libs/platform';
import { type Product, StockCheckService } from '#libs/products';
import {
  Marketplace,
  type TestEngines,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';
import { prepareApi } from '../../../api/src/prepare-api.js';
import { standaloneConfigSchema } from '../standalone.config.js';
import { StandaloneModule } from '../standalone.module.js';
import { startCommand } from '../testing/start-command.js';
import { collectionFile, manifestFile } from './backup/backup-format.js';
import { dump } from './backup/dump.js';
import { checkTarget, documentsIn, verify } from './backup/load.js';
import { openEngines } from './backup/open-engines.js';
import { openSlices } from './command.js';

const SECRET = 'a secret for tests only, 32 or more';
const ACCOUNT = { email: 'keeper@farm.example', password: 'what the keeper knows', name: 'Kay' };

let home: string;
let engines: TestEngines;
let market: Marketplace;
let farm: TestFarm;
let product: Product;
let customer: TestPerson;
let picture: string;
/** Every document of every collection as it was when the backup was made. */
let before: Map<string, string[]>;

const dataDir = () => join(home, 'data');
const backupDir = () => join(home, 'backup');

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'farmgate-backup-'));
  market = await Marketplace.open({ settings: { PICTURES_DIR: join(dataDir(), 'pictures') } });
  engines = market.engines;
  const account = await withRealSignIn((url) => sign('up', url));
  expect(account.status).toBe(200);
  [farm, customer] = [await market.farm(), await market.person('customer')];
  product = await market.product(farm, { stock: 50 });
  const uploaded = await fetch(`${market.url}/api/v1/uploads/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', authorization: `Bearer ${farm.farmer.client.token}` },
    body: new Uint8Array(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
        .png()
        .toBuffer(),
    ),
  });
  picture = uploadedPictureSchema.parse(await uploaded.json()).url;
  for (let n = 0; n < 3; n++) await market.order(customer, [[product, 2]]);
  await market.settled();
  // The last order's events are still unhandled when the backup is made.
  await market.stopRelaying();
  await market.order(customer, [[product, 5]]);
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

const settings = () =>
  readConfig(
    standaloneConfigSchema,
    {},
    {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      MONGODB_URI: engines.mongodbUri,
      REDIS_URL: engines.redisUrl,
      AUTH_SECRET: SECRET,
      TICKET_SECRET: SECRET,
      DATA_DIR: dataDir(),
      PICTURES_DIR: join(dataDir(), 'pictures'),
    },
  );

/** The shop with the built-in sign-in instead of the tests' own. */
async function withRealSignIn<Result>(
  work: (url: string, app: NestFastifyApplication) => Promise<Result>,
): Promise<Result> {
  const config = settings();
  const logger = createLogger('silent', 'test');
  const app: NestFastifyApplication = await createHttpApp(
    StandaloneModule.forRoot(config, logger, { demo: false }),
    config,
    logger,
  );
  await prepareApi(app);
  await app.listen(0, '127.0.0.1');
  try {
    return await work(await app.getUrl(), app);
  } finally {
    await app.close();
  }
}

const sign = (how: 'in' | 'up', url: string) =>
  fetch(`${url}/api/auth/sign-${how}/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify(how === 'up' ? ACCOUNT : { ...ACCOUNT, name: undefined }),
  });

const run = (command: 'backup' | 'restore', ...args: string[]) =>
  startCommand(command, args, engines, asTheShop()).ended;
const asTheShop = () => ({
  AUTH_SECRET: SECRET,
  DATA_DIR: dataDir(),
  PICTURES_DIR: join(dataDir(), 'pictures'),
});

/** All documents, byte for byte. */
async function everything(): Promise<Map<string, string[]>> {
  const client = await mongo.MongoClient.connect(engines.mongodbUri);
  const found = new Map<string, string[]>();
  for (const { name } of await client.db().listCollections().toArray()) {
    if (name === LEASES_COLLECTION) continue;
    const rows = client
      .db()
      .collection(name)
      .find({}, { promoteValues: false, sort: { _id: 1 } });
    const lines = (await rows.toArray()).map((row) =>
      mongo.BSON.EJSON.stringify(row, { relaxed: false }),
    );
    if (lines.length > 0) found.set(name, lines);
  }
  await client.close();
  return found;
}

/** Removes the stock check that the command itself stores. */
function withoutCheck(found: Map<string, string[]>): Map<string, string[]> {
  found.delete('stockChecks');
  const events = found.get('outbox') ?? [];
  return found.set(
    'outbox',
    events.filter((line) => !line.includes('"name":"stock.checked"')),
  );
}

describe('npm run backup', () => {
  it('writes all data while the shop is open', async () => {
    before = await everything();
    const { code, said } = await run('backup', '--to', backupDir());
    expect(said).toMatch(/ 4 {2}orders\n/);
    expect(said).toMatch(
      /[1-9]\d* {2}files of pictures\nKeys, sessions and second factors are for the AUTH_SECRET with fingerprint \w+.\nBacked up to .* \(one state: \w+\)/,
    );
    expect(code).toBe(0);
    const { collections, consistency } = await verify(backupDir());
    expect(['snapshot', 'transaction']).toContain(consistency);
    const counts = collections.filter(({ documents }) => documents > 0);
    expect(new Map(counts.map(({ name, documents }) => [name, documents]))).toEqual(
      new Map([...before].map(([name, lines]) => [name, lines.length])),
    );
  });

  it('refuses to guess what belongs to a database of its own, and makes no secrets up', async () => {
    const elsewhere = join(home, 'elsewhere');
    const others = { DATA_DIR: join(home, 'another') };
    const said = async (command: 'backup' | 'restore', settings: Record<string, string>) => {
      const args = command === 'backup' ? ['--to', elsewhere] : ['--from', backupDir()];
      const ended = await startCommand(command, args, engines, settings).ended;
      expect(ended.code).toBe(1);
      return ended.said;
    };
    for (const command of ['backup', 'restore'] as const)
      expect(await said(command, others)).toMatch(
        /AUTH_SECRET: [\s\S]*PICTURES_DIR or S3_BUCKET: /,
      );
    expect(await readdir(home)).not.toContain('another');
    const other = 'another secret, of 32 characters';
    expect(await said('backup', { ...asTheShop(), AUTH_SECRET: other })).toMatch(
      /AUTH_SECRET is not the one/,
    );
    const none = { ...asTheShop(), PICTURES_DIR: join(home, 'none') };
    expect(await said('backup', none)).toMatch(/pictures, and not in .*none/);
    const args = ['--from', backupDir(), '--overwrite'];
    const restored = await startCommand('restore', args, engines, {
      ...asTheShop(),
      AUTH_SECRET: other,
    }).ended;
    expect(restored.said).toMatch(/second factors would be lost/);
    expect(restored.code).toBe(1);
  });

  it('refuses a folder that is not empty', async () => {
    const before = await readdir(home);
    const nothing = {} as Parameters<typeof dump>[1];
    await expect(dump(home, nothing)).rejects.toThrow('is not empty');
    expect(await readdir(home)).toEqual(before);
  });
});

describe('npm run restore', () => {
  it('refuses a backup that is damaged, truncated or unfinished', async () => {
    const copy = join(home, 'copy');
    const damaged = async (file: string, how: (bytes: Buffer) => Buffer) => {
      await cp(backupDir(), copy, { recursive: true });
      await writeFile(file, how(await readFile(file)));
      const refusal = await verify(copy).catch(String);
      await rm(copy, { recursive: true });
      return refusal;
    };
    const orders = collectionFile(copy, 'orders');
    // A bit of the documents: one of the compressed file may be unused, or refer to an equal text elsewhere.
    const flipped = (bytes: Buffer) => {
      const other = gunzipSync(bytes);
      other.writeUInt8(other.readUInt8(other.length >> 1) ^ 1, other.length >> 1);
      return gzipSync(other);
    };
    expect(await damaged(orders, flipped)).toMatch(/orders.* is damaged/);
    expect(await damaged(orders, (bytes) => bytes.subarray(0, -20))).toMatch(/is damaged/);
    expect(await damaged(manifestFile(copy), () => Buffer.from('{'))).toMatch(/cannot|can read/);
    expect(await verify(home).catch(String)).toMatch(/no finished backup/);
  });

  it('splits a stream into documents wherever its chunks end', async () => {
    const rows = [{ a: 1 }, { text: 'x'.repeat(40) }, {}].map((row) => mongo.BSON.serialize(row));
    const all = Buffer.concat(rows);
    for (const size of [1, 3, 7, all.length]) {
      const pieces = (async function* () {
        for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
      })();
      const found: Buffer[] = [];
      for await (const bytes of documentsIn(pieces)) found.push(Buffer.from(bytes));
      expect(Buffer.concat(found)).toEqual(all);
      expect(found).toHaveLength(3);
    }
  });

  it('refuses to overwrite an open shop, and any other one without --overwrite', async () => {
    const found = await openEngines(settings());
    await expect(checkTarget(found, true)).rejects.toThrow('shop is open');
    await market.close();
    // A process without workers, such as an api.
    const api = await openSlices(settings());
    await expect(checkTarget(found, true)).rejects.toThrow(/close command \(.*, process \d+\)/);
    await api.close();
    await expect(checkTarget(found, false)).rejects.toThrow('--overwrite');
    await checkTarget(found, true);
    // The check writes nothing, so that an empty Redis stays empty.
    await found.redis.flushdb();
    await checkTarget(found, true);
    expect(await found.redis.dbsize()).toBe(0);
    await found.close();
    expect(await everything()).toEqual(before);
  });

  it('restores everything: totals, stock, sign-in, pictures, and unhandled events', async () => {
    const client = await mongo.MongoClient.connect(engines.mongodbUri);
    for (const name of ['orders', 'authUsers', 'projections', 'stockLedger'])
      await client.db().dropCollection(name);
    await client
      .db()
      .collection('products')
      .updateMany({}, { $set: { onHand: 1_000 } });
    await client.close();
    await rm(join(dataDir(), 'pictures'), { recursive: true });

    const { code, said } = await run('restore', '--from', backupDir(), '--overwrite');
    expect(said).toMatch(/A recount finds all \d+ figures right; [1-9]\d* events are under way/);
    expect(said).toMatch(/The stock check finds all 1 products right/);
    expect(code).toBe(0);
    const after = await everything();
    expect(withoutCheck(after)).toEqual(before);

    await withRealSignIn(async (url, app) => {
      expect((await sign('in', url)).status).toBe(200);
      expect((await fetch(url + picture)).headers.get('content-type')).toBe('image/webp');
      // Queues, schedules and the log start empty, and the last order's events are handled.
      const recount = () => app.get(RecountService).run();
      await waitFor('the unhandled events', async () => (await recount()).underWay === 0);
      expect(await recount()).toMatchObject({ matches: true, differing: 0 });
      const check = await app.get(StockCheckService).run(null);
      expect(check).toMatchObject({ products: 1, mismatchCount: 0 });
      const schedulers = await openQueue('holds', app.get<Redis>(REDIS)).getJobSchedulers();
      expect(schedulers.map(({ key }) => key)).toEqual(['hold.sweep']);
    });
  });
});
