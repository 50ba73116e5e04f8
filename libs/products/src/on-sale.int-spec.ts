import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cartDtoSchema,
  farmsPageSchema,
  ownFarmDtoSchema,
  type ProductDto,
  productDtoSchema,
} from '#libs/contracts';
import { FarmHolidaysService } from '#libs/farms';
import { ADDRESS, Marketplace, SocketClient, type TestFarm, type TestPerson } from '#libs/testing';
import type { Product } from './product.model.js';

let market: Marketplace;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());

describe('a listing', () => {
  let admin: TestPerson;
  let customer: TestPerson;
  let farm: TestFarm;
  let product: Product;
  beforeAll(async () => {
    [admin, customer] = [await market.person('admin'), await market.person('customer')];
  });
  beforeEach(async () => {
    farm = await market.farm();
    product = await market.product(farm);
  });

  const setStatus = async (status: string) => {
    await admin.client.patch(`/users/${farm.farmer.user._id}/status`, {
      status,
      reason: 'Because',
    });
    await market.settled();
  };
  const decide = async (decision: string) => {
    const stored = await market
      .collection<{ version: number }>('farms')
      .findOne({ slug: farm.slug });
    const body = { decision, version: stored?.version, reason: 'Because' };
    const answer = await admin.client.patch(`/farms/${farm.id}/decision`, body);
    expect(answer.status).toBe(200);
    await market.settled();
  };
  const page = () => market.visitor.get(`/products/${product._id}`);
  const shown = async (): Promise<ProductDto> => productDtoSchema.parse((await page()).body);
  async function buyingIs(code: string | undefined) {
    const body = {
      items: [{ productId: product._id.toString(), quantity: 1 }],
      address: ADDRESS,
    };
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await customer.client.post('/orders', body, key)).code).toBe(code);
  }

  describe('the products of a farm', () => {
    it.each(['suspended', 'inactive'])(
      'are gone while its farmer is %s, and come back',
      async (status) => {
        await setStatus(status);
        expect((await page()).code).toBe('PRODUCT_NOT_FOUND');
        await buyingIs('PRODUCT_NOT_FOUND');
        await setStatus('active');
        expect(await shown()).toMatchObject({ status: 'live', version: 3 });
        await buyingIs(undefined);
      },
    );

    it('are gone when the farm is refused, and come back when it is approved', async () => {
      await decide('refused');
      await buyingIs('PRODUCT_NOT_FOUND');
      await decide('approved');
      await buyingIs(undefined);
    });

    it('stay gone while one of the two reasons stands', async () => {
      await setStatus('suspended');
      await decide('refused');
      await setStatus('active');
      expect((await page()).code).toBe('PRODUCT_NOT_FOUND');
      await decide('approved');
      expect((await page()).status).toBe(200);
    });

    it('do not change with those of other farms', async () => {
      const other = await market.product(await market.farm());
      await setStatus('suspended');
      expect((await market.visitor.get(`/products/${other._id}`)).body).toMatchObject({
        version: 1,
      });
    });

    it('change on the screen of the shopper who looks at one', async () => {
      const shopper = await SocketClient.connect(market.url, market.visitor);
      await shopper.watch([product._id.toString()]);
      await setStatus('suspended');
      const { version, payload } = await shopper.receives('product.stock-changed');
      expect(version).toBe(2);
      expect(payload.change).toMatchObject({ public: true, listed: false, stock: 'in_stock' });
      await setStatus('active');
      const back = await shopper.receives('product.stock-changed', (event) => event.version === 3);
      expect(back.payload.change.listed).toBeUndefined();
      shopper.close();
    });

    it('bear the name of the farm as it is now', async () => {
      const { client } = farm.farmer;
      const { version } = ownFarmDtoSchema.parse((await client.get('/farms/mine')).body);
      const change = { version, name: 'New Acre', certification: 'USDA Organic' };
      expect((await client.patch('/farms/mine', change)).status).toBe(200);
      await market.settled();
      expect(await shown()).toMatchObject({
        farmer: 'New Acre',
        farmSlug: farm.slug,
        certification: 'USDA Organic',
        version: 1,
      });
    });

    it('end as the farm is, however often and in whatever order its events arrive', async () => {
      await setStatus('suspended');
      await setStatus('active');
      const aggregateId = farm.farmer.user._id;
      const events = await market.events({ name: 'user.status-changed', aggregateId });
      expect(events).toHaveLength(2);
      // With a new id it is another event, not handled yet.
      for (const [n, event] of events.toReversed().entries())
        await market.handle({ ...event, id: `${n}`.repeat(24) });
      expect(await shown()).toMatchObject({ version: 3 });
    });
  });
});

describe('a holiday', () => {
  let customer: TestPerson;
  let farm: TestFarm;
  let product: Product;
  beforeAll(async () => {
    customer = await market.person('customer');
  });
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
      // The products do not have the change yet.
      expect((await order()).code).toBe('FARM_ON_HOLIDAY');
      await market.settled();
      const refused = await order();
      expect([refused.status, refused.code]).toEqual([409, 'FARM_ON_HOLIDAY']);
      expect(refused.body).toMatchObject({ details: { productId: product._id.toString(), until } });
      expect((await intoCart()).code).toBe('FARM_ON_HOLIDAY');
      expect(await shown()).toMatchObject({
        holidayUntil: until,
        status: 'live',
        stock: 'in_stock',
      });
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
      await startHoliday();
      const closed = await shopper.receives('product.stock-changed');
      expect(closed.payload.change.holidayUntil).not.toBeNull();
      // Only shortened when the shopper has seen it: a holiday that ends before its event is handled emits no change.
      expect((await startHoliday({ until: inMs(3_000) })).status).toBe(200);
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
      // As if the holiday had ended while no worker was running.
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
      // Two concurrent sweeps reopen it once.
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
});
