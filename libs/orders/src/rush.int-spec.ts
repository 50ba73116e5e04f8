import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { orderDtoSchema, productDtoSchema } from '#libs/contracts';
import { ADDRESS, Marketplace } from '#libs/testing';

const [BUYERS, UNITS] = [300, 40];

let market: Marketplace;
beforeAll(async () => {
  // The limit of production, which the rush exceeds.
  market = await Marketplace.open({ settings: { MAX_REQUESTS: '250' } });
});
afterAll(() => market.close());

it('a rush for one product is served in line, and nobody is refused for the load', async () => {
  const farm = await market.farm();
  const product = await market.product(farm, { stock: UNITS });
  const items = [{ productId: product._id.toString(), quantity: 1 }];
  const buyers = await market.crowd(BUYERS);
  const answers = await Promise.all(
    buyers.map(({ client }, n) =>
      client.post('/orders', { items, address: ADDRESS }, { 'idempotency-key': `rush-0000-${n}` }),
    ),
  );
  for (const { status, body } of answers) if (status === 201) orderDtoSchema.parse(body);
  const counts = new Map<string, number>();
  for (const { status, code = '' } of answers) {
    const outcome = `${status} ${code}`.trim();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    201: UNITS,
    '409 PRODUCT_OUT_OF_STOCK': BUYERS - UNITS,
  });
  const left = await market.visitor.get(`/products/${product._id}`);
  expect(productDtoSchema.parse(left.body)).toMatchObject({ available: 0, stock: 'sold_out' });
  const seen = await farm.farmer.client.get('/orders?limit=100');
  expect(seen.body).toMatchObject({ total: UNITS });
});
