import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { REDIS, WAITING_REDIS } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  type Answer,
  Line,
  Marketplace,
  type TestPerson,
  testEngines,
  waitFor,
} from '#libs/testing';

/** Long enough for responsive engines, even while this process loads its modules on a busy machine. */
const SETTINGS = { MONGODB_TIMEOUT_MS: '5000', REDIS_TIMEOUT_MS: '2000' };
/** Milliseconds in which every request is answered with these settings; with those of other tests, none is. */
const SOON_MS = 25_000;

let market: Marketplace;
let mongo: Line;
let redis: Line;
let ports: { mongo: number; redis: number };
let customer: TestPerson;
let admin: TestPerson;
let product: Product;

beforeAll(async () => {
  const engines = await testEngines();
  const [mongoUrl, redisUrl] = [new URL(engines.mongodbUri), new URL(engines.redisUrl)];
  ports = { mongo: Number(mongoUrl.port), redis: Number(redisUrl.port) };
  mongo = await Line.to(ports.mongo);
  redis = await Line.to(ports.redis);
  mongoUrl.port = String(mongo.port);
  // Otherwise the driver would discover the engine's own address.
  mongoUrl.search = '?directConnection=true';
  redisUrl.port = String(redis.port);
  market = await Marketplace.open({
    engines: { mongodbUri: mongoUrl.toString(), redisUrl: redisUrl.toString() },
    settings: SETTINGS,
  });
  customer = await market.person('customer');
  admin = await market.person('admin');
  product = await market.product(await market.farm());
  await market.settled();
});
afterAll(async () => {
  await market.close();
  await Promise.all([mongo.close(), redis.close()]);
});

const place = () =>
  customer.client.post(
    '/orders',
    { items: [{ productId: product._id.toString(), quantity: 1 }], address: ADDRESS },
    { 'idempotency-key': randomUUID() },
  );

/** Each request is answered soon, with 503 and Retry-After. */
async function expectUnavailable(...requests: Promise<Answer>[]): Promise<void> {
  const began = performance.now();
  for (const answer of await Promise.all(requests)) {
    expect(answer).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(performance.now() - began).toBeLessThan(SOON_MS);
}

describe('while Redis accepts connections and does not respond', () => {
  beforeAll(() => redis.mute());
  afterAll(async () => {
    redis.cut();
    redis.lead(ports.redis);
    await market.settled();
  });

  it('requests that need Redis are answered 503', async () => {
    await expectUnavailable(
      admin.client.get('/admin/queues'),
      admin.client.get('/admin/jobs?queue=mail&state=failed'),
      admin.client.post('/admin/stock-check'),
    );
  });

  it('orders are placed', async () => {
    expect((await place()).status).toBe(201);
  });
});

describe('while Redis is unreachable', () => {
  beforeAll(() => redis.cut());
  afterAll(async () => {
    redis.lead(ports.redis);
    await market.settled();
  });

  it('requests that need Redis are answered 503', async () => {
    await expectUnavailable(
      admin.client.get('/admin/queues'),
      admin.client.post('/admin/stock-check'),
    );
  });
});

describe('once Redis is available again', () => {
  it('it is used again', async () => {
    const isUsed = async () => (await admin.client.get('/admin/queues')).status === 200;
    await waitFor('Redis to be used', isUsed);
    expect((await admin.client.post('/admin/stock-check')).status).toBe(202);
  });

  it('only the connection of requests has timeouts, not the blocking one of workers', () => {
    const optionsOf = (token: symbol) => market.app.get<Redis>(token).options;
    expect(optionsOf(REDIS)).toMatchObject({ commandTimeout: 2_000, socketTimeout: 2_000 });
    expect(optionsOf(WAITING_REDIS).commandTimeout).toBeUndefined();
    expect(optionsOf(WAITING_REDIS).socketTimeout).toBeUndefined();
  });
});

describe('while MongoDB accepts connections and does not respond', () => {
  beforeAll(() => mongo.mute());
  afterAll(() => {
    mongo.cut();
    mongo.lead(ports.mongo);
  });

  it('reads and writes are answered 503, also those that wait for the same mutex', async () => {
    await expectUnavailable(
      market.visitor.get(`/products/${product._id.toString()}`),
      customer.client.get('/orders'),
      ...Array.from({ length: 20 }, place),
    );
  });
});

it('continues once MongoDB is available again', async () => {
  await waitFor('an order', async () => (await place()).status === 201, SOON_MS);
  await market.settled();
});
