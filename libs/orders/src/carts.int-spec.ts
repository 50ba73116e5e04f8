import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { type CartDto, cartDtoSchema, MAX_ORDER_LINES } from '#libs/contracts';
import type { Product } from '#libs/products';
import { type Answer, Marketplace, type TestFarm, type TestPerson } from '#libs/testing';
import type { Cart } from './cart.model.js';

const cartIn = (answer: Answer): CartDto => {
  expect([answer.status, answer.code]).toEqual([200, undefined]);
  return cartDtoSchema.parse(answer.body);
};

describe('a cart', () => {
  let market: Marketplace;
  let farm: TestFarm;
  let carrots: Product;
  let eggs: Product;
  let customer: TestPerson;
  beforeAll(async () => {
    market = await Marketplace.open();
    farm = await market.farm();
    carrots = await market.product(farm, {
      name: 'Carrots',
      unit: 'lb',
      step: 0.5,
      stock: 5,
      price: 333,
    });
    eggs = await market.product(farm, { name: 'Eggs', unit: 'dozen', price: 600, stock: 2 });
  });
  afterAll(() => market.close());
  beforeEach(async () => {
    customer = await market.person('customer');
  });

  const set = ({ _id }: Pick<Product, '_id'>, quantity: unknown, who = customer) =>
    who.client.put(`/cart/items/${_id}`, { quantity });
  const merge = (items: [Pick<Product, '_id'>, number][], who = customer) =>
    who.client.post('/cart/merge', {
      items: items.map(([{ _id }, quantity]) => ({ productId: _id.toString(), quantity })),
    });
  const amounts = ({ items }: CartDto) =>
    Object.fromEntries(items.map(({ name, quantity }) => [name, quantity]));

  it('is empty at first, without being stored', async () => {
    const cart = cartIn(await customer.client.get('/cart'));
    expect(cart).toEqual({ items: [], total: 0, itemCount: 0, version: 0 });
  });

  it('has amounts with the data of the products, a total and a count', async () => {
    await set(carrots, 1.5);
    const cart = cartIn(await set(eggs, 2));
    expect(cart).toMatchObject({ total: 17, itemCount: 3.5, version: 2 });
    expect(cart.items[0]).toEqual({
      productId: carrots._id.toString(),
      productVersion: carrots.version,
      id: carrots._id.toString(),
      name: 'Carrots',
      price: 3.33,
      quantity: 1.5,
      unit: 'lb',
      step: 0.5,
      minimum: 0.5,
      available: 5,
      held: 0,
      buyable: true,
      seen: { price: 3.33 },
      changes: [],
      total: 5,
      image: '/produce/basket.svg',
      farmId: farm.id,
      farmer: `Farm ${farm.slug}`,
    });
    expect(cartIn(await customer.client.get('/cart'))).toEqual(cart);
  });

  it('gets a new version when an amount is replaced, a line is set to 0, or it is cleared', async () => {
    await set(carrots, 1);
    await set(eggs, 1);
    expect(amounts(cartIn(await set(carrots, 2)))).toEqual({ Carrots: 2, Eggs: 1 });
    expect(amounts(cartIn(await set(carrots, 0)))).toEqual({ Eggs: 1 });
    expect(cartIn(await customer.client.delete('/cart'))).toEqual({
      items: [],
      total: 0,
      itemCount: 0,
      version: 5,
    });
  });

  it('accepts 0 for a product that is not in it or does not exist', async () => {
    await set(eggs, 1);
    expect(amounts(cartIn(await set({ _id: carrots._id }, 0)))).toEqual({ Eggs: 1 });
    const gone = await customer.client.put(`/cart/items/${'f'.repeat(24)}`, { quantity: 0 });
    expect(amounts(cartIn(gone))).toEqual({ Eggs: 1 });
  });

  it.each([
    ['a negative amount', -1, 'VALIDATION_FAILED'],
    ['an amount as text', '1', 'VALIDATION_FAILED'],
    ['no amount', undefined, 'VALIDATION_FAILED'],
    ['an amount that is too large', 100_001, 'VALIDATION_FAILED'],
    ['a fraction of a step', 0.75, 'QUANTITY_INVALID'],
  ])('rejects %s and stays as it was', async (_, quantity, code) => {
    const before = cartIn(await set(carrots, 1));
    expect((await set(carrots, quantity)).code).toBe(code);
    expect(cartIn(await customer.client.get('/cart'))).toEqual(before);
  });

  it.each([
    ['draft', 'PRODUCT_NOT_FOUND'],
    ['paused', 'PRODUCT_NOT_AVAILABLE'],
    ['archived', 'PRODUCT_NOT_AVAILABLE'],
  ] as const)('rejects a product that is %s', async (status, code) => {
    expect((await set(await market.product(farm, { status }), 1)).code).toBe(code);
  });

  it('rejects unknown products, invalid ids and unknown keys', async () => {
    const path = `/cart/items/${carrots._id}`;
    expect((await customer.client.put(`/cart/items/${'f'.repeat(24)}`, { quantity: 1 })).code).toBe(
      'PRODUCT_NOT_FOUND',
    );
    expect((await customer.client.put('/cart/items/x', { quantity: 1 })).code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await customer.client.put(path, { quantity: 1, price: 0 })).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('shows current prices, availability and pauses of its products', async () => {
    const beans = await market.product(farm, { name: 'Beans', price: 100, stock: 9 });
    await set(beans, 3);
    const change = { version: 1, price: 2.5, onHand: 1 };
    expect((await farm.farmer.client.patch(`/products/${beans._id}`, change)).status).toBe(200);
    // An amount above what is available stays: a customer's choice is never changed silently.
    expect(cartIn(await customer.client.get('/cart')).items).toMatchObject([
      { price: 2.5, quantity: 3, total: 7.5, available: 1 },
    ]);
    await farm.farmer.client.patch(`/products/${beans._id}`, { version: 2, status: 'paused' });
    expect(cartIn(await customer.client.get('/cart')).items).toMatchObject([{ available: 0 }]);
  });

  it('loses no line under concurrent changes', async () => {
    const products = await Promise.all(
      Array.from({ length: 6 }, (_, n) => market.product(farm, { name: `P${n}` })),
    );
    const answers = await Promise.all(products.map((product) => set(product, 1)));
    for (const answer of answers) cartIn(answer);
    expect(cartIn(await customer.client.get('/cart'))).toMatchObject({ itemCount: 6, version: 6 });
  });

  it('can have a very large total', async () => {
    const gold = await market.product(farm, { price: 10_000_000 });
    expect(cartIn(await set(gold, 100_000)).total).toBe(10_000_000_000);
    await market.settled();
  });

  it('has at most as many lines as an order', async () => {
    const stored = Array.from({ length: MAX_ORDER_LINES }, () => ({
      productId: new Types.ObjectId(),
      amount: 1_000,
      seen: { price: 250 },
    }));
    await market.collection<Cart>('carts').insertOne({
      _id: new Types.ObjectId(customer.user._id),
      items: stored,
      version: 1,
    });
    expect((await set(eggs, 1)).code).toBe('QUANTITY_INVALID');
  });

  describe('of a visitor who signs in', () => {
    it('is added to the customer’s cart, capped by what is available, in whole steps', async () => {
      await set(carrots, 2);
      const cart = cartIn(
        await merge([
          [carrots, 1],
          [eggs, 7],
        ]),
      );
      expect(amounts(cart)).toEqual({ Carrots: 3, Eggs: 2 });
      expect(amounts(cartIn(await merge([[carrots, 4]])))).toEqual({ Carrots: 5, Eggs: 2 });
    });

    it('is merged without the products that cannot be bought', async () => {
      const hidden = await market.product(farm, { status: 'draft' });
      const paused = await market.product(farm, { status: 'paused' });
      const soldOut = await market.product(farm, { stock: 0 });
      const unknown = { _id: new Types.ObjectId() };
      const cart = cartIn(
        await merge([
          [hidden, 1],
          [paused, 1],
          [soldOut, 1],
          [unknown, 1],
          [carrots, 0.4],
          [eggs, 1],
        ]),
      );
      expect(amounts(cart)).toEqual({ Eggs: 1 });
    });

    it('is merged in whole steps', async () => {
      const answer = await merge([[carrots, 0.75]]);
      expect(amounts(cartIn(answer))).toEqual({ Carrots: 0.5 });
      expect(answer.body).toMatchObject({ merged: [{ asked: 0.75, got: 0.5, reason: 'step' }] });
    });

    it('changes nothing when it is empty, and is rejected when it is invalid', async () => {
      await set(eggs, 1);
      expect(amounts(cartIn(await merge([])))).toEqual({ Eggs: 1 });
      const lines = Array.from({ length: 101 }, (): [Product, number] => [eggs, 1]);
      expect((await merge(lines)).code).toBe('VALIDATION_FAILED');
      expect((await customer.client.post('/cart/merge', { items: {} })).code).toBe(
        'VALIDATION_FAILED',
      );
    });
  });

  it('is private: nobody else sees or changes it', async () => {
    const other = await market.person('customer');
    await set(eggs, 1);
    await set(carrots, 1, other);
    await other.client.delete('/cart');
    expect(amounts(cartIn(await customer.client.get('/cart')))).toEqual({ Eggs: 1 });
  });

  it('is for customers only', async () => {
    const admin = await market.person('admin');
    for (const { client } of [farm.farmer, admin])
      for (const answer of [
        await client.get('/cart'),
        await set(eggs, 1, { ...admin, client }),
        await client.delete('/cart'),
        await client.post('/cart/merge', { items: [] }),
      ])
        expect([answer.status, answer.code]).toEqual([403, 'FORBIDDEN']);
    expect((await market.visitor.get('/cart')).code).toBe('UNAUTHENTICATED');
  });
});
