import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ADDRESS, Marketplace } from '#libs/testing';

const [BUYERS, UNITS] = [300, 40];

let market: Marketplace;
beforeAll(async () => {
  // The limit of production, which the rush exceeds.
  market = await Marketplace.open({ settings: { MAX_REQUESTS: '250' } });
});
afterAll(() => market.close());

it('a rush for one product is served in line, and nobody is refused for the load', async () => {
  const product = await market.product(await market.farm(), { stock: UNITS });
  const items = [{ productId: product._id.toString(), quantity: 1 }];
  const buyers = await market.crowd(BUYERS);
  const answers = await Promise.all(
    buyers.map(({ client }, n) =>
      client.post('/orders', { items, address: ADDRESS }, { 'idempotency-key': `rush-0000-${n}` }),
    ),
  );
  const counts = new Map<string, number>();
  for (const { status, code = '' } of answers) {
    const outcome = `${status} ${code}`.trim();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    201: UNITS,
    '409 PRODUCT_OUT_OF_STOCK': BUYERS - UNITS,
  });
}, 120_000);
