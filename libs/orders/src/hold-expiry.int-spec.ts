import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CartDto } from '#libs/contracts';
import type { Hold, Product } from '#libs/products';
import { Marketplace, waitFor } from '#libs/testing';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open({ settings: { HOLD_MINUTES: '0.002' } });
});
afterAll(() => market.close());

it('an overdue hold is freed by its job', async () => {
  const customer = await market.person('customer');
  const { _id } = await market.product(await market.farm(), { stock: 3 });
  const cart = await customer.client.put(`/cart/items/${_id}`, { quantity: 2 });
  const { version } = cart.body as CartDto;
  const key = { 'idempotency-key': 'a-checkout' };
  expect((await customer.client.post('/checkout/holds', { version }, key)).status).toBe(201);
  await waitFor('the hold to expire', async () => {
    const [hold] = await market.collection<Hold>('holds').find({}).toArray();
    return hold?.status === 'expired';
  });
  expect(await market.collection<Product>('products').findOne({ _id })).toMatchObject({
    onHand: 3,
    held: 0,
    available: 3,
  });
  await market.settled();
});
