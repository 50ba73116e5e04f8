import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  ownFarmDtoSchema,
  type ProductDto,
  type ProductSort,
  type ProductsPage,
  productRailSchema,
  productRailsSchema,
  productSortSchema,
  productsPageSchema,
  type Suggestions,
  suggestionsSchema,
  UNITS,
} from '#libs/contracts';
import { REDIS } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  cutReaders,
  type HttpClient,
  Marketplace,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';
import { CatalogueIndex } from './catalogue-index.js';

let market: Marketplace;
let farm: TestFarm;
let other: TestFarm;
let admin: TestPerson;
let customer: TestPerson;

const pageOf = async (query: string, visitor: HttpClient = market.visitor): Promise<ProductsPage> =>
  productsPageSchema.parse((await visitor.get(`/products?${query}`)).body);
/** Waits until the list has exactly these names, in any order: then the index has the change. */
const shows = (query: string, names: string[], visitor?: HttpClient) =>
  waitFor(`?${query} to show ${names.join(', ') || 'nothing'}`, async () => {
    const { products, total } = await pageOf(`${query}&limit=100`, visitor);
    const shown = products.map(({ name }) => name).toSorted();
    return total === names.length && shown.join() === names.toSorted().join();
  });
const suggest = async (q: string): Promise<Suggestions> =>
  suggestionsSchema.parse(
    (await market.visitor.get(`/search/suggestions?q=${encodeURIComponent(q)}`)).body,
  );

/** Cuts the connections of the shop's log readers, which read everything again once they have reconnected. */
async function cutOff(): Promise<void> {
  const redis = market.app.get<Redis>(REDIS);
  // Readers that were cut before may not have reconnected yet.
  await waitFor('readers to cut', async () => (await cutReaders(redis)) > 0);
}

/** Ties in every sort, and harvest dates and ratings that are missing. */
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const [today, yesterday, lastWeek, lastMonth] = [ago(2), ago(30), ago(8 * 24), ago(40 * 24)];
const wishes = [
  { name: 'Apple', price: 300, category: 'fruit', organic: true, harvestedAt: today },
  { name: 'apple', price: 300, category: 'fruit', organic: false, harvestedAt: today },
  { name: 'Apples', price: 300, category: 'fruit', organic: true, harvestedAt: null },
  { name: 'Beet (red)', price: 100, category: 'roots', organic: true, unit: 'kg' },
  { name: 'Beet [gold]', price: 100, category: 'roots', organic: false, harvestedAt: lastMonth },
  { name: 'Chard', price: 250, category: 'greens', organic: true, harvestedAt: yesterday },
  { name: 'Chard, baby', price: 999, category: 'greens', organic: true, harvestedAt: yesterday },
  { name: 'Dill', price: 50, category: 'herbs', organic: true, unit: 'lb', step: 0.5 },
  { name: 'Éclair plum', price: 300, category: 'fruit', organic: true, harvestedAt: lastWeek },
  { name: 'Fig broccoli', price: 1, category: 'fruit', organic: false, unit: 'pint' },
] as const;
let products: Product[];

beforeAll(async () => {
  market = await Marketplace.open();
  [farm, other, admin, customer] = await Promise.all([
    market.farm(),
    market.farm(),
    market.person('admin'),
    market.person('customer'),
  ]);
  products = [];
  for (const [n, wish] of wishes.entries())
    products.push(await market.product(n % 3 ? farm : other, { ...wish, stock: n % 4 ? 10 : 0 }));
  for (const [n, rating] of [5, 4.5, 2].entries()) {
    const product = products[n + 1];
    if (!product) throw new Error('no such product');
    Object.assign(product, { rating, reviewCount: 3 });
    await market
      .collection('products')
      .updateOne({ _id: product._id }, { $set: { rating, reviewCount: 3 } });
  }
  for (const hidden of ['draft', 'paused', 'archived'] as const)
    await market.product(farm, { name: `Hidden ${hidden}`, status: hidden });
  await market.product(farm, { name: 'Hidden unlisted', listed: false });
  await shows(
    '',
    wishes.map(({ name }) => name),
  );
  // The ratings were written without events.
  await cutOff();
  await shows('rating=2', ['apple', 'Apples', 'Beet (red)']);
});
afterAll(() => market.close());

