import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  farmCalendarsSchema,
  farmsPageSchema,
  favouritesSchema,
  isLive,
  moneyDeskSchema,
  type OrderPart,
  ordersPageSchema,
  packingOrdersSchema,
  problemsPageSchema,
  productsPageSchema,
  recountSchema,
  type Suggestions,
  salesSchema,
  savedCardsSchema,
  suggestionsSchema,
} from '#libs/contracts';
import { StockCheckService } from '#libs/products';
import { type HttpClient, Marketplace, waitFor } from '#libs/testing';
import { accounts, demoClient, demoSeedOf } from '../testing/demo-shop.js';
import { searches } from '../testing/searches.js';
import { demoProducts } from './catalogue.js';
import { demoPeople } from './people.js';
import { onDay } from './seasons.js';
import type { DemoSeed } from './seed.js';

let market: Marketplace;
let seed: DemoSeed;
const as = (who: string): HttpClient => demoClient(market, who);
const admin = () => as('clara.bennett');

beforeAll(async () => {
  market = await Marketplace.open({ settings: { CARD_PROVIDER: 'test-cards' } });
  seed = demoSeedOf(market);
  expect(await seed.run(accounts)).toBe(true);
  await market.settled();
});
afterAll(() => market.close());

/** Puts everything on sale, so that the searches do not depend on the date. */
async function sellEverything(): Promise<void> {
  const paused = await market.collection('products').find({ status: 'paused' }).toArray();
  for (const { _id, farm, version } of paused) {
    const owner = demoPeople.find(({ farmSlug }) => farmSlug === farm.slug);
    const client = market.visitor.as(`test-${owner?.email}`);
    expect((await client.patch(`/products/${_id}`, { version, status: 'live' })).status).toBe(200);
  }
  await waitFor('all products to be found', async () => {
    const { body } = await market.visitor.get('/products');
    return productsPageSchema.parse(body).total === demoProducts.length;
  });
}

const recount = async () => recountSchema.parse((await admin().post('/analytics/recount')).body);

it('has figures that equal a recount, and stock that equals its ledger', async () => {
  expect(await recount()).toMatchObject({ differences: [], underWay: 0 });
  const check = await market.app.get(StockCheckService).run(null);
  expect(check).toMatchObject({ mismatchCount: 0 });
});

it('has orders on every day of a quarter, and most before the weekend', async () => {
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
  const { days, orders } = salesSchema.parse(
    (await admin().get(`/analytics/sales?from=${from}`)).body,
  );
  // Excludes orders declined or cancelled as a whole; how many depends on the date.
  const live = { parts: { $elemMatch: { status: { $nin: ['declined', 'cancelled'] } } } };
  expect(orders).toBe(await market.collection('orders').countDocuments(live));
  expect(orders).toBeGreaterThan(350);
  expect(days.filter((day) => day.orders === 0)).toEqual([]);
  const on = (...weekdays: number[]) =>
    days
      .filter(({ day }) => weekdays.includes(new Date(day).getUTCDay()))
      .reduce((sum, day) => sum + day.orders, 0);
  expect(on(5, 6)).toBeGreaterThan(1.5 * on(1, 2));
});

it('has orders by card: taken at past hand-overs, held for those under way, released where nothing came', async () => {
  const payments = await market.collection('payments').find().toArray();
  const states = payments.map(({ state }) => String(state));
  expect(new Set(states)).toEqual(new Set(['captured', 'released', 'authorised']));
  expect(states.filter((state) => state === 'captured').length).toBeGreaterThan(80);
  const refunds = payments.filter(({ refunded }) => Number(refunded) > 0);
  expect(refunds).toMatchObject([{ state: 'captured', captured: refunds[0]?.refunded, due: 0 }]);
  const { cards } = savedCardsSchema.parse((await as('emma.castillo').get('/cards')).body);
  expect(cards).toMatchObject([{ last4: '4242' }]);
  // Each in the month of its hand-over, so that no month that is over ends with what customers owe.
  const journals = await market.collection('journals').find({ 'cause.kind': 'captured' }).toArray();
  expect(new Set(journals.map(({ month }) => String(month))).size).toBeGreaterThan(2);
  await admin().post('/admin/money/check');
  await waitFor('the check of the ledger', async () => {
    const { check } = moneyDeskSchema.parse((await admin().get('/admin/money')).body);
    if (check) expect(check).toMatchObject({ faults: [], journals: expect.any(Number) });
    return check !== null;
  });
});

