import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { emailOf, type HttpClient, Marketplace, type TestPerson, waitFor } from '#libs/testing';
import { REDIS } from '../data/redis.js';
import { RateLimiter, rateLimits } from './rate-limits.js';

describe('a caller', () => {
  let market: Marketplace;
  let redis: Redis;
  let customer: TestPerson;
  beforeAll(async () => {
    market = await Marketplace.open({
      limits: { reading: 5, writing: 3, signIn: 4, costly: 2, ticket: 2, visitorTicket: 6 },
    });
    redis = market.app.get(REDIS);
    customer = await market.person('customer');
  });
  afterAll(() => market.close());

  const forget = async () => {
    const keys = await redis.keys('rate:*');
    if (keys.length > 0) await redis.del(...keys);
  };
  const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push((await call()).status);
    return seen;
  };
  const read = ({ client }: { client: HttpClient }) => client.get('/cart');

  it('may read, write and sign in so often in a minute, and no more', async () => {
    await forget();
    expect(await statuses(7, () => read(customer))).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await statuses(4, () => customer.client.delete('/cart'))).toEqual([200, 200, 200, 429]);
    const again = () =>
      customer.client.post('/users/initialize', {
        clerkId: customer.client.token,
        email: emailOf(customer.client.token ?? ''),
      });
    expect(await statuses(5, again)).toEqual([200, 200, 200, 200, 429]);
  });

  it('asks for whole files, pictures and recounts less often than for pages', async () => {
    const farm = await market.farm();
    const { farmer } = farm;
    const { _id } = await market.product(farm);
    const admin = await market.person('admin');
    await forget();
    const seen: number[] = [];
    for (const [client, method, path] of [
      [farmer.client, 'GET', '/orders.csv'],
      [farmer.client, 'GET', '/farms/mine/products.csv'],
      [farmer.client, 'GET', `/products/${_id}/stock-ledger.csv`],
      [farmer.client, 'POST', '/uploads/pictures'],
      [farmer.client, 'GET', '/farms/mine/products'],
      [admin.client, 'POST', '/admin/stock-check'],
      [admin.client, 'GET', '/audit-log.csv'],
      [admin.client, 'POST', '/analytics/recount'],
    ] as const)
      seen.push((await client.call(method, path)).status);
    expect(seen).toEqual([200, 200, 429, 429, 200, 202, 200, 429]);
  });

  it('has tickets of their own for sockets; visitors of one address share more of them', async () => {
    await forget();
    const ask = (client: HttpClient) => () => client.post('/realtime/ticket');
    expect(await statuses(4, () => customer.client.delete('/cart'))).toEqual([200, 200, 200, 429]);
    expect(await statuses(3, ask(customer.client))).toEqual([200, 200, 429]);
    const [refused] = await Promise.all([ask(customer.client)()]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statuses(7, ask(market.visitor))).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await market.visitor.get('/settings/public')).status).toBe(200);
  });

  it('is given the seconds to wait', async () => {
    await forget();
    await statuses(5, () => read(customer));
    const { headers, body, code } = await read(customer);
    expect(code).toBe('RATE_LIMITED');
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body).toMatchObject({ details: { retryAfter: seconds } });
  });

  it('is counted exactly when all calls come at once', async () => {
    await forget();
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(customer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 'RATE_LIMITED')).toHaveLength(15);
  });

  it('may call again when the minute is over', async () => {
    await forget();
    await statuses(6, () => read(customer));
    const [key = ''] = await redis.keys('rate:reading:*');
    expect(await redis.ttl(key)).toBeLessThanOrEqual(60);
    // A test does not wait for a minute: it ends the window itself.
    await redis.pexpire(key, 1);
    await waitFor('the minute to be over', async () => (await redis.exists(key)) === 0);
    expect((await read(customer)).status).toBe(200);
  });

  it('does not use up what others may; visitors of one address share', async () => {
    await forget();
    const other = await market.person('customer');
    await statuses(6, () => read(customer));
    expect((await read(other)).status).toBe(200);
    expect(await statuses(6, () => market.visitor.get('/settings/public'))).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
  });

  it('may ask for the health of the process as often as it likes', async () => {
    expect(new Set(await statuses(12, () => market.visitor.get('/health/live')))).toEqual(
      new Set([200]),
    );
  });

  it('is let through while calls cannot be counted', async () => {
    await forget();
    await statuses(6, () => market.visitor.get('/settings/public'));
    expect((await market.visitor.get('/settings/public')).status).toBe(429);
    redis.disconnect();
    expect((await market.visitor.get('/settings/public')).status).toBe(200);
    await redis.connect();
    expect((await market.visitor.get('/settings/public')).status).toBe(429);
  });
});

describe('a limit', () => {
  const limits = { ...rateLimits, reading: 100 };
  let market: Marketplace;
  let redis: Redis;
  beforeAll(async () => {
    market = await Marketplace.open({ limits });
    redis = market.app.get(REDIS);
  });
  afterAll(() => market.close());

  it('costs one round trip to Redis for each call', async () => {
    const pipeline = jest.spyOn(redis, 'pipeline');
    await market.visitor.get('/settings/public');
    await market.visitor.get('/settings/public');
    expect(pipeline).toHaveBeenCalledTimes(2);
    pipeline.mockRestore();
  });

  it('is counted exactly across processes, also when all calls come at once', async () => {
    // Gives Redis all the time it needs: under the load of other tests it may exceed a call's timeout.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'Date'] });
    const limiters = [1, 2, 3].map(() => new RateLimiter(redis, limits));
    const calls = await Promise.allSettled(
      limiters.flatMap((limiter) =>
        Array.from({ length: 100 }, () => limiter.count('reading', 'caller')),
      ),
    );
    jest.useRealTimers();
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  });

  it('holds while this process is too busy to read what Redis answers', async () => {
    const limiter = new RateLimiter(redis, { ...limits, reading: 1 });
    const calls = [1, 2, 3].map(() => limiter.count('reading', 'busy'));
    const until = performance.now() + 500;
    while (performance.now() < until);
    const settled = await Promise.allSettled(calls);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('does not count a response from the cache, which costs less than counting it', async () => {
    await redis.del(...(await redis.keys('rate:reading:*')));
    await market.visitor.get('/products?sort=price');
    const pipeline = jest.spyOn(redis, 'pipeline').mockClear();
    expect((await market.visitor.get('/products?sort=price')).status).toBe(200);
    expect(pipeline).toHaveBeenCalledTimes(0);
    expect((await market.visitor.get('/products?sort=rating')).status).toBe(200);
    expect(pipeline).toHaveBeenCalledTimes(1);
    pipeline.mockRestore();
  });
});
