import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type { FarmsService } from '#libs/farms';
import type { CalendarsService } from '#libs/fulfilment';
import type { ProductRows, ProductSummary } from '#libs/products';
import { CatalogueFeed } from './catalogue-feed.js';
import { CatalogueIndex } from './catalogue-index.js';

/** The database. While `held`, a read takes its rows at once, but resolves only when the test answers it. */
let rows: Map<string, ProductSummary>;
let waiting: { answer: () => void; refuse: () => void }[];
let held: boolean;
let errors: number;
let index: CatalogueIndex;
let feed: CatalogueFeed;

const _ids = [1, 2, 3].map((n) => new Types.ObjectId(n.toString(16).padStart(24, '0')));
const [first, second, third] = _ids as [Types.ObjectId, Types.ObjectId, Types.ObjectId];
const product = (_id: Types.ObjectId, version: number): ProductSummary => ({
  _id,
  version,
  listed: true,
  status: 'live',
  name: `Version ${version}`,
  description: '',
  category: 'fruit',
  farm: { _id: third },
  organic: false,
  price: 100,
  unit: 'each',
  available: 5,
  minimum: 1,
  lowAt: 1,
  rating: null,
  reviewCount: 0,
  harvestedAt: null,
});
const write = (_id: Types.ObjectId, version: number) =>
  rows.set(_id.toString(), product(_id, version));

/** Reads all public products. */
function readAll(): Promise<ProductSummary[]> {
  const page = [...rows.values()];
  if (!held) return Promise.resolve(page);
  return new Promise((resolve, reject) =>
    waiting.push({
      answer: () => resolve(page),
      refuse: () => reject(new Error('no primary')),
    }),
  );
}

/** Reads the touched products. */
const readTouched: ProductRows['findSummaries'] = async (ids) =>
  ids.flatMap((id) => rows.get(id.toString()) ?? []);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async () => {
  for (let n = 0; n < 10; n++) await turn();
};
/** Opens the log, or resumes reading after it was lost. */
const connect = async () => {
  feed.listener.onCaughtUp?.({ epoch: '0', first: null, clockAheadMs: 0 });
  await turns();
};
const append = async (...ids: Types.ObjectId[]) => {
  feed.listener.onEntries(
    ids.map((id) => ({
      entryId: '1-0',
      id: new Types.ObjectId().toString(),
      name: 'product.changed',
      aggregateId: id.toString(),
      json: '',
    })),
  );
  await turns();
};
/** A Redis that never replies, because the spec itself provides the entries of the log. */
const silent = new Proxy({}, { get: () => () => new Promise(() => {}) });
const versions = () => _ids.map((id) => index.versionOf(id.toString()));

beforeEach(() => {
  rows = new Map();
  waiting = [];
  held = true;
  errors = 0;
  index = new CatalogueIndex();
  const products = { listPublic: readAll, findSummaries: readTouched };
  const farms = { list: async () => ({ farms: [], nextCursor: null, total: 0 }) };
  const calendars = { read: async () => [] };
  feed = new CatalogueFeed(
    index,
    products as unknown as ProductRows,
    farms as unknown as FarmsService,
    calendars as unknown as CalendarsService,
    { duplicate: () => silent } as unknown as ConstructorParameters<typeof CatalogueFeed>[4],
    { error: () => void errors++, warn: () => {} } as unknown as ConstructorParameters<
      typeof CatalogueFeed
    >[5],
  );
});
afterEach(() => feed.beforeApplicationShutdown());

describe('the feed, while it reads everything', () => {
  it('applies what the log says meanwhile, and nothing older of what it has read', async () => {
    for (const id of _ids) write(id, 1);
    const started = feed.onApplicationBootstrap();
    await connect();
    write(first, 2);
    rows.delete(second.toString());
    await append(first, second, first);
    expect(versions()).toEqual([2, 0, 0]);
    waiting[0]?.answer();
    await started;
    expect(versions()).toEqual([2, 0, 1]);
    expect(index.isCurrent).toBe(true);
  });

  it('reads again what the index has and it did not find', async () => {
    for (const id of _ids) write(id, 1);
    held = false;
    const started = feed.onApplicationBootstrap();
    await connect();
    await started;
    rows.delete(second.toString());
    feed.listener.onLost?.();
    await connect();
    expect(versions()).toEqual([1, 0, 1]);
  });

  it('retries once where its first read is refused', async () => {
    write(first, 1);
    const started = feed.onApplicationBootstrap();
    await connect();
    waiting[0]?.refuse();
    await turns();
    waiting[1]?.answer();
    await started;
    expect(versions()).toEqual([1, 0, 0]);
    expect(index.isCurrent).toBe(true);
    expect(errors).toBe(1);
  });

  it('fails to start where it is refused twice', async () => {
    const failed = expect(feed.onApplicationBootstrap()).rejects.toThrow('cannot be read');
    await connect();
    waiting[0]?.refuse();
    await turns();
    waiting[1]?.refuse();
    await failed;
  });

  it('is current only once it has read everything since it opened the log', async () => {
    const started = feed.onApplicationBootstrap();
    await connect();
    feed.listener.onLost?.();
    await connect();
    waiting[0]?.answer();
    await started;
    await turns();
    expect(index.isCurrent).toBe(false);
    waiting[1]?.answer();
    await turns();
    expect(index.isCurrent).toBe(true);
    feed.listener.onLost?.();
    expect(index.isCurrent).toBe(false);
  });
});