async function everyPage(query: string, from: string | null = null) {
  const rows: ProductDto[] = [];
  const totals = new Set<number>();
  let cursor = from;
  do {
    const page = await pageOf(`${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    // Counts come with the first page.
    expect(page.facets === undefined).toBe(cursor !== null);
    rows.push(...page.products);
    totals.add(page.total);
    cursor = page.nextCursor;
  } while (cursor);
  return { rows, totals: [...totals] };
}

describe('the list of the shop', () => {
  const fold = (text: string) => text.replace('É', 'e').toLowerCase();
  const comparable = ({ price, unit }: Product) => price / UNITS[unit].size;
  const kind = ({ unit }: Product) => ['lb', 'pint', 'piece'].indexOf(UNITS[unit].per);
  const picked = ({ harvestedAt }: Product) => harvestedAt?.getTime() ?? 0;
  const compare: Record<ProductSort, (a: Product, b: Product) => number> = {
    relevance: (a, b) => picked(b) - picked(a),
    newest: (a, b) => picked(b) - picked(a),
    price: (a, b) => kind(a) - kind(b) || comparable(a) - comparable(b),
    '-price': (a, b) => kind(a) - kind(b) || comparable(b) - comparable(a),
    name: (a, b) => (fold(a.name) < fold(b.name) ? -1 : fold(a.name) > fold(b.name) ? 1 : 0),
    rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
  };
  const newerFirst = (a: Product, b: Product) => (a._id.toString() < b._id.toString() ? 1 : -1);
  const sorted = (sort: ProductSort) =>
    products
      .toSorted((a, b) => compare[sort](a, b) || newerFirst(a, b))
      .map(({ _id }) => _id.toString());

  const visits = productSortSchema.options.flatMap((sort) =>
    [1, 3, 100].map((limit) => [sort, limit] as const),
  );
  it.each(visits)('sorted by %s shows every product once, %i a page', async (sort, limit) => {
    const { rows, totals } = await everyPage(`sort=${sort}&limit=${limit}`);
    expect(rows.map(({ _id }) => _id)).toEqual(sorted(sort));
    expect(totals).toEqual([products.length]);
  });

  it('shows the newest first when nobody asks for another sort', async () => {
    expect((await everyPage('')).rows.map(({ _id }) => _id)).toEqual(sorted('newest'));
  });

  it('goes on where it was although a product came', async () => {
    const first = await pageOf('sort=name&limit=4');
    const early = await market.product(farm, { name: 'Aaron’s rod' });
    await shows('q=aarons', ['Aaron’s rod']);
    const rest = await everyPage('sort=name&limit=4', first.nextCursor);
    expect([...first.products, ...rest.rows].map(({ _id }) => _id)).toEqual(sorted('name'));
    const change = { version: 1, status: 'archived' };
    await farm.farmer.client.patch(`/products/${early._id}`, change);
    await shows('q=aarons', []);
  });

  it('compares pounds, ounces, kilograms and grams, then volumes, then pieces', async () => {
    const deli = await market.farm();
    // Dollars per pound: 9.07, 8, 7.94, 7.5; per pint: 3, 2.5, 2.25; apiece: 1.5, 0.5.
    const goods = [
      ['Gram', 'g', 2],
      ['Ounce', 'oz', 50],
      ['Kilo', 'kg', 1_750],
      ['Pound', 'lb', 750],
      ['Pint', 'pint', 300],
      ['Quart', 'quart', 500],
      ['Gallon', 'gallon', 1_800],
      ['Pack', 'pack', 150],
      ['Dozen', 'dozen', 600],
    ] as const;
    for (const [name, unit, price] of goods) await market.product(deli, { name, unit, price });
    const names = goods.map(([name]) => name);
    await shows(`farm=${deli.id}`, names);
    const listed = async (sort: string) =>
      (await everyPage(`farm=${deli.id}&sort=${sort}&limit=2`)).rows;
    expect((await listed('-price')).map(({ name }) => name)).toEqual(names);
    const upwards = await listed('price');
    expect(upwards.map(({ comparablePrice }) => comparablePrice)).toEqual([
      ...[7.5, 7.94, 8, 9.07].map((price) => ({ price, per: 'lb' })),
      ...[2.25, 2.5, 3].map((price) => ({ price, per: 'pint' })),
      ...[0.5, 1.5].map((price) => ({ price, per: 'piece' })),
    ]);
    await market.collection('products').deleteMany({ name: { $in: [...names] } });
    await cutOff();
    await shows(`farm=${deli.id}`, []);
  });

  const named =
    (...names: string[]) =>
    ({ name }: Product) =>
      names.includes(name);
  it.each([
    ['category=greens', ({ category }: Product) => category === 'greens'],
    ['category=greens,herbs', named('Chard', 'Chard, baby', 'Dill')],
    ['category=greens&category=herbs', named('Chard', 'Chard, baby', 'Dill')],
    ['organic=true', ({ organic }: Product) => organic],
    ['organic=false', ({ organic }: Product) => !organic],
    ['inStock=true', ({ available }: Product) => available > 0],
    ['inStock=false', () => true],
    ['minPrice=2.5&maxPrice=3', ({ price }: Product) => price >= 250 && price <= 300],
    ['rating=4', ({ rating }: Product) => (rating ?? 0) >= 4],
    ['q=chard', named('Chard', 'Chard, baby')],
    ['q=APPLE', named('Apple', 'apple', 'Apples')],
    ['q=appl', named('Apple', 'apple', 'Apples')],
    ['q=eclair', named('Éclair plum')],
    ['q=baby%20chard', named('Chard, baby')],
    ['q=brocoli', named('Fig broccoli')],
    ['q=broccolli%20figs', named('Fig broccoli')],
    ['q=herbs', named('Dill')],
    [`q=${encodeURIComponent('(red)')}`, named('Beet (red)')],
    ['q=.*', () => false],
    ['q=%20', () => true],
    ['q=hidden', () => false],
    [
      'category=fruit&organic=true&inStock=true',
      ({ category, organic, available }: Product) =>
        category === 'fruit' && organic && available > 0,
    ],
  ])('filtered by %s shows what fits', async (query, fits) => {
    const { rows, totals } = await everyPage(`${query}&sort=name&limit=2`);
    const expected = products.filter(fits).map(({ name }) => name);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    expect(totals).toEqual([expected.length]);
  });

  it('filtered by farms shows their products', async () => {
    const { rows } = await everyPage(`farm=${other.id}`);
    expect(rows.length).toBe(4);
    expect(new Set(rows.map(({ farmId }) => farmId))).toEqual(new Set([other.id]));
    expect((await everyPage(`farm=${other.id},${farm.id}`)).rows.length).toBe(products.length);
  });

  it('finds products by their farm, after those that are called so', async () => {
    const rod = await market.product(farm, { name: other.slug.replace('-', ' ') });
    await waitFor('it to be found', async () => {
      const { rows } = await everyPage(`q=${other.slug}&limit=100`);
      return rows.length === 5 && rows[0]?._id === rod._id.toString();
    });
    await farm.farmer.client.patch(`/products/${rod._id}`, { version: 1, status: 'archived' });
    await shows(`q=${other.slug}&farm=${farm.id}`, []);
  });

  it('says with its first page how many each other choice would show', async () => {
    const { facets, total } = await pageOf('category=fruit&organic=true&limit=1');
    expect(total).toBe(3);
    expect(facets).toEqual({
      // Counted without the chosen category, but with `organic`.
      category: [
        { value: 'fruit', count: 3 },
        { value: 'greens', count: 2 },
        { value: 'herbs', count: 1 },
        { value: 'roots', count: 1 },
      ],
      farm: [
        { value: farm.id, label: `Farm ${farm.slug}`, count: 2 },
        { value: other.id, label: `Farm ${other.slug}`, count: 1 },
      ],
      moreFarms: 0,
      organic: 3,
      inStock: 1,
      rating: [
        { value: 4, count: 1 },
        { value: 3, count: 1 },
        { value: 2, count: 1 },
        { value: 1, count: 1 },
      ],
      day: [],
      price: { min: 3, max: 3 },
    });
  });

  it.each([
    'category=meat',
    'category=fruit,',
    'category=',
    'organic=yes',
    'organic=1',
    'farm=x',
    'sort=cheapest',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'minPrice=-1',
    'maxPrice=1.005',
    'rating=6',
    'page=2',
    'q[$regex]=.*',
    'farm[$ne]=x',
    `q=${'x'.repeat(101)}`,
    'cursor=',
    'day=tomorrow',
    'day=2026-02-30',
    'day=',
    'day=20260-01-01',
    'zip=123',
    'zip=1234x',
  ])('refuses ?%s', async (query) => {
    const { status, code } = await market.visitor.get(`/products?${query}`);
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses a page marker that it did not make, or made for another sort', async () => {
    const marker = async (query: string) => (await pageOf(`${query}&limit=1`)).nextCursor;
    const wrong: [string, string | null][] = [
      ['sort=newest', 'nonsense'],
      ['sort=newest', await marker('sort=name')],
      ['sort=newest', await marker('sort=price')],
      ['sort=price', await marker('sort=-price')],
      ['sort=name', await marker('sort=price')],
      ['q=apple', await marker('sort=newest')],
      ['sort=newest', await marker('q=apple')],
    ];
    for (const [query, cursor] of wrong) {
      expect(cursor).not.toBeNull();
      const { status, code } = await market.visitor.get(`/products?${query}&cursor=${cursor}`);
      expect([query, status, code]).toEqual([query, 400, 'CURSOR_INVALID']);
    }
  });
});

describe('suggestions', () => {
  it('are products, farms and categories in one answer, with what is needed to show them', async () => {
    const { products: found } = await suggest('chard');
    expect(found.map(({ name }) => name)).toEqual(['Chard', 'Chard, baby']);
    expect(found[0]).toMatchObject({ price: 2.5, unit: 'each', farmer: `Farm ${farm.slug}` });
    expect((await suggest('gren')).categories).toEqual([{ value: 'greens', count: 2 }]);
    const { farms } = await suggest(`farm ${other.slug}`);
    expect(farms[0]).toEqual({
      _id: other.id,
      slug: other.slug,
      name: `Farm ${other.slug}`,
      image: '/produce/farmhouse.svg',
      city: 'Hudson',
      state: 'NY',
    });
  });

  it('are none for nothing, and never of what shoppers may not see', async () => {
    const none = { products: [], farms: [], categories: [], first: 'products' };
    for (const q of ['', '  ', '?!', 'hidden', 'paused']) expect(await suggest(q)).toEqual(none);
    expect((await market.visitor.get('/search/suggestions')).code).toBe('VALIDATION_FAILED');
  });

  it('are as many as asked for', async () => {
    const { body } = await market.visitor.get('/search/suggestions?q=a&limit=2');
    expect(suggestionsSchema.parse(body).products).toHaveLength(2);
  });
});

describe('the rails', () => {
  const rails = async () =>
    productRailsSchema.parse((await market.visitor.get('/products/rails')).body);
  const names = ({ products: rows }: { products: ProductDto[] }) => rows.map(({ name }) => name);

  it('show what is fresh, in season and nearly gone, and can be bought', async () => {
    const few = await market.product(farm, { name: 'Few', stock: 2 });
    const fresh = await market.product(farm, { name: 'Fresh', harvestedAt: ago(1) });
    await shows('q=fresh', ['Fresh']);
    const found = await rails();
    // The first 'Apple' and the plum are sold out.
    expect(found.picked).toMatchObject({ total: 2 });
    expect(names(found.picked)).toEqual(['Fresh', 'apple']);
    expect(names(found.inSeason)).toEqual(['Fresh', 'apple', 'Chard, baby', 'Chard']);
    expect(names(found.lastFew)).toEqual(['Few']);
    for (const product of [few, fresh])
      await farm.farmer.client.patch(`/products/${product._id}`, { version: 1, status: 'paused' });
    await shows(
      '',
      wishes.map(({ name }) => name),
    );
  });

  it('show what else the farm of a product sells', async () => {
    const own = products.filter((product) => product.farm._id.toString() === other.id);
    const [first] = own;
    const { body } = await market.visitor.get(`/products/${first?._id}/related`);
    const related = productRailSchema.parse(body);
    expect(names(related).toSorted()).toEqual(
      own
        .filter((one) => one !== first && one.available > 0)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(related.total).toBe(related.products.length);
    const { code } = await market.visitor.get(`/products/${'f'.repeat(24)}/related`);
    expect(code).toBe('PRODUCT_NOT_FOUND');
  });
});

describe('a change is found', () => {
  /** A product whose price can be changed without an event. */
  async function unannounced(name: string) {
    const { _id } = await market.product(farm, { name, price: 400 });
    await shows(`q=${name}`, [name]);
    await market.settled();
    return {
      index: market.app.get(CatalogueIndex),
      card: async () => (await pageOf(`q=${name}`)).products[0],
      change: (price: number) =>
        market
          .collection<Product>('products')
          .updateOne({ _id }, { $set: { price }, $inc: { version: 1 } }),
    };
  }

  it('when stock, price or status move, and when a farm is renamed or suspended', async () => {
    const own = await market.farm();
    const product = await market.product(own, { name: 'Quince', stock: 3, price: 700 });
    await shows('q=quince&inStock=true', ['Quince']);
    await market.order(customer, [[product, 3]]);
    await shows('q=quince&inStock=true', []);
    await shows('q=quince', ['Quince']);
    const change = { version: 2, price: 8, onHand: 5 };
    expect((await own.farmer.client.patch(`/products/${product._id}`, change)).status).toBe(200);
    await shows('q=quince&inStock=true&minPrice=8', ['Quince']);

    const { version } = ownFarmDtoSchema.parse((await own.farmer.client.get('/farms/mine')).body);
    await own.farmer.client.patch('/farms/mine', { version, name: 'Zebra Meadow' });
    await shows('q=zebra', ['Quince']);
    expect((await suggest('zebra')).farms).toMatchObject([{ name: 'Zebra Meadow' }]);

    const path = `/users/${own.farmer.user._id}/status`;
    await admin.client.patch(path, { status: 'suspended', reason: 'Because' });
    await shows('q=quince', []);
    expect(await suggest('zebra')).toEqual({
      products: [],
      farms: [],
      categories: [],
      first: 'products',
    });
    expect((await pageOf('')).facets?.farm.map(({ value }) => value)).not.toContain(own.id);
    await admin.client.patch(path, { status: 'active', reason: 'Because' });
    await shows('q=quince', ['Quince']);
  });

  it('when the days of a farm change, in every process', async () => {
    const own = await market.farm();
    const product = await market.product(own, { name: 'Loquat', stock: 100 });
    await market.schedule(own, { capacity: 1 });
    await market.schedule(own, { method: 'delivery', place: null, areas: ['125'], capacity: 1 });
    const second = await Marketplace.open({ engines: market.engines });
    const [, , pickup] = (await market.slots(own)).filter(({ method }) => method === 'pickup');
    if (!pickup) throw new Error('no slot');
    const thatDay = `q=loquat&day=${pickup.date}`;
    const everywhere = async (query: string, names: string[]) => {
      for (const { visitor } of [market, second]) await shows(query, names, visitor);
    };
    await everywhere(thatDay, ['Loquat']);
    const { facets } = await pageOf('q=loquat');
    expect(facets?.day).toHaveLength(14);
    expect(facets?.day).toContainEqual({ value: pickup.date, count: 1 });
    await everywhere('q=loquat&day=2020-01-01', []);
    await everywhere('q=loquat&day=2099-01-01', []);

    // the last place of the pickup, so that only the delivery is left
    const order = {
      items: [{ productId: product._id.toString(), quantity: 1 }],
      address: ADDRESS,
      farms: { [own.id]: { fulfilment: 'pickup', slotId: pickup._id } },
    };
    const key = { 'idempotency-key': randomUUID() };
    const { status } = await customer.client.post('/orders', order, key);
    expect(status).toBe(201);
    await everywhere(`${thatDay}&zip=10001`, []);
    await everywhere(`${thatDay}&zip=12534-1234`, ['Loquat']);
    await everywhere(thatDay, ['Loquat']);

    const delivery = (await market.slots(own)).find(
      ({ date, method }) => date === pickup.date && method === 'delivery',
    );
    const change = async (what: 'close' | 'reopen', version: number) =>
      (await own.farmer.client.post(`/slots/${delivery?._id}/${what}`, { version })).status;
    expect(await change('close', 1)).toBe(200);
    await everywhere(thatDay, []);
    // a process that starts while it is closed does not know it
    const third = await Marketplace.open({ engines: market.engines });
    await shows(thatDay, [], third.visitor);
    expect(await change('reopen', 2)).toBe(200);
    await everywhere(thatDay, ['Loquat']);
    await shows(thatDay, ['Loquat'], third.visitor);
    await Promise.all([second.close(), third.close()]);
  });

  it('when a farm with days is approved after the start', async () => {
    const own = await market.farm();
    await market.product(own, { name: 'Jujube' });
    await market.schedule(own);
    const [, slot] = await market.slots(own);
    await shows(`q=jujube&day=${slot?.date}`, ['Jujube']);
    const path = `/users/${own.farmer.user._id}/status`;
    await admin.client.patch(path, { status: 'suspended', reason: 'Because' });
    const second = await Marketplace.open({ engines: market.engines });
    await shows('q=jujube', [], second.visitor);
    await admin.client.patch(path, { status: 'active', reason: 'Because' });
    await shows(`q=jujube&day=${slot?.date}`, ['Jujube'], second.visitor);
    await second.close();
  });

  it('on a card that was shown before, when the product or its farm has changed', async () => {
    const own = await market.farm();
    const product = await market.product(own, { name: 'Medlar', price: 300 });
    await shows('q=medlar', ['Medlar']);
    const card = async () => (await pageOf('q=medlar')).products[0];
    expect(await card()).toMatchObject({ price: 3, farmer: `Farm ${own.slug}` });
    await own.farmer.client.patch(`/products/${product._id}`, { version: 1, price: 4 });
    await waitFor('the new price', async () => (await card())?.price === 4);
    await market.order(customer, [[product, 60]]);
    await waitFor('what is left', async () => (await card())?.available === 40);
    const { version } = ownFarmDtoSchema.parse((await own.farmer.client.get('/farms/mine')).body);
    await own.farmer.client.patch('/farms/mine', { version, name: 'Medlar Yard' });
    await waitFor('the new name', async () => (await card())?.farmer === 'Medlar Yard');
  });

  it('at once while this process does not receive events', async () => {
    const { index, change, card } = await unannounced('Sloe');
    index.isCurrent = false;
    await change(500);
    expect((await card())?.price).toBe(5);
    await change(600);
    expect((await card())?.price).toBe(6);
    // While it is current, a change without an event is not seen.
    index.isCurrent = true;
    await change(700);
    expect((await card())?.price).toBe(6);
    await cutOff();
    await waitFor('it to read everything', async () => (await card())?.price === 7);
  });

  it('of more products than are read at once', async () => {
    const [model] = products;
    if (!model) throw new Error('no product');
    const many = Array.from({ length: 2_100 }, () => ({
      ...model,
      _id: new Types.ObjectId(),
      category: 'mushrooms' as const,
    }));
    const rows = market.collection<Product>('products');
    const index = market.app.get(CatalogueIndex);
    const before = index.size;
    const count = (more: number) =>
      waitFor(`${more} more`, async () => index.size === before + more);
    await rows.insertMany(many);
    await cutOff();
    await count(2_100);
    await rows.deleteMany({ category: 'mushrooms' });
    await cutOff();
    await count(0);
  });

  it('in every process, also after its reader was cut off, and after a start', async () => {
    const second = await Marketplace.open({ engines: market.engines });
    await shows('q=quince', ['Quince'], second.visitor);
    const product = await second.product(farm, { name: 'Rhubarb' });
    for (const { visitor } of [market, second]) await shows('q=rhubarb', ['Rhubarb'], visitor);

    // A change without an event is found once the log is opened again.
    await market
      .collection('products')
      .updateOne({ _id: product._id }, { $set: { name: 'Sorrel' }, $inc: { version: 1 } });
    const gone = await market.product(farm, { name: 'Salsify' });
    for (const { visitor } of [market, second]) await shows('q=salsify', ['Salsify'], visitor);
    await market.collection('products').deleteOne({ _id: gone._id });
    await cutOff();
    for (const { visitor } of [market, second]) {
      await shows('q=sorrel', ['Sorrel'], visitor);
      await shows('q=rhubarb', [], visitor);
      await shows('q=salsify', [], visitor);
    }
    await second.close();
  });
});
