import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Types } from 'mongoose';
import {
  FARM_RATING_MIN_REVIEWS,
  type FarmsPage,
  farmsPageSchema,
  ownFarmDtoSchema,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { Outbox, Transactions } from '#libs/platform';
import { Marketplace, type TestFarm, waitFor } from '#libs/testing';
import { CatalogueIndex } from './catalogue-index.js';
import { FarmDirectory } from './farm-directory.service.js';

let market: Marketplace;
const farms = new Map<string, TestFarm>();

const page = async (query: string): Promise<FarmsPage> =>
  farmsPageSchema.parse((await market.visitor.get(`/farms?${query}`)).body);
const names = async (q: string) =>
  (await page(`q=${encodeURIComponent(q)}`)).farms.map(({ name }) => name);
async function edit({ farmer }: TestFarm, change: object): Promise<void> {
  const { version } = ownFarmDtoSchema.parse((await farmer.client.get('/farms/mine')).body);
  expect((await farmer.client.patch('/farms/mine', { version, ...change })).status).toBe(200);
}

beforeAll(async () => {
  market = await Marketplace.open();
  for (const [name, city] of [
    ['Hollow Creek', 'Hudson'],
    ['Windfall Orchard', 'Hillsdale'],
    ['Hudson Dairy', 'Amherst'],
    ['Creekside Orchard', 'Hudson'],
  ] as const) {
    const farm = await market.farm();
    await edit(farm, { name, city });
    farms.set(name, farm);
  }
  await market.person('farmer');
  await waitFor('the farms to be found', async () => (await page('q=orchard')).total === 2);
});
afterAll(() => market.close());

it('finds farms by name and by place, by beginnings and with a typo, a name before a place', async () => {
  expect(await names('windfall')).toEqual(['Windfall Orchard']);
  expect(await names('cree')).toEqual(['Creekside Orchard', 'Hollow Creek']);
  expect(await names('creek')).toEqual(['Hollow Creek', 'Creekside Orchard']);
  expect(await names('windfal orcherd')).toEqual(['Windfall Orchard']);
  expect(await names('hudson')).toEqual(['Hudson Dairy', 'Creekside Orchard', 'Hollow Creek']);
  expect(await names('orchard hudson')).toEqual(['Creekside Orchard']);
  expect(await names('orchard amherst')).toEqual([]);
  expect(await names('?!')).toEqual([]);
});

it('lists all of them without a word, and only those that are approved', async () => {
  expect((await page('')).total).toBe(4);
  expect((await page('q=')).total).toBe(4);
  expect((await page('q=%20')).total).toBe(4);
  // The farmer who has just registered has a farm that nobody has approved.
  expect(await names('farmer')).toEqual([]);
});

it('shows each once, page by page, and says how many there are', async () => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const next = await page(`q=hudson&limit=1${cursor}`);
    expect(next.total).toBe(3);
    expect(next.farms).toHaveLength(1);
    seen.push(...next.farms.map(({ name }) => name));
    cursor = next.nextCursor ? `&cursor=${next.nextCursor}` : '';
  } while (cursor);
  expect(seen).toEqual(['Hudson Dairy', 'Creekside Orchard', 'Hollow Creek']);
  const all = await page('limit=1');
  const foreign = await market.visitor.get(`/farms?q=hudson&cursor=${all.nextCursor}`);
  expect(foreign.code).toBe('CURSOR_INVALID');
  expect((await market.visitor.get('/farms?q=x&cursor=nonsense')).code).toBe('CURSOR_INVALID');
  expect((await market.visitor.get(`/farms?q=${'x'.repeat(101)}`)).code).toBe('VALIDATION_FAILED');
});

it('answers the farms of some ids, those that are approved, on one page', async () => {
  const ids = [...farms.values()].map(({ id }) => id).slice(1, 3);
  const { user } = await market.person('farmer');
  const found = await page(`ids=${[...ids, user.farmId, 'f'.repeat(24)].join()}&limit=1`);
  expect(found.farms.map(({ _id }) => _id).sort()).toEqual([...ids].sort());
  expect(found).toMatchObject({ total: 2, nextCursor: null });
  expect((await page('ids=')).farms).toEqual([]);
  expect((await market.visitor.get('/farms?ids=nonsense')).code).toBe('VALIDATION_FAILED');
});

it('finds a farm that moves in its new place', async () => {
  const farm = farms.get('Windfall Orchard');
  if (!farm) throw new Error('no such farm');
  await edit(farm, { city: 'Colrain' });
  await waitFor('the new town to be found', async () => (await page('q=colrain')).total === 1);
  expect(await names('hillsdale')).toEqual([]);
});

it('is cached while no farm changes, and not sent again to a client that has it', async () => {
  const reading = jest.spyOn(market.app.get(FarmDirectory), 'list');
  await waitFor('two requests between two changes', async () => {
    reading.mockClear();
    const [one, other] = [await page('limit=3'), await page('limit=3')];
    expect(other).toEqual(one);
    return reading.mock.calls.length < 2;
  });
  reading.mockRestore();
  const url = `${market.url}/api/v1/farms?limit=3`;
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});

it('is read again after what changes a farm, its stars too, and not after a sale', async () => {
  const index = market.app.get(CatalogueIndex);
  const [first] = [...farms.values()];
  if (!first) throw new Error('no farm');
  const product = await market.product(first);
  await market.settled();
  const counted = index.farmChanges;
  await market.order(await market.person('customer'), [[product, 1]]);
  await market.settled();
  expect(index.farmChanges).toBe(counted);

  expect((await farmOf(first.id)).rating).toBeNull();
  await market.app.get(Transactions).run(async (session) => {
    const id = new Types.ObjectId(first.id);
    for (let n = 0; n < FARM_RATING_MIN_REVIEWS; n++) {
      const events = await market.app.get(FarmsService).countStars(session, id, null, 5);
      await market.app.get(Outbox).add(session, ...events);
    }
  });
  await waitFor('the index to receive the change', () => index.farmChanges > counted);
  expect((await farmOf(first.id)).rating?.count).toBe(FARM_RATING_MIN_REVIEWS);
});

async function farmOf(id: string) {
  const farm = (await page('')).farms.find(({ _id }) => _id === id);
  if (!farm) throw new Error('the farm is not listed');
  return farm;
}
