import { beforeEach, expect, it, jest } from '@jest/globals';
import type { CatalogueIndex } from './catalogue-index.js';
import { ResponseCache } from './response-cache.js';

const index = { changes: 1, farmChanges: 1, isCurrent: true };
let cache: ResponseCache;
/** How many bodies were made. */
let made = 0;
/** What the making of a body waits for. */
let before: () => Promise<void>;
let now = 1_000;
jest.spyOn(performance, 'now').mockImplementation(() => now);
beforeEach(() => {
  Object.assign(index, { changes: 1, farmChanges: 1, isCurrent: true });
  cache = new ResponseCache(index as CatalogueIndex);
  [made, before] = [0, async () => {}];
});

async function read(): Promise<{ made: number }> {
  const own = ++made;
  await before();
  return { made: own };
}
const json = async (query: unknown = {}) => cache.json('list', query, read);
const parsed = (body: Buffer) => (JSON.parse(body.toString()) as { made: number }).made;
const madeAs = async (query?: unknown) => parsed(await json(query));

it('answers the same query with the same bytes, made once', async () => {
  const [first, concurrent] = await Promise.all([json(), json()]);
  expect(concurrent).toBe(first);
  expect(await json()).toBe(first);
  expect(made).toBe(1);
});

it('makes a body for each query and each route', async () => {
  expect(await madeAs({ page: 1 })).toBe(1);
  expect(await madeAs({ page: 2 })).toBe(2);
  expect(parsed(await cache.json('rails', { page: 1 }, read))).toBe(3);
  expect(await madeAs({ page: 1 })).toBe(1);
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
  const farms = async () => parsed(await cache.farmsJson('farms', {}, read));
  expect([await farms(), await farms()]).toEqual([1, 1]);
  index.changes++;
  expect(await farms()).toBe(1);
  index.farmChanges++;
  expect([await farms(), await farms()]).toEqual([2, 2]);
});

it('gives a body that is older than a change only to those who asked before the change', async () => {
  let finish = () => {};
  before = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const early = [json(), json()];
  expect(made).toBe(1);
  index.changes++;
  finish();
  for (const body of await Promise.all(early)) expect(parsed(body)).toBe(1);
  before = async () => {};
  expect([await madeAs(), await madeAs()]).toEqual([2, 2]);
});

it('does not keep a failure', async () => {
  before = () => Promise.reject(new Error('the database is unavailable'));
  await expect(json()).rejects.toThrow('the database is unavailable');
  before = async () => {};
  expect(await madeAs()).toBe(2);
});

it('is bounded by bytes, and drops the least recently used', async () => {
  const words = 'x'.repeat(1_000_000);
  const list = (n: number) => cache.json('list', n, async () => ({ made: ++made, words }));
  for (let n = 0; n < 25; n++) await list(n);
  made = 0;
  for (let n = 10; n < 25; n++) await list(n);
  expect(made).toBe(0);
  await list(0);
  expect(made).toBe(1);
});