it('has problems: one that waits for the demo farmer, one refunded, one that became store credit', async () => {
  const { problems } = problemsPageSchema.parse((await admin().get('/problems')).body);
  const outcomes = problems.map(({ farmName, customer, answer }) => [
    answer?.outcome,
    farmName === 'Hollow Creek Farm',
    customer.name === 'Emma Castillo',
  ]);
  expect(outcomes).toEqual([
    [undefined, true, false],
    ['credit', false, false],
    ['tender', expect.any(Boolean), true],
  ]);
});

it('has returning customers', async () => {
  const list = async (client: HttpClient, query = '') =>
    ordersPageSchema.parse((await client.get(`/orders${query}`)).body).total;
  expect(await list(as('emma.castillo'))).toBeGreaterThan(20);
  expect(await list(as('leila.haddad'))).toBeGreaterThan(0);
});

it('has reviews that add up to the ratings, some of them with a reply', async () => {
  const { farms } = farmsPageSchema.parse((await market.visitor.get('/farms')).body);
  expect(farms).toHaveLength(6);
  for (const { _id, rating } of farms) {
    const reviews = await market.collection('reviews').find().toArray();
    expect(new Set(reviews.map(({ text }) => text)).size).toBe(reviews.length);
    const own = reviews.filter(({ farmId }) => String(farmId) === _id);
    expect(rating?.count).toBe(own.length);
    expect(own.some(({ answered }) => answered)).toBe(true);
    expect(own.some(({ answered }) => !answered)).toBe(true);
  }
  for (const product of await market.collection('products').find().toArray()) {
    const own = market.collection('reviews').countDocuments({ productId: product._id });
    expect(product.reviewCount).toBe(await own);
  }
});

it('has customers with favourites, and only of products on sale', async () => {
  const { body } = await as('emma.castillo').get('/favourites');
  const { products, farms } = favouritesSchema.parse(body);
  expect(products.length).toBeGreaterThan(1);
  expect(farms.length).toBeGreaterThan(0);
  const books = market.collection<{ products: { _id: unknown }[] }>('favourites');
  expect(await books.countDocuments({})).toBe(12);
  const marked = (await books.find().toArray()).flatMap((book) => book.products);
  const sold = await market.collection('products').distinct('_id', { status: 'live' });
  const known = new Set(sold.map(String));
  expect(marked.filter(({ _id }) => !known.has(String(_id)))).toEqual([]);
});

it('has days at all farms but one, and orders on days that were and that come', async () => {
  const { farms } = farmsPageSchema.parse((await market.visitor.get('/farms')).body);
  const ids = farms.map(({ _id }) => _id).join();
  const { body } = await market.visitor.get(`/calendars?farms=${ids}`);
  const { calendars } = farmCalendarsSchema.parse(body);
  const slugOf = new Map(farms.map(({ _id, slug }) => [_id, slug]));
  const without = calendars.filter(({ scheduled }) => scheduled.length === 0);
  expect(without.map(({ farmId }) => slugOf.get(farmId))).toEqual(['saltgrass-farm']);
  const orders = await market.collection('orders').find().toArray();
  const parts = orders.flatMap((order) => order.parts as OrderPart[]);
  const now = new Date().toISOString();
  const days = parts.flatMap(({ slot, farmSlug, status }) =>
    slot ? { ...slot, farmSlug, status } : [],
  );
  expect(days.filter(({ farmSlug }) => farmSlug === 'saltgrass-farm')).toEqual([]);
  expect(days.length).toBeGreaterThan(0.7 * parts.length);
  expect(days.filter(({ endAt }) => endAt < now).length).toBeGreaterThan(200);
  expect(days.filter(({ startAt }) => startAt > now).length).toBeGreaterThan(20);
  // what is delivered was so in its slot or after it began
  expect(days.filter(({ status, startAt }) => status === 'delivered' && startAt > now)).toEqual([]);
  const slots = await market.collection('slots').find().toArray();
  const placesIn = (id: string) => days.filter(({ _id, status }) => _id === id && isLive(status));
  for (const { _id, taken, capacity } of slots) {
    expect(taken).toBe(placesIn(String(_id)).length);
    expect(taken).toBeLessThanOrEqual(capacity);
  }
  expect(slots.filter(({ taken }) => taken > 0).length).toBeGreaterThan(5);
});

