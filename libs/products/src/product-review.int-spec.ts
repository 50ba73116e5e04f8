import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  notificationSchema,
  type OwnProductDto,
  ownProductDtoSchema,
  ownProductsPageSchema,
} from '#libs/contracts';
import { Marketplace, type TestFarm, type TestPerson } from '#libs/testing';

let market: Marketplace;
let farm: TestFarm;
let admin: TestPerson;
beforeAll(async () => {
  market = await Marketplace.open({ settings: { PRODUCT_REVIEW_FIRST: '2' } });
  [farm, admin] = await Promise.all([market.farm(), market.person('admin')]);
});
afterAll(() => market.close());

const created = async (name: string) =>
  ownProductDtoSchema.parse(
    (
      await farm.farmer.client.post(
        '/products',
        { name, category: 'fruit', price: 3.2, unit: 'lb' },
        { 'idempotency-key': crypto.randomUUID() },
      )
    ).body,
  );
const step = async (product: OwnProductDto, change: object, person = farm.farmer) =>
  ownProductDtoSchema.parse(
    (await person.client.patch(`/products/${product._id}`, { version: product.version, ...change }))
      .body,
  );
const seen = async ({ _id }: OwnProductDto) =>
  (await market.visitor.get(`/products/${_id}`)).status;

it('a new farm’s first products wait for an admin, and those after them do not', async () => {
  const [first, second, third] = [
    await created('One'),
    await created('Two'),
    await created('Three'),
  ];
  const waiting = await step(first, { status: 'live' });
  expect([waiting.status, waiting.publishedAt, await seen(first)]).toEqual(['review', null, 404]);
  const also = await step(second, { status: 'live' });
  expect(also.status).toBe('review');

  const queue = ownProductsPageSchema.parse(
    (await admin.client.get('/admin/products?status=review')).body,
  );
  expect(queue.products.map(({ name }) => name)).toEqual(['One', 'Two']);
  const approved = await step(waiting, { status: 'live' }, admin);
  expect([approved.status, await seen(first)]).toEqual(['live', 200]);

  // One of two is approved: the next still waits, until the second is.
  const early = await step(third, { status: 'live' });
  expect(early.status).toBe('review');
  const back = await step(early, { status: 'draft' });
  await step(also, { status: 'live' }, admin);
  expect((await step(back, { status: 'live' })).status).toBe('live');

  // What was approved once does not wait again.
  const paused = await step(approved, { status: 'paused' });
  expect((await step(paused, { status: 'live' })).status).toBe('live');
});

it('a product that is refused goes back with the reason', async () => {
  const other = await market.farm();
  const { client } = other.farmer;
  const draft = ownProductDtoSchema.parse(
    (
      await client.post(
        '/products',
        { name: 'Mystery', category: 'pantry', price: 1, unit: 'each' },
        { 'idempotency-key': crypto.randomUUID() },
      )
    ).body,
  );
  const waiting = await step(draft, { status: 'live' }, other.farmer);
  const refused = await step(waiting, { status: 'draft', reason: 'Say what it is' }, admin);
  expect(refused).toMatchObject({ status: 'draft', moderation: 'Say what it is' });
  expect(await seen(draft)).toBe(404);
  await market.settled();
  const { notifications } = (await client.get('/inbox')).body as { notifications: unknown[] };
  expect(notifications.map((entry) => notificationSchema.parse(entry))).toContainEqual(
    expect.objectContaining({
      kind: 'product.refused',
      text: expect.stringContaining('Say what it is'),
    }),
  );
});

it('each step reaches its farm and the admins in full, and everybody once shoppers see it', async () => {
  const { farmer } = await market.farm();
  const draft = ownProductDtoSchema.parse(
    (
      await farmer.client.post(
        '/products',
        { name: 'Quinces', category: 'fruit', price: 2, unit: 'lb' },
        { 'idempotency-key': crypto.randomUUID() },
      )
    ).body,
  );
  const waiting = await step(draft, { status: 'live' }, farmer);
  const live = await step(waiting, { status: 'live' }, admin);
  await step(await step(live, { status: 'paused' }, farmer), { price: 3 }, farmer);
  const events = await market
    .collection<{ name: string; payload: { from?: string; product: { status: string } } }>('outbox')
    .find({
      aggregateId: draft._id,
      name: { $in: ['product.status-changed', 'product.published'] },
    })
    .sort({ _id: 1 })
    .toArray();
  expect(events.map(({ name, payload }) => [name, payload.from, payload.product.status])).toEqual([
    ['product.status-changed', 'draft', 'review'],
    ['product.status-changed', 'review', 'live'],
    ['product.published', undefined, 'live'],
    ['product.status-changed', 'live', 'paused'],
  ]);
});
