/**
 * Speed of the catalogue over HTTP: `node dist/tools/bench/search.js [products] [requests] [clients]` fills a scratch
 * database with products (10,000) and prints p50 and p95 of each kind of request with concurrent clients (1 and 20),
 * and the memory of the process. `BENCH_SALES` (0) products change per second, which invalidates cached responses.
 */
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Global, Module } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ObjectId } from 'bson';
import { MongoClient } from 'mongodb';
import type { Connection } from 'mongoose';
import { CatalogueHttpModule } from '#libs/catalogue';
import { categorySchema } from '#libs/contracts';
import { PICTURES_CONFIG, PicturesModule, picturesConfigSchema } from '#libs/pictures';
import {
  AccessModule,
  CoreModule,
  createHttpApp,
  createLogger,
  DataModule,
  EventLog,
  platformConfigSchema,
  readConfig,
  TokenVerifier,
} from '#libs/platform';
import { PRODUCTS_CONFIG, ProductsHttpModule, productsConfigSchema } from '#libs/products';
import { USERS_CONFIG, UsersModule, usersConfigSchema } from '#libs/users';
import { startMongo, startRedis } from '../../apps/standalone/src/engines.js';
import { askAll } from './clients.js';

const [count = 10_000, requests = 200, asked] = process.argv.slice(2).map(Number);
const crowds = asked ? [asked] : [1, 20];
const KINDS =
  'Red,Golden,Baby,Heirloom,Sweet,Wild,Early,Late,Purple,Rainbow,Crisp,Young,Giant,French'.split(
    ',',
  );
const PRODUCE =
  'Tomatoes,Broccoli,Carrots,Potatoes,Apples,Pears,Plums,Kale,Chard,Spinach,Leeks,Onions,Garlic,Basil,Thyme,Mint,Eggs,Milk,Honey,Mushrooms,Beets,Radishes,Turnips,Cabbage,Peas,Beans,Squash,Cucumbers,Peppers,Figs'.split(
    ',',
  );
const SALES = Number(process.env.BENCH_SALES ?? 0);
const SYLLABLES = 'ka,lo,mi,ra,ten,vor,sil,pan,der,bro,tu,zen,fal,mar,qui,nes'.split(',');
const UNITS = ['lb', 'kg', 'each', 'pint'];

const QUERIES: Record<string, string[]> = {
  'first page': ['/products', '/products?sort=price', '/products?sort=name&limit=48'],
  'filtered page': [
    '/products?category=fruit,roots&organic=true&inStock=true&sort=price',
    '/products?rating=4&minPrice=2&maxPrice=9&sort=rating',
  ],
  search: ['/products?q=tomatos', '/products?q=red%20brocoli&inStock=true', '/products?q=fruit'],
  'type-ahead': ['t', 'to', 'brocc', 'red pl', 'tomatos', 'farm 1'].map(
    (q) => `/search/suggestions?q=${encodeURIComponent(q)}`,
  ),
  rails: ['/products/rails'],
};

/** State of a pseudo-random generator with a fixed seed. */
let state = 42;
function pick<Item>(items: readonly Item[]): Item {
  state = (state * 48_271) % 2_147_483_647;
  return items[state % items.length] as Item;
}
const upTo = (most: number) => pick(Array.from({ length: most }, (_, n) => n));

const dir = await mkdtemp(join(tmpdir(), 'farmgate-search-'));
const [mongo, redis] = await Promise.all([startMongo(dir, 'none'), startRedis(dir)]);
try {
  const uri = new URL(mongo.url);
  uri.pathname = '/bench';
  // A first start creates the indexes, which exist already in any shop of this size.
  const empty = await open(uri.href);
  const { models } = empty.get<Connection>(getConnectionToken());
  await Promise.all(Object.values(models).map((model) => model.init()));
  await empty.close();
  await fill(uri.href);
  await measure(uri.href);
} finally {
  await Promise.all([mongo, redis].map((engine) => engine.stop(3_000)));
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);