it('has users who joined before their orders, and orders that ended by now', async () => {
  const [first] = await market.collection('orders').find().sort({ createdAt: 1 }).toArray();
  const late = { role: 'customer', createdAt: { $gte: first?.createdAt } };
  expect(await market.collection('users').countDocuments(late)).toBe(0);
  const future = { 'parts.timeline.at': { $gt: new Date() } };
  expect(await market.collection('orders').countDocuments(future)).toBe(0);
});

it('sends notifications about orders under way, problems and messages only, and a welcome to the farm that applies', async () => {
  const notices = await market.collection('notifications').find().toArray();
  const kinds = notices.map(({ kind }) => String(kind));
  expect(kinds.filter((kind) => !/^(order|problem|message)\./.test(kind))).toEqual([
    'farm.created',
  ]);
  // Two days are more than the age of any order under way.
  const early = notices.filter(
    ({ createdAt }) => createdAt < new Date(Date.now() - 2 * 86_400_000),
  );
  expect(early).toEqual([]);
});

it('has a packer and a driver, who see the work of the demo farm', async () => {
  const { body } = await as('june.alvarez').get('/farms/mine/packing-orders');
  expect(packingOrdersSchema.parse(body).orders.length).toBeGreaterThan(0);
  expect((await as('marcus.webb').get('/farms/mine/stops')).status).toBe(200);
  // in a demo that an older build has seeded, too; once
  const farm = await market.collection('farms').findOne({ slug: 'hollow-creek-farm' });
  const members = { 'memberships.farmId': farm?._id };
  const count = () => market.collection('users').countDocuments(members);
  expect(await count()).toBe(3);
  await market.collection('seeds').deleteOne({ _id: 'demo-crew' as never });
  expect(await seed.run(accounts)).toBe(false);
  expect(await count()).toBe(3);
});

it('resumes an interrupted seed, and is seeded once', async () => {
  const orders = await market.collection('orders').countDocuments({});
  expect(await seed.run(accounts)).toBe(false);
  await market.collection('projections').deleteMany({ _id: /^day:/ as never });
  await market.collection('seeds').updateOne({ _id: 'demo' as never }, { $set: { done: false } });
  expect(await seed.run(accounts)).toBe(true);
  expect(await market.collection('orders').countDocuments({})).toBe(orders);
  expect(await market.collection('contactMessages').countDocuments({})).toBe(1);
  expect(await market.collection('problems').countDocuments({})).toBe(3);
  expect(await market.collection('messages').countDocuments({})).toBe(2);
  const takenBack = { 'parts.timeline.reason': /never at the door/ };
  expect(await market.collection('orders').countDocuments(takenBack)).toBe(1);
  await market.settled();
  expect(await recount()).toMatchObject({ differences: [] });
});

it('pauses what is out of season', async () => {
  const products = await market.collection('products').find().toArray();
  for (const demo of demoProducts) {
    const { status } = onDay(demo, new Date());
    expect(products.find(({ name }) => name === demo.name)).toMatchObject({ status });
  }
});

it('finds first what a shopper means', async () => {
  await sellEverything();
  const read = async (typed: string) =>
    suggestionsSchema.parse(
      (await market.visitor.get(`/search/suggestions?q=${encodeURIComponent(typed)}`)).body,
    );
  const firstOf = ({ first, products, farms, categories }: Suggestions) =>
    ({
      products: products[0]?.name,
      farms: farms[0]?.name,
      categories: categories[0]?.value,
    })[first];
  const found: (readonly [string, string | undefined])[] = [];
  for (const [typed] of searches) found.push([typed, firstOf(await read(typed))]);
  expect(found).toEqual(searches);
});

it('finds what a description says, and lists the same product first as it suggests', async () => {
  const names = async (typed: string) =>
    productsPageSchema
      .parse((await market.visitor.get(`/products?q=${encodeURIComponent(typed)}`)).body)
      .products.map(({ name }) => name);
  expect(await names('green apple pie')).toEqual(['Mutsu Apples']);
  expect(await names('tartness')).toEqual(['Mutsu Apples']);
  expect((await names('cheese'))[0]).toBe('Clothbound Cheddar');
  expect((await names('cheese')).slice(1)).toContain('Red Beets');
});
