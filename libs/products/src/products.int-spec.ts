import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ProductDto,
  type ProductSort,
  productDtoSchema,
  productSortSchema,
  productsPageSchema,
} from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson } from '#libs/testing';
import type { Product } from './product.model.js';

let market: Marketplace;
let farm: TestFarm;
let other: TestFarm;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open();
  [farm, other, admin, customer] = await Promise.all([
    market.farm(),
    market.farm(),
    market.person('admin'),
    market.person('customer'),
  ]);
});
afterAll(() => market.close());

async function everyPage(query: string, from: string | null = null) {
  const rows: ProductDto[] = [];
  const totals = new Set<number>();
  let cursor = from;
  do {
    const path: string = `/products?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const page = productsPageSchema.parse((await market.visitor.get(path)).body);
    rows.push(...page.products);
    totals.add(page.total);
    cursor = page.nextCursor;
  } while (cursor);
  return { rows, totals: [...totals] };
}

describe('the shop', () => {
  /** Ties in every sort, and harvest dates that are missing. */
  const day = (n: number) => new Date(Date.UTC(2026, 10, n));
  const wishes = [
    { name: 'Apple', price: 300, category: 'fruit', organic: true, harvestedAt: day(1) },
    { name: 'apple', price: 300, category: 'fruit', organic: false, harvestedAt: day(1) },
    { name: 'Apple', price: 300, category: 'fruit', organic: true, harvestedAt: null },
    { name: 'Beet (red)', price: 100, category: 'roots', organic: true, harvestedAt: null },
    { name: 'Beet [gold]', price: 100, category: 'roots', organic: false, harvestedAt: day(3) },
    { name: 'Chard', price: 250, category: 'greens', organic: true, harvestedAt: day(2) },
    { name: 'Chard', price: 999, category: 'greens', organic: true, harvestedAt: day(2) },
    { name: 'Dill', price: 50, category: 'herbs', organic: true, harvestedAt: null },
    { name: 'Éclair plum', price: 300, category: 'fruit', organic: true, harvestedAt: day(4) },
    { name: 'Fig', price: 1, category: 'fruit', organic: false, harvestedAt: null },
  ] as const;
  let products: Product[];
  beforeAll(async () => {
    products = [];
    for (const [n, wish] of wishes.entries())
      products.push(await market.product(n % 3 ? farm : other, { ...wish, stock: n % 4 ? 10 : 0 }));
    for (const hidden of ['draft', 'paused', 'archived'] as const)
      await market.product(farm, { name: `Hidden ${hidden}`, status: hidden });
    await market.product(farm, { name: 'Hidden unlisted', listed: false });
  });

  const compare: Record<ProductSort, (a: Product, b: Product) => number> = {
    newest: (a, b) =>
      (b.harvestedAt?.getTime() ?? 0) - (a.harvestedAt?.getTime() ?? 0) || -byId(a, b),
    price: (a, b) => a.price - b.price || byId(a, b),
    '-price': (a, b) => b.price - a.price || -byId(a, b),
    name: (a, b) => (a.name === b.name ? byId(a, b) : a.name < b.name ? -1 : 1),
  };
  const byId = (a: Product, b: Product) => (a._id.toString() < b._id.toString() ? -1 : 1);
  const sorted = (sort: ProductSort) =>
    products.toSorted(compare[sort]).map(({ _id }) => _id.toString());

  const visits = productSortSchema.options.flatMap((sort) =>
    [1, 2, 3, 100].map((limit) => [sort, limit] as const),
  );
  it.each(visits)('sorted by %s shows every product once, %i a page', async (sort, limit) => {
    const { rows, totals } = await everyPage(`sort=${sort}&limit=${limit}`);
    expect(rows.map(({ _id }) => _id)).toEqual(sorted(sort));
    expect(totals).toEqual([products.length]);
  });

  it('shows the newest first when nobody asks for another sort', async () => {
    expect((await everyPage('')).rows.map(({ _id }) => _id)).toEqual(sorted('newest'));
  });

  it('goes on where it was although a product came or went', async () => {
    const first = productsPageSchema.parse(
      (await market.visitor.get('/products?sort=name&limit=4')).body,
    );
    const early = await market.product(farm, { name: 'Aaron’s rod' });
    const rest = await everyPage('sort=name&limit=4', first.nextCursor);
    expect([...first.products, ...rest.rows].map(({ _id }) => _id)).toEqual(sorted('name'));
    await market.collection('products').deleteOne({ _id: early._id });
  });

  const names = (rows: ProductDto[]) => rows.map(({ name }) => name);
  it.each([
    ['category=greens', (p: Product) => p.category === 'greens'],
    ['organic=true', (p: Product) => p.organic],
    ['organic=false', (p: Product) => !p.organic],
    ['inStock=true', (p: Product) => p.available >= p.minimum],
    ['inStock=false', () => true],
    ['q=chard', (p: Product) => p.name === 'Chard'],
    ['q=APPLE', (p: Product) => p.name.toLowerCase() === 'apple'],
    [`q=${encodeURIComponent('(red)')}`, (p: Product) => p.name === 'Beet (red)'],
    [`q=${encodeURIComponent('[gold]')}`, (p: Product) => p.name === 'Beet [gold]'],
    ['q=.*', () => false],
    ['q=%20', () => true],
    [
      'category=fruit&organic=true&inStock=true',
      (p: Product) => p.category === 'fruit' && p.organic && p.available > 0,
    ],
  ])('filtered by %s shows what fits', async (query, fits) => {
    const { rows, totals } = await everyPage(`${query}&sort=name&limit=2`);
    const expected = products.filter(fits).toSorted(compare.name);
    expect(names(rows)).toEqual(expected.map(({ name }) => name));
    expect(totals).toEqual([expected.length]);
  });

  it('filtered by a farm shows its products', async () => {
    const { rows } = await everyPage(`farm=${other.id}`);
    expect(rows.length).toBe(4);
    expect(new Set(rows.map(({ farmId }) => farmId))).toEqual(new Set([other.id]));
  });

  it.each([
    'category=meat',
    'organic=yes',
    'organic=1',
    'farm=x',
    'sort=rating',
    'limit=0',
    'limit=101',
    'limit=1.5',
    'page=2',
    'q[$regex]=.*',
    'farm[$ne]=x',
    `q=${'x'.repeat(101)}`,
    'cursor=',
  ])('refuses ?%s', async (query) => {
    const { status, code } = await market.visitor.get(`/products?${query}`);
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses a page marker that it did not make, or made for another sort', async () => {
    const marker = async (sort: ProductSort) =>
      productsPageSchema.parse((await market.visitor.get(`/products?sort=${sort}&limit=1`)).body)
        .nextCursor;
    const wrong: [ProductSort, string | null][] = [
      ['newest', 'nonsense'],
      ['newest', await marker('name')],
      ['newest', await marker('price')],
      ['price', await marker('name')],
      ['price', await marker('newest')],
      ['name', await marker('price')],
    ];
    for (const [sort, cursor] of wrong) {
      const { status, code } = await market.visitor.get(`/products?sort=${sort}&cursor=${cursor}`);
      expect([sort, status, code]).toEqual([sort, 400, 'CURSOR_INVALID']);
    }
  });
});

describe('a product', () => {
  const read = async (product: Product) =>
    productDtoSchema.parse((await market.visitor.get(`/products/${product._id}`)).body);
  const patch = ({ client }: TestPerson, product: Product, change: object) =>
    client.patch(`/products/${product._id}`, change);
  const eventsOf = async (product: Product) =>
    market
      .collection<{ payload: unknown; version: number }>('outbox')
      .find({ name: 'product.stock-changed', aggregateId: product._id.toString() })
      .sort({ _id: 1 })
      .toArray();
  const ledgerOf = (product: Product) =>
    market.collection('stockLedger').find({ productId: product._id }).sort({ _id: 1 }).toArray();

  it('is shown while it is live, paused or archived, and does not exist before it is published', async () => {
    const status = async (wish: Parameters<Marketplace['product']>[1]) => {
      const product = await market.product(farm, wish);
      return (await market.visitor.get(`/products/${product._id}`)).code ?? 'shown';
    };
    expect(await status({ status: 'live' })).toBe('shown');
    expect(await status({ status: 'paused' })).toBe('shown');
    expect(await status({ status: 'archived' })).toBe('shown');
    expect(await status({ status: 'draft' })).toBe('PRODUCT_NOT_FOUND');
    expect(await status({ listed: false })).toBe('PRODUCT_NOT_FOUND');
    expect((await market.visitor.get(`/products/${'f'.repeat(24)}`)).code).toBe(
      'PRODUCT_NOT_FOUND',
    );
    expect((await market.visitor.get('/products/x')).code).toBe('VALIDATION_FAILED');
  });

  it.each([
    [10, 'in_stock'],
    [5, 'low'],
    [2, 'low'],
    [1, 'sold_out'],
    [0, 'sold_out'],
  ])('with %i left of which one must take two is %s', async (stock, level) => {
    const product = await market.product(farm, { stock, lowAt: 5, minimum: 2 });
    expect(await read(product)).toMatchObject({ available: stock, stock: level });
  });

  it('changes price, stock and status in one go, notes the stock and tells of it', async () => {
    const product = await market.product(farm, { unit: 'lb', step: 0.5, stock: 10, price: 250 });
    const answer = await patch(farm.farmer, product, {
      version: 1,
      price: 3.1,
      onHand: 7.5,
      status: 'paused',
      reason: 'Slugs',
    });
    const after = productDtoSchema.parse(answer.body);
    expect(after).toMatchObject({ price: 3.1, available: 7.5, status: 'paused', version: 2 });
    expect(await read(product)).toEqual(after);
    expect(await ledgerOf(product)).toMatchObject([
      { change: 4540, reason: 'harvest' },
      { change: -1135, reason: 'correction', note: 'Slugs' },
    ]);
    const [event, ...more] = await eventsOf(product);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      version: 2,
      payload: {
        before: { price: 2.5, available: 10, status: 'live', public: true },
        // The shoppers who see it now must learn that it is gone.
        change: { price: 3.1, available: 7.5, status: 'paused', public: true },
      },
    });
  });

  it('does not note a stock that stayed the same', async () => {
    const product = await market.product(farm, { stock: 3 });
    await patch(farm.farmer, product, { version: 1, price: 9, onHand: 3 });
    expect(await ledgerOf(product)).toHaveLength(1);
  });

  it('does not exist for another farm, and is not for customers and visitors to change', async () => {
    const product = await market.product(farm, { stock: 3 });
    const before = await read(product);
    const farmless = await market.person('farmer');
    for (const person of [other.farmer, farmless]) {
      const { status, code } = await patch(person, product, { version: 1, price: 1 });
      expect([status, code]).toEqual([404, 'PRODUCT_NOT_FOUND']);
    }
    expect((await patch(customer, product, { version: 1, price: 1 })).code).toBe('FORBIDDEN');
    expect((await market.visitor.patch(`/products/${product._id}`, {})).code).toBe(
      'UNAUTHENTICATED',
    );
    expect(await read(product)).toEqual(before);
    expect(await eventsOf(product)).toEqual([]);
  });

  it('can be taken down by an admin', async () => {
    const product = await market.product(farm);
    const answer = await patch(admin, product, {
      version: 1,
      status: 'archived',
      reason: 'Unsafe',
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'archived', version: 2 } });
  });

  it('is changed by one of several who do it at once; the others learn the version', async () => {
    const product = await market.product(farm);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((price) => patch(farm.farmer, product, { version: 1, price })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({
        status: 409,
        code: 'VERSION_CONFLICT',
        body: { details: { version: 2 } },
      });
    expect(await eventsOf(product)).toHaveLength(1);
  });

  it.each([
    ['no version', { price: 1 }],
    ['a price of nothing', { version: 1, price: 0 }],
    ['a price below nothing', { version: 1, price: -1 }],
    ['a tenth of a cent', { version: 1, price: 1.001 }],
    ['a price as text', { version: 1, price: '1' }],
    ['stock below nothing', { version: 1, onHand: -1 }],
    ['an unknown status', { version: 1, status: 'gone' }],
    ['an unknown key', { version: 1, held: 0 }],
    ['another farm', { version: 1, farm: { _id: 'f'.repeat(24) } }],
  ])('refuses %s', async (_, change) => {
    const product = await market.product(farm);
    const { status, code } = await patch(farm.farmer, product, change);
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('refuses a count that is no whole base unit, or less than what is held for checkout', async () => {
    const product = await market.product(farm, { stock: 5 });
    expect((await patch(farm.farmer, product, { version: 1, onHand: 1.5 })).code).toBe(
      'QUANTITY_INVALID',
    );
    await market
      .collection('products')
      .updateOne({ _id: product._id }, { $set: { held: 2, available: 3 } });
    expect((await patch(farm.farmer, product, { version: 1, onHand: 1 })).code).toBe(
      'QUANTITY_INVALID',
    );
    expect((await patch(farm.farmer, product, { version: 1, onHand: 2 })).body).toMatchObject({
      available: 0,
      stock: 'sold_out',
    });
  });
});

describe('a farm’s own list', () => {
  it('has all of its products, whatever their status, and none of others', async () => {
    const own = await market.farm();
    for (const status of ['live', 'draft', 'paused', 'archived'] as const)
      await market.product(own, { name: status, status });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await own.farmer.client.get(`/farms/mine/products?limit=3${cursor}`);
      const page = productsPageSchema.parse(body);
      expect(page.total).toBe(4);
      seen.push(...page.products.map(({ name }) => name));
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    } while (cursor);
    expect(seen).toEqual(['archived', 'draft', 'live', 'paused']);
  });

  it('is for farmers only', async () => {
    expect((await customer.client.get('/farms/mine/products')).code).toBe('FORBIDDEN');
    expect((await market.visitor.get('/farms/mine/products')).code).toBe('UNAUTHENTICATED');
  });
});