async function fill(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const db = client.db();
  const word = () => `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}`;
  const farms = Array.from({ length: Math.ceil(count / 33) }, (_, n) => ({
    _id: new ObjectId(),
    ownerId: new ObjectId(),
    slug: `farm-${n}`,
    name: `${word()} Farm ${n}`,
    image: '/produce/farmhouse.svg',
    city: 'Hudson',
    state: 'NY',
    fulfilment: ['pickup'],
    pickupPlace: 'The barn',
    status: 'approved',
    version: 1,
  }));
  await db.collection('farms').insertMany(farms);
  for (let from = 0; from < count; from += 1_000)
    await db.collection('products').insertMany(
      Array.from({ length: Math.min(1_000, count - from) }, () => {
        const { _id, name, slug } = pick(farms);
        const available = upTo(40) * 1_000;
        return {
          farm: { _id, name, slug, certification: null },
          listed: true,
          status: 'live',
          name: `${pick(KINDS)} ${word()} ${pick(PRODUCE)}`,
          description: Array.from({ length: 20 }, () => `${word()} ${pick(PRODUCE)}`).join(' '),
          category: pick(categorySchema.options),
          organic: upTo(2) === 0,
          price: 50 + upTo(1_500),
          unit: pick(UNITS),
          step: 1_000,
          minimum: 1_000,
          onHand: available,
          held: 0,
          available,
          lowAt: 5_000,
          images: [{ url: '/produce/tomato.svg', alt: 'Tomatoes' }],
          rating: upTo(3) === 0 ? null : 1 + upTo(41) / 10,
          reviewCount: 1 + upTo(30),
          harvestedAt: new Date(Date.now() - upTo(30 * 24) * 3_600_000),
          bestBefore: null,
          allergens: [],
          storage: null,
          nutrition: { calories: 18, protein: 1, carbohydrates: 4, fiber: 1, vitaminC: 14 },
          features: [],
          version: 1,
        };
      }),
    );
  await client.close();
}

async function open(uri: string): Promise<NestFastifyApplication> {
  const schema = platformConfigSchema.extend({
    ...picturesConfigSchema.shape,
    ...productsConfigSchema.shape,
    ...usersConfigSchema.shape,
  });
  const config = readConfig(schema, {
    MONGODB_URI: uri,
    REDIS_URL: redis.url,
    TICKET_SECRET: 'x'.repeat(32),
    PORT: '0',
    LOG_LEVEL: 'error',
    PICTURES_DIR: join(dir, 'pictures'),
  });
  const logger = createLogger(config.LOG_LEVEL, 'bench');
  /** A stub, because nobody signs in here. */
  @Global()
  @Module({
    providers: [{ provide: TokenVerifier, useValue: {} }],
    exports: [TokenVerifier],
  })
  class NoIdentity {}
  @Module({
    imports: [
      NoIdentity,
      CoreModule.forRoot(config, logger, [PICTURES_CONFIG, PRODUCTS_CONFIG, USERS_CONFIG]),
      DataModule,
      UsersModule,
      PicturesModule,
      AccessModule,
      CatalogueHttpModule,
      ProductsHttpModule,
    ],
  })
  class Bench {}
  const app = await createHttpApp(Bench, config, logger);
  await app.listen(0, '127.0.0.1');
  return app;
}

async function measure(uri: string): Promise<void> {
  const megabytes = () => {
    globalThis.gc?.();
    return Math.round(process.memoryUsage().rss / 1e6);
  };
  const before = megabytes();
  const started = performance.now();
  const app = await open(uri);
  const ready = Math.round(performance.now() - started);
  console.log(
    `${count} products: ready in ${ready} ms, ${before} MB before, ${megabytes()} MB after`,
  );
  const base = `${await app.getUrl()}/api/v1`;
  const stop = SALES > 0 ? sell(app) : () => {};
  for (const clients of crowds)
    for (const [kind, paths] of Object.entries(QUERIES)) {
      const took = await askAll({ base, paths, clients, requests });
      const at = (share: number) => `${took[Math.floor(took.length * share)]?.toFixed(1)} ms`;
      console.log(
        `${String(clients).padStart(2)} at once  ${kind.padEnd(14)} p50 ${at(0.5)}   p95 ${at(0.95)}`,
      );
    }
  stop();
  console.log(`${megabytes()} MB at the end`);
  await app.close();
}

/** Changes products as sales do, in the database and by events. Returns a function that stops it. */
function sell(app: NestFastifyApplication): () => void {
  const { db } = app.get<Connection>(getConnectionToken());
  const log = app.get(EventLog);
  const products = db?.collection('products');
  const one = async () => {
    const sold = await products?.findOneAndUpdate(
      { available: { $gt: upTo(20) * 1_000 } },
      { $inc: { available: -1_000, onHand: -1_000, version: 1 } },
    );
    if (sold)
      // The catalogue reads only the name and the aggregate of the event.
      await log.append([
        {
          id: new ObjectId().toString(),
          name: 'product.stock-changed',
          occurredAt: new Date().toISOString(),
          aggregateId: String(sold._id),
          version: sold.version,
          correlationId: 'bench',
          actorId: null,
          payload: {},
        },
      ]);
  };
  const timer = setInterval(() => void one(), 1_000 / SALES);
  return () => clearInterval(timer);
}
