import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DELIVERY_FEE_CENTS,
  type OrderDto,
  orderDtoSchema,
  productDtoSchema,
  toDollars,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, type TestFarm, type TestPerson } from '#libs/testing';

const FEE = toDollars(DELIVERY_FEE_CENTS);

describe('an order', () => {
  let market: Marketplace;
  let customer: TestPerson;
  let farm: TestFarm;
  beforeAll(async () => {
    market = await Marketplace.open();
    customer = await market.person('customer');
    farm = await market.farm();
  });
  afterAll(() => market.close());

  const available = async (product: Product) =>
    productDtoSchema.parse((await market.visitor.get(`/products/${product._id}`)).body).available;

  describe('with an idempotency key', () => {
    const body = (product: Product) => ({
      items: [{ productId: product._id.toString(), quantity: 2 }],
      address: ADDRESS,
    });

    it('has the same response when it is sent again, and takes the stock once', async () => {
      const product = await market.product(farm, { stock: 10 });
      const key = { 'idempotency-key': 'again-0001' };
      const first = await customer.client.post('/orders', body(product), key);
      const second = await customer.client.post('/orders', body(product), key);
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(await available(product)).toBe(8);
    });

    it('is one order when it is sent 20 times concurrently', async () => {
      const product = await market.product(farm, { stock: 10 });
      const buyer = await market.person('customer');
      const key = { 'idempotency-key': 'at-once-0001' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => buyer.client.post('/orders', body(product), key)),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      for (const { body: answer } of answers) expect(answer).toEqual(answers[0]?.body);
      expect(await available(product)).toBe(8);
      expect((await buyer.client.get('/orders')).body).toMatchObject({ total: 1 });
    });

    it('can be sent again after a rejection, with the same key', async () => {
      const product = await market.product(farm, { stock: 1 });
      const key = { 'idempotency-key': 'second-try-1' };
      const refused = await customer.client.post('/orders', body(product), key);
      expect(refused.code).toBe('PRODUCT_OUT_OF_STOCK');
      const restocked = await farm.farmer.client.patch(`/products/${product._id}`, {
        version: 1,
        onHand: 5,
      });
      expect(restocked.status).toBe(200);
      expect((await customer.client.post('/orders', body(product), key)).status).toBe(201);
    });
  });

  describe('of two farms', () => {
    it('has a part per farm with its own lines, and one total', async () => {
      const other = await market.farm(['pickup']);
      const carrots = await market.product(farm, { unit: 'lb', step: 0.5, price: 333, stock: 10 });
      const eggs = await market.product(farm, { unit: 'dozen', price: 600 });
      const honey = await market.product(other, { unit: 'pint', price: 1250 });
      const order = await market.order(
        customer,
        [
          [carrots, 1.5],
          [eggs, 2],
          [honey, 1],
        ],
        { notes: 'Ring twice' },
      );
      // 1.5 lb at $3.33 is $4.995; half a cent rounds up.
      expect(order).toMatchObject({
        code: expect.stringMatching(/^FG-[2-9A-HJKMNP-Z]{8}$/),
        status: 'Processing',
        isDelivered: false,
        notes: 'Ring twice',
        address: ADDRESS,
        customer: { _id: customer.user._id },
        goodsTotal: 29.5,
        deliveryFee: FEE,
        totalPrice: 29.5 + FEE,
        version: 1,
      });
      const byFarm = new Map(order.parts.map((part) => [part.farmId, part]));
      expect(byFarm.size).toBe(2);
      expect(byFarm.get(farm.id)).toMatchObject({
        status: 'placed',
        subtotal: 17,
        fulfilment: 'delivery',
        pickupPlace: null,
        lines: [
          { productId: carrots._id.toString(), quantity: 1.5, unit: 'lb', price: 3.33, total: 5 },
          { productId: eggs._id.toString(), quantity: 2, unit: 'dozen', price: 6, total: 12 },
        ],
        timeline: [{ status: 'placed', by: { role: 'customer' }, reason: null }],
        version: 1,
      });
      expect(byFarm.get(other.id)).toMatchObject({
        subtotal: 12.5,
        fulfilment: 'pickup',
        pickupPlace: 'The barn',
      });
      expect(await available(carrots)).toBe(8.5);
    });

    it('uses the chosen fulfilment, and delivery by default where the farm delivers', async () => {
      const pickupFirst = await market.farm(['pickup', 'delivery']);
      const mine = await market.product(farm);
      const theirs = await market.product(pickupFirst);
      const order = await market.order(
        customer,
        [
          [mine, 1],
          [theirs, 1],
        ],
        { fulfilment: { [farm.id]: 'pickup' } },
      );
      const chosen = Object.fromEntries(order.parts.map((part) => [part.farmId, part.fulfilment]));
      expect(chosen).toEqual({ [farm.id]: 'pickup', [pickupFirst.id]: 'delivery' });
    });
  });

  describe('and its delivery fee', () => {
    const costs = (order: OrderDto) => [order.goodsTotal, order.deliveryFee, order.totalPrice];

    it.each([
      [29.99, FEE],
      [30, FEE],
      [30.01, 0],
      [30.02, 0],
    ])('for $%p of goods is $%p', async (goods, fee) => {
      const product = await market.product(farm, { price: Math.round(goods * 100) });
      const order = await market.order(customer, [[product, 1]]);
      expect(costs(order)).toEqual([goods, fee, Number((goods + fee).toFixed(2))]);
    });

    it('is based on the goods of all farms together', async () => {
      const other = await market.farm();
      const order = await market.order(customer, [
        [await market.product(farm, { price: 1500 }), 1],
        [await market.product(other, { price: 1501 }), 1],
      ]);
      expect(costs(order)).toEqual([30.01, 0, 30.01]);
    });

    it('is 0 when everything is picked up', async () => {
      const product = await market.product(farm, { price: 100 });
      const order = await market.order(customer, [[product, 1]], {
        fulfilment: { [farm.id]: 'pickup' },
      });
      expect(costs(order)).toEqual([1, 0, 1]);
    });
  });

  it('keeps names and prices as they were when it was placed', async () => {
    const product = await market.product(farm, { price: 400 });
    const placed = await market.order(customer, [[product, 1]]);
    const change = { version: 2, price: 9.99, status: 'archived' };
    expect((await farm.farmer.client.patch(`/products/${product._id}`, change)).status).toBe(200);
    const read = await customer.client.get(`/orders/${placed._id}`);
    expect(orderDtoSchema.parse(read.body)).toEqual(placed);
  });

  it('removes what was bought from the cart, and keeps the rest', async () => {
    const buyer = await market.person('customer');
    const [bought, other] = [await market.product(farm), await market.product(farm)];
    for (const { _id } of [bought, other])
      await buyer.client.put(`/cart/items/${_id}`, { quantity: 3 });
    await market.order(buyer, [[bought, 1]]);
    expect((await buyer.client.get('/cart')).body).toMatchObject({
      items: [{ productId: other._id.toString(), quantity: 3 }],
      version: 3,
    });
  });

  it('can take the last of the stock, and the product is sold out then', async () => {
    const product = await market.product(farm, { unit: 'kg', step: 0.1, stock: 0.3 });
    await market.order(customer, [[product, 0.3]]);
    const read = await market.visitor.get(`/products/${product._id}`);
    expect(read.body).toMatchObject({ available: 0, stock: 'sold_out', version: 2 });
  });

  it('can be worth more than a million dollars, and its events are still published', async () => {
    const buyer = await market.person('customer');
    const product = await market.product(farm, { price: 10_000_000, stock: 20 });
    const order = await market.order(buyer, [[product, 20]]);
    expect(order.totalPrice).toBe(2_000_000);
    await market.settled();
    expect(await market.collection('outbox').countDocuments({ handledAt: null })).toBe(0);
  });
});
