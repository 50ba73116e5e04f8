import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance, fastify } from 'fastify';
import type { CatalogueIndex } from './catalogue-index.js';
import { ResponseCache } from './response-cache.js';

const index = { changes: 1, farmChanges: 1, isCurrent: true };
let server: FastifyInstance;
/** The number of responses that the route has made. */
let made = 0;
/** Delays the response of the route. */
let before: () => Promise<void>;
let now = 1_000;
jest.spyOn(performance, 'now').mockImplementation(() => now);

beforeEach(() => {
  Object.assign(index, { changes: 1, farmChanges: 1, isCurrent: true });
  [made, before] = [0, async () => {}];
  server = fastify();
  for (const [url, cachedFrom] of [
    ['/products', 'catalogue'],
    ['/rails', 'catalogue'],
    ['/farms', 'farms'],
  ] as const)
    server.get(url, { config: { cachedFrom } }, async () => {
      const own = ++made;
      await before();
      return { made: own };
    });
  server.get('/orders', async () => ({ made: ++made }));
  server.get('/long', { config: { cachedFrom: 'catalogue' } }, async () => {
    made++;
    return 'x'.repeat(1_000_000).split(' ');
  });
  const host = { httpAdapter: { getInstance: () => server } };
  new ResponseCache(index as CatalogueIndex, host as unknown as HttpAdapterHost).onModuleInit();
});
afterEach(() => server.close());

const get = (url: string) => server.inject(url);
const madeAs = async (url = '/products') => (await get(url)).json<{ made: number }>().made;

it('answers the same URL with the same JSON, made once', async () => {
  const [first, second] = [await get('/products'), await get('/products')];
  expect(second.body).toBe(first.body);
  expect(second.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(made).toBe(1);
});

it('makes a response for each query and each route', async () => {
  expect(await madeAs('/products?page=1')).toBe(1);
  expect(await madeAs('/products?page=2')).toBe(2);
  expect(await madeAs('/rails?page=1')).toBe(3);
  expect(await madeAs('/products?page=1')).toBe(1);
});

it('leaves other routes and other methods alone', async () => {
  expect([await madeAs('/orders'), await madeAs('/orders')]).toEqual([1, 2]);
  await server.inject({ method: 'HEAD', url: '/products' });
  await server.inject({ method: 'HEAD', url: '/products' });
  expect(made).toBe(4);
});

it('makes it anew after a change, after a second, and while the index is not current', async () => {
  expect(await madeAs()).toBe(1);
  index.changes++;
  expect(await madeAs()).toBe(2);
  now += 999;
  expect(await madeAs()).toBe(2);
  now += 2;
  expect(await madeAs()).toBe(3);
  index.isCurrent = false;
  expect([await madeAs(), await madeAs()]).toEqual([4, 5]);
});

it('makes a list of farms anew after a change of a farm, and not after one of a product', async () => {
  expect([await madeAs('/farms'), await madeAs('/farms')]).toEqual([1, 1]);
  index.changes++;
  expect(await madeAs('/farms')).toBe(1);
  index.farmChanges++;
  expect([await madeAs('/farms'), await madeAs('/farms')]).toEqual([2, 2]);
});

it('gives a response that was begun before a change to nobody who asks after it', async () => {
  let finish = () => {};
  let reached = () => {};
  const atRoute = new Promise<void>((resolve) => {
    reached = resolve;
  });
  before = () => {
    reached();
    return new Promise((resolve) => {
      finish = resolve;
    });
  };
  const early = madeAs();
  await atRoute;
  index.changes++;
  finish();
  expect(await early).toBe(1);
  before = async () => {};
  expect([await madeAs(), await madeAs()]).toEqual([2, 2]);
});

it('does not keep a failure', async () => {
  before = () => Promise.reject(new Error('the database is unavailable'));
  expect((await get('/products')).statusCode).toBe(500);
  before = async () => {};
  expect(await madeAs()).toBe(2);
});

it('is bounded by bytes, and drops the least recently used', async () => {
  for (let n = 0; n < 25; n++) await get(`/long?${n}`);
  made = 0;
  for (let n = 10; n < 25; n++) await get(`/long?${n}`);
  expect(made).toBe(0);
  await get('/long?0');
  expect(made).toBe(1);
});
