import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import type { Redis } from 'ioredis';
import { emailOf, type HttpClient, Marketplace, type TestPerson, waitFor } from '#libs/testing';
import { REDIS } from '../data/redis.js';
import { type RateClass, RateLimiter } from './rate-limits.js';

describe('a caller', () => {
  let market: Marketplace;
  let redis: Redis;
  let customer: TestPerson;
  beforeAll(async () => {
    market = await Marketplace.open({ limits: { reading: 5, writing: 3, signIn: 4, costly: 2 } });
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

  it('learns when to come back', async () => {
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
    // Time cannot be waited for; its end can be brought about.
    await redis.pexpire(key, 1);
    await waitFor('the minute to be over', async () => (await redis.exists(key)) === 0);
    expect((await read(customer)).status).toBe(200);
  });

  it('does not use up what others may; visitors of one address share', async () => {
    await forget();
    const other = await market.person('customer');
    await statuses(6, () => read(customer));
    expect((await read(other)).status).toBe(200);
    expect(await statuses(6, () => market.visitor.get('/products'))).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
  });

  it('may ask for the health of the process as often as it likes', async () => {
    expect(new Set(await statuses(12, () => market.visitor.get('/health/live')))).toEqual(
      new Set([200]),
    );
  });

  it('is let through while nobody can count', async () => {
    await forget();
    await statuses(6, () => market.visitor.get('/products'));
    expect((await market.visitor.get('/products')).status).toBe(429);
    redis.disconnect();
    expect((await market.visitor.get('/products')).status).toBe(200);
    await redis.connect();
    expect((await market.visitor.get('/products')).status).toBe(429);
  });
});

describe('calls that are paid for ahead', () => {
  const limits = { reading: 100, writing: 60, signIn: 20, costly: 30 };
  let market: Marketplace;
  let redis: Redis;
  beforeAll(async () => {
    market = await Marketplace.open({ limits });
    redis = market.app.get(REDIS);
  });
  afterAll(() => market.close());

  const reply = { header: () => reply } as unknown as FastifyReply;
  /** Whether a process lets one more call of this caller pass. */
  const passes = async (process: RateLimiter, who: string, rateClass: RateClass = 'reading') =>
    process.admits(rateClass, () => who) ||
    Promise.resolve(process.count(rateClass, () => who, reply)).then(
      () => true,
      () => false,
    );
  const passed = async (processes: RateLimiter[], who: string, calls: number) => {
    let count = 0;
    for (let n = 0; n < calls; n++)
      if (await passes(processes[n % processes.length] as RateLimiter, who)) count++;
    return count;
  };

  it('are as many as the limit says, and Redis is asked less often', async () => {
    const process = new RateLimiter(redis, limits);
    const asked = jest.spyOn(redis, 'eval');
    expect(await passed([process], 'one', 50)).toBe(50);
    expect(asked.mock.calls.length).toBeLessThan(12);
    expect(await passed([process], 'one', 80)).toBe(50);
    asked.mockRestore();
  });

  it('are never more than the limit, at however many processes they are made', async () => {
    for (const count of [2, 5, 12]) {
      const processes = Array.from({ length: count }, () => new RateLimiter(redis, limits));
      const all = await passed(processes, `many-${count}`, 300);
      expect(all).toBeLessThanOrEqual(100);
      expect(all).toBeGreaterThanOrEqual(100 - 5 * (count - 1));
    }
  });

  it('are counted exactly when all come at once', async () => {
    const process = new RateLimiter(redis, limits);
    const all = await Promise.all(Array.from({ length: 300 }, () => passes(process, 'at-once')));
    const more = await passed([process], 'at-once', 100);
    expect(all.filter(Boolean).length + more).toBe(100);
  });

  it('are forgotten with their minute', async () => {
    const process = new RateLimiter(redis, limits);
    expect(await passes(process, 'late')).toBe(true);
    expect(process.admits('reading', () => 'late')).toBe(true);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    expect(process.admits('reading', () => 'late')).toBe(false);
    clock.mockRestore();
  });

  it('are as many as the limit says also where answers are told again without asking anybody', async () => {
    const told = jest.spyOn(market.app.get(RateLimiter), 'admits');
    const seen: number[] = [];
    for (let n = 0; n < 130; n++) seen.push((await market.visitor.get('/products')).status);
    expect(seen).toEqual([...Array<number>(100).fill(200), ...Array<number>(30).fill(429)]);
    expect(told.mock.results.filter(({ value }) => value === true).length).toBeGreaterThan(10);
    told.mockRestore();
  });

  it('are none of those that change something', async () => {
    const process = new RateLimiter(redis, limits);
    for (const rateClass of ['writing', 'signIn', 'costly'] as const) {
      expect(await passes(process, 'writer', rateClass)).toBe(true);
      expect(process.admits(rateClass, () => 'writer')).toBe(false);
    }
  });
});
