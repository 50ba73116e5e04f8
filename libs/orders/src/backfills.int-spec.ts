import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OrderDto, orderDtoSchema } from '#libs/contracts';
import type { Product, Receipt } from '#libs/products';
import { Marketplace, type TestFarm, type TestPerson, waitFor } from '#libs/testing';
import { ReceiptsBackfill } from './receipts-backfill.js';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
  await waitFor('the migrations of the empty database', async () => {
    return isDone('receipts-of-delivered-orders');
  });
});
afterAll(() => market.close());

const migrations = () => market.collection<{ _id: string; doneAt: Date | null }>('migrations');
const isDone = async (_id: string) =>
  ((await migrations().findOne({ _id }))?.doneAt ?? null) !== null;

describe('the receipts of delivered orders', () => {
  let farm: TestFarm;
  let customer: TestPerson;
  let product: Product;
  let delivered: OrderDto;

  const receipts = () => market.collection<Receipt>('receipts');

  async function deliver(order: OrderDto): Promise<void> {
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered']) {
      const { body } = await farm.farmer.client.get(`/orders/${order._id}`);
      const [part] = orderDtoSchema.parse(body).parts;
      const path = `/orders/${order._id}/parts/${part?._id}`;
      const answer = await farm.farmer.client.patch(path, { status, version: part?.version });
      expect(answer.status).toBe(200);
    }
    await market.settled();
  }

  beforeAll(async () => {
    farm = await market.farm();
    customer = await market.person('customer');
    product = await market.product(farm);
    const other = await market.product(farm);
    delivered = await market.order(customer, [
      [product, 1],
      [other, 2],
    ]);
    await deliver(delivered);
    await market.order(customer, [[product, 1]]);
  });

  /** As in a database from before receipts existed. */
  beforeEach(async () => {
    await market.settled();
    await migrations().deleteMany({});
  });

  const withoutIds = async () =>
    (await receipts().find().sort({ productId: 1 }).toArray()).map(({ _id: _, ...rest }) => rest);

  it('writes the missing receipts of delivered orders when a worker starts', async () => {
    const original = await withoutIds();
    expect(original).toHaveLength(2);
    await receipts().deleteMany({});
    const second = await Marketplace.open({ engines: market.engines });
    await waitFor('the migration', () => isDone('receipts-of-delivered-orders'));
    await second.close();
    const [written, known] = [await withoutIds(), original].map((rows) =>
      rows.map(({ receivedAt: _, ...rest }) => rest),
    );
    expect(written).toEqual(known);
    // The backfill uses the time of the status change; the event came a moment later.
    for (const [at, { receivedAt }] of (await withoutIds()).entries())
      expect(
        Math.abs(receivedAt.getTime() - (original[at]?.receivedAt.getTime() ?? 0)),
      ).toBeLessThan(5_000);
  });

  it('changes no existing receipt, and adds no duplicates in concurrent runs', async () => {
    const body = {
      orderId: delivered._id,
      productId: product._id.toString(),
      rating: 5,
      text: 'Good',
    };
    expect((await customer.client.post('/reviews', body)).status).toBe(200);
    const before = await receipts().find().sort({ _id: 1 }).toArray();
    expect(before.filter(({ reviewId }) => reviewId !== null)).toHaveLength(1);
    const backfill = market.app.get(ReceiptsBackfill);
    await Promise.all([backfill.run(), backfill.run(), backfill.run()]);
    expect(await receipts().find().sort({ _id: 1 }).toArray()).toEqual(before);
  });

  it('runs once', async () => {
    const backfill = market.app.get(ReceiptsBackfill);
    await backfill.run();
    const known = await receipts().countDocuments({});
    await receipts().deleteMany({ reviewId: null });
    await backfill.run();
    expect(await receipts().countDocuments({})).toBe(known - 1);
  });
});
