import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { productDtoSchema, productsPageSchema } from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson } from '#libs/testing';
import { PRODUCT, type Product } from './product.model.js';
import { ProductsImport } from './products-import.js';

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

describe('a product', () => {
  const read = async (product: Product) =>
    productDtoSchema.parse((await market.visitor.get(`/products/${product._id}`)).body);
  const patch = ({ client }: TestPerson, product: Product, change: object) =>
    client.patch(`/products/${product._id}`, change);
  const eventsOf = (product: Product) =>
    market.events({ name: 'product.stock-changed', aggregateId: product._id.toString() });
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

  it('changes price, stock and status in one go, with a ledger entry and its events', async () => {
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
      { change: 10_000, reason: 'harvest' },
      { change: -2_500, reason: 'correction', note: 'Slugs' },
    ]);
    const [event, ...more] = await eventsOf(product);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      version: 2,
      payload: {
        before: { price: 2.5, available: 10, status: 'live', public: true },
        // The shoppers who see it now must get the event that it is gone.
        change: { price: 3.1, available: 7.5, status: 'paused', public: true },
      },
    });
  });

  it('does not record a stock that stayed the same', async () => {
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

  it('refuses a count of parts of a piece, or less than what is held for checkout', async () => {
    const product = await market.product(farm, { stock: 5 });
    expect((await patch(farm.farmer, product, { version: 1, onHand: 1.5 })).code).toBe(
      'VALIDATION_FAILED',
    );
    await market
      .collection('products')
      .updateOne({ _id: product._id }, { $set: { held: 2_000, available: 3_000 } });
    expect((await patch(farm.farmer, product, { version: 1, onHand: 1 })).code).toBe(
      'QUANTITY_INVALID',
    );
    expect((await patch(farm.farmer, product, { version: 1, onHand: 2 })).body).toMatchObject({
      available: 0,
      stock: 'sold_out',
    });
  });
});

describe('an import', () => {
  it('writes what the model would have written, with the first harvest', async () => {
    const { _id, onHand, ...made } = await market.product(farm, { stock: 7 });
    const imported = await market.app.get(ProductsImport).add([{ ...made, onHand, lot: null }]);
    const [product] = imported;
    if (!product) throw new Error('nothing was imported');
    const model = market.app.get<Model<Product>>(getModelToken(PRODUCT));
    const stored = await market.collection<Product>('products').findOne({ _id: product._id });
    expect(product).toEqual(stored);
    expect(new model({ ...stored }).toObject()).toEqual(stored);
    const { lot, publishedAt } = product;
    expect(product).toEqual({ ...made, _id: product._id, onHand, lot, publishedAt });
    expect(
      await market.collection('stockLedger').find({ productId: product._id }).toArray(),
    ).toEqual([expect.objectContaining({ reason: 'harvest', change: onHand, heldChange: 0, lot })]);
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
