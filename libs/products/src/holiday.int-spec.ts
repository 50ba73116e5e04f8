import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cartDtoSchema,
  farmsPageSchema,
  ownFarmDtoSchema,
  productDtoSchema,
} from '#libs/contracts';
import { FarmHolidaysService } from '#libs/farms';
import { ADDRESS, Marketplace, SocketClient, type TestFarm, type TestPerson } from '#libs/testing';
import type { Product } from './product.model.js';

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let product: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  customer = await market.person('customer');
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
  product = await market.product(farm);
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;
const startHoliday = async (more: object = {}) => {
  const { version } = ownFarmDtoSchema.parse((await farm.farmer.client.get('/farms/mine')).body);
  const body = { version, until: inMs(HOUR), message: 'Harvest festival', ...more };
  return farm.farmer.client.post('/farms/mine/holiday', body);
};
const shown = async () =>
  productDtoSchema.parse((await market.visitor.get(`/products/${product._id}`)).body);
const order = () =>
  customer.client.post(
    '/orders',
    { items: [{ productId: product._id.toString(), quantity: 1 }], address: ADDRESS },
    { 'idempotency-key': randomUUID() },
  );
const intoCart = () => customer.client.put(`/cart/items/${product._id}`, { quantity: 1 });

describe('a farm on holiday', () => {
  it('sells nothing from the response on, and all of it can still be seen', async () => {
    const until = inMs(HOUR);
    const answer = await startHoliday({ until });
    expect(answer.body).toMatchObject({
      holiday: { until, message: 'Harvest festival' },
      version: 2,
    });
    // Before the products have the change.
    expect((await order()).code).toBe('FARM_ON_HOLIDAY');
    await market.settled();
    const refused = await order();
    expect([refused.status, refused.code]).toEqual([409, 'FARM_ON_HOLIDAY']);
    expect(refused.body).toMatchObject({ details: { productId: product._id.toString(), until } });
    expect((await intoCart()).code).toBe('FARM_ON_HOLIDAY');
    expect(await shown()).toMatchObject({ holidayUntil: until, status: 'live', stock: 'in_stock' });
    const page = await market.visitor.get(`/farms/${farm.slug}`);
    expect(page.body).toMatchObject({ holiday: { until, message: 'Harvest festival' } });
    const { farms } = farmsPageSchema.parse((await market.visitor.get('/farms')).body);
    expect(farms.map(({ slug }) => slug)).toContain(farm.slug);
    const list = await market.visitor.get(`/products?farm=${farm.id}`);
    expect(list.body).toMatchObject({ products: [{ holidayUntil: until }] });
  });

  it('keeps what was in carts, and lets customers take it out', async () => {
    await intoCart();
    await startHoliday();
    await market.settled();
    const cart = cartDtoSchema.parse((await customer.client.get('/cart')).body);
    expect(cart.items.map(({ productId }) => productId)).toContain(product._id.toString());
    const emptied = await customer.client.put(`/cart/items/${product._id}`, { quantity: 0 });
    expect(emptied.status).toBe(200);
  });

  it('opens when the farmer says so, however often', async () => {
    await startHoliday();
    await market.settled();
    const opened = await farm.farmer.client.delete('/farms/mine/holiday');
    expect(opened.body).toMatchObject({ holiday: null, version: 3 });
    expect((await farm.farmer.client.delete('/farms/mine/holiday')).body).toEqual(opened.body);
    await market.settled();
    expect((await order()).status).toBe(201);
    expect(await shown()).toMatchObject({ holidayUntil: null });
  });

  it('opens by itself, and those who look at it see it', async () => {
    const shopper = await SocketClient.connect(market.url, market.visitor);
    await shopper.watch([product._id.toString()]);
    await startHoliday({ until: inMs(1_500) });
    const closed = await shopper.receives('product.stock-changed');
    expect(closed.payload.change.holidayUntil).not.toBeNull();
    const opened = await shopper.receives(
      'product.stock-changed',
      ({ payload }) => payload.change.holidayUntil === null,
    );
    expect(opened.version).toBeGreaterThan(closed.version);
    expect((await order()).status).toBe(201);
    shopper.close();
  });

  it('is open at the moment it named, before any event says so', async () => {
    await startHoliday();
    await market.settled();
    const past = new Date(Date.now() - 1);
    // As if the clock had gone on while no worker looked.
    await market
      .collection<Product>('products')
      .updateOne({ _id: product._id }, { $set: { 'farm.holidayUntil': past } });
    await market
      .collection('farms')
      .updateOne({ slug: farm.slug }, { $set: { 'holiday.until': past } });
    expect((await order()).status).toBe(201);
    await market.app.get(FarmHolidaysService).reopenDue();
    const stored = await market.collection('farms').findOne({ slug: farm.slug });
    expect(stored?.holiday).toBeNull();
  });

  it('stays on a longer one that it began while the first one ended', async () => {
    await startHoliday();
    const service = market.app.get(FarmHolidaysService);
    const later = new Date(Date.now() + 2 * HOUR);
    await Promise.all([service.reopenDue(later), service.reopenDue(later)]);
    const { version, holiday } = ownFarmDtoSchema.parse(
      (await farm.farmer.client.get('/farms/mine')).body,
    );
    // Two sweeps at once reopen it once.
    expect([version, holiday]).toEqual([3, null]);
    await startHoliday({ until: inMs(3 * HOUR) });
    await service.reopenDue(later);
    expect((await farm.farmer.client.get('/farms/mine')).body).toMatchObject({ version: 4 });
  });

  it.each([
    ['in the past', { until: inMs(-1) }],
    ['too long', { until: inMs(366 * 24 * HOUR) }],
    ['without a day', { until: undefined }],
    ['without a version', { version: undefined }],
    ['with a message without end', { message: 'x'.repeat(281) }],
  ])('%s is refused', async (_, more) => {
    expect((await startHoliday(more)).code).toBe('VALIDATION_FAILED');
  });

  it('is the farmer’s own, as they last saw it', async () => {
    expect((await startHoliday({ version: 7 })).code).toBe('VERSION_CONFLICT');
    const body = { version: 1, until: inMs(HOUR) };
    expect((await customer.client.post('/farms/mine/holiday', body)).code).toBe('FORBIDDEN');
    const other = await market.farm();
    expect((await other.farmer.client.post('/farms/mine/holiday', body)).status).toBe(200);
    expect((await farm.farmer.client.get('/farms/mine')).body).toMatchObject({ holiday: null });
  });
});
