import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { orderDtoSchema, productDtoSchema } from '#libs/contracts';
import { type DomainError, Transactions } from '#libs/platform';
import { StockService } from '#libs/products';
import { Marketplace } from '#libs/testing';

describe('placing an order', () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await Marketplace.open();
  });
  afterAll(() => market.close());

  const address = { line1: '1 Main St', city: 'Hudson', state: 'NY', postalCode: '12534' };

  it('sells 40 units to exactly 40 of 300 concurrent buyers', async () => {
    const farm = await market.farm();
    const product = await market.product(farm, { stock: 40 });
    const productId = product._id.toString();
    const buyers = await market.crowd(300);
    const answers = await Promise.all(
      buyers.map(({ client }, index) =>
        client.post(
          '/orders',
          { items: [{ productId, quantity: 1 }], address },
          { 'idempotency-key': `race-0000-${index}` },
        ),
      ),
    );
    const placed = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ code }) => code === 'PRODUCT_OUT_OF_STOCK');
    expect([placed.length, refused.length]).toEqual([40, 260]);
    for (const { body } of placed) orderDtoSchema.parse(body);
    const left = await market.visitor.get(`/products/${productId}`);
    expect(productDtoSchema.parse(left.body)).toMatchObject({ available: 0, stock: 'sold_out' });
    const seen = await farm.farmer.client.get('/orders?limit=100');
    expect(seen.body).toMatchObject({ total: 40 });
  }, 120_000);

  it('oversells nothing without the mutex either, as between two processes', async () => {
    const product = await market.product(await market.farm(), { stock: 8 });
    const [transactions, stock] = [market.app.get(Transactions), market.app.get(StockService)];
    const items = [{ productId: product._id.toString(), quantity: 1 }];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, () =>
        transactions.run((session) => stock.take(session, new Types.ObjectId(), items)),
      ),
    );
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as DomainError).code] : [],
    );
    expect(reasons).toEqual(Array.from({ length: 16 }, () => 'PRODUCT_OUT_OF_STOCK'));
    const { body } = await market.visitor.get(`/products/${product._id}`);
    expect(productDtoSchema.parse(body)).toMatchObject({ available: 0 });
  }, 60_000);
});
