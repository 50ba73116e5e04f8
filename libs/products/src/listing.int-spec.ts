import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ownFarmDtoSchema, type ProductDto, productDtoSchema } from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, SocketClient, type TestFarm, type TestPerson } from '#libs/testing';

let market: Marketplace;
let admin: TestPerson;
let customer: TestPerson;
let farm: TestFarm;
let product: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  [admin, customer] = [await market.person('admin'), await market.person('customer')];
});
beforeEach(async () => {
  farm = await market.farm();
  product = await market.product(farm);
});
afterAll(() => market.close());

const setStatus = async (status: string) => {
  await admin.client.patch(`/users/${farm.farmer.user._id}/status`, { status, reason: 'Because' });
  await market.settled();
};
const decide = async (decision: string) => {
  const stored = await market.collection<{ version: number }>('farms').findOne({ slug: farm.slug });
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
    expect((await market.visitor.get(`/products/${other._id}`)).body).toMatchObject({ version: 1 });
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
    // Under a new id it is another event, which nobody has handled.
    for (const [n, event] of events.toReversed().entries())
      await market.handle({ ...event, id: `${n}`.repeat(24) });
    expect(await shown()).toMatchObject({ version: 3 });
  });
});
