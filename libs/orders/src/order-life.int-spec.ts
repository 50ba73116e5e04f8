import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  changeRefusal,
  type Fulfilment,
  farmStepSchema,
  nextStep,
  type OrderDto,
  orderDtoSchema,
  ordersPageSchema,
  type PartStatus,
  partStatusSchema,
  type Role,
  statusesForAdmin,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  type HttpClient,
  Marketplace,
  movePart,
  partOf,
  readOrder,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import type { Order } from './order.model.js';

let market: Marketplace;
let customer: TestPerson;
let admin: TestPerson;
let farm: TestFarm;
let other: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
  ({ customer, admin, farm, other } = await market.cast());
});
afterAll(() => market.close());

const move = (
  client: HttpClient,
  order: OrderDto,
  of: TestFarm,
  status: PartStatus,
  more: { version?: number; reason?: string } = {},
) => {
  const { _id, version } = partOf(order, of);
  const why = status === 'declined' ? { declineReason: 'no_capacity' } : {};
  // a farm's step has no reason, and whatever an admin does has one
  const isReasoned = client === admin.client || !farmStepSchema.safeParse(status).success;
  const body = { version, status, ...(isReasoned && { reason: 'Because' }), ...why, ...more };
  return movePart(client, { orderId: order._id, partId: _id }, body);
};
/** Where a role may put a part; a part without a slot has no cut-off. */
function allowedFor(role: Role, status: PartStatus, way: Fulfilment): PartStatus[] {
  if (role === 'admin') return statusesForAdmin(status, way);
  const [kind, end] =
    role === 'customer'
      ? (['cancelled', 'cancelled'] as const)
      : (['declined', 'declined'] as const);
  const ends = changeRefusal(kind, { status }, 0) === null ? [end] : [];
  const next = role === 'farmer' ? nextStep(status, way) : null;
  return [...(next ? [next] : []), ...ends];
}

describe('the life cycle of a part', () => {
  let orders: Record<Fulfilment, OrderDto>;
  let callers: Record<Role, HttpClient>;
  beforeAll(async () => {
    const product = await market.product(farm, { stock: 10 });
    const place = (way: Fulfilment) =>
      market.order(customer, [[product, 1]], { fulfilment: { [farm.id]: way } });
    orders = { delivery: await place('delivery'), pickup: await place('pickup') };
    callers = { customer: customer.client, farmer: farm.farmer.client, admin: admin.client };
  });

  const cells = partStatusSchema.options.flatMap((status) =>
    (['delivery', 'pickup'] as const).flatMap((way) =>
      (['customer', 'farmer', 'admin'] as const).map((role) => [role, status, way] as const),
    ),
  );
  it.each(cells)('for a %s from %s (%s) is as in the table', async (role, status, way) => {
    const order = orders[way];
    const _id = new Types.ObjectId(order._id);
    const stored = market.collection<Order>('orders');
    const reset = () =>
      stored.updateOne(
        { _id },
        { $set: { 'parts.0.status': status, 'parts.0.version': 1, status: 'Processing' } },
      );
    const allowed = allowedFor(role, status, way);
    await reset();
    const before = await stored.findOne({ _id });
    const refused = partStatusSchema.options.filter((to) => !allowed.includes(to));
    const refusals = await Promise.all(refused.map((to) => move(callers[role], order, farm, to)));
    for (const answer of refusals) expect([400, 403, 409]).toContain(answer.status);
    expect(await stored.findOne({ _id })).toEqual(before);
    for (const to of allowed) {
      await reset();
      const answer = await move(callers[role], order, farm, to);
      expect([to, answer.status]).toEqual([to, 200]);
      const [part] = orderDtoSchema.parse(answer.body).parts;
      expect(part).toMatchObject({ status: to, version: 2 });
      expect(part?.timeline.at(-1)).toMatchObject({ status: to, by: { role } });
    }
  });
});

describe('a step of a part', () => {
  let product: Product;
  let order: OrderDto;
  beforeEach(async () => {
    product = await market.product(farm, { stock: 10, price: 1000 });
    order = await market.order(customer, [[product, 4]]);
  });

  it('succeeds for exactly one of two concurrent callers; the other gets the current version', async () => {
    const answers = await Promise.all(
      [farm.farmer.client, admin.client].map((client) => move(client, order, farm, 'accepted')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    const both = { current: { status: 'accepted' }, wanted: { status: 'accepted' } };
    expect(lost).toMatchObject({
      code: 'VERSION_CONFLICT',
      body: { details: { version: 2, ...both } },
    });
    const after = await readOrder(customer.client, order);
    expect(partOf(after, farm).timeline.map(({ status }) => status)).toEqual([
      'placed',
      'accepted',
    ]);
    expect(after.version).toBe(2);
  });

  it('is rejected for any other version', async () => {
    await move(farm.farmer.client, order, farm, 'accepted');
    expect(await move(farm.farmer.client, order, farm, 'packed', { version: 1 })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
    });
    expect(await move(farm.farmer.client, order, farm, 'packed', { version: 3 })).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
    });
  });

  it('is either a cancellation or an acceptance when both are concurrent, and the stock agrees', async () => {
    const [cancelled, accepted] = await Promise.all([
      move(customer.client, order, farm, 'cancelled'),
      move(farm.farmer.client, order, farm, 'accepted'),
    ]);
    expect([cancelled.status, accepted.status].sort()).toEqual([200, 409]);
    expect((await market.stockOf(product)).onHand).toBe(cancelled.status === 200 ? 10 : 6);
  });

  it('by one farm does not conflict with another farm of the same order', async () => {
    const theirs = await market.product(other);
    const both = await market.order(customer, [
      [product, 1],
      [theirs, 1],
    ]);
    const answers = await Promise.all([
      move(farm.farmer.client, both, farm, 'accepted'),
      move(other.farmer.client, both, other, 'accepted'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = await readOrder(customer.client, both);
    expect(after.parts.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
    expect(after.version).toBe(3);
  });

  it('that cancels returns the stock once, however often it is sent', async () => {
    const path = `/orders/${order._id}/parts/${partOf(order, farm)._id}/changes`;
    const key = { 'idempotency-key': 'cancel-it-once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        customer.client.post(path, { version: 1, status: 'cancelled' }, key),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    const again = await move(customer.client, order, farm, 'cancelled');
    expect(again.code).toBe('VERSION_CONFLICT');
    const late = await move(customer.client, order, farm, 'cancelled', { version: 2 });
    expect(late.code).toBe('ORDER_CLOSED');
    const { onHand, available, moves } = await market.stockOf(product);
    expect([onHand, available]).toEqual([10, 10]);
    expect(moves).toEqual([
      ['harvest', 10],
      ['sale', -4],
      ['return', 4],
    ]);
    expect(await readOrder(customer.client, order)).toMatchObject({
      status: 'Cancelled',
      isDelivered: false,
      goodsTotal: 0,
      deliveryFee: 0,
      totalPrice: 0,
    });
  });

  it('that declines returns the stock and records the reason', async () => {
    const reason = 'The hail was faster';
    const declined = await move(farm.farmer.client, order, farm, 'declined', { reason });
    expect(declined.status).toBe(200);
    expect((await market.stockOf(product)).onHand).toBe(10);
    const part = partOf(await readOrder(customer.client, order), farm);
    expect(part.timeline.at(-1)).toMatchObject({
      status: 'declined',
      by: { role: 'farmer' },
      reason,
    });
  });

  it('that declines is subtracted from the total and does not change the other part', async () => {
    const theirs = await market.product(other, { price: 700 });
    const both = await market.order(customer, [
      [product, 4],
      [theirs, 1],
    ]);
    expect(both).toMatchObject({ goodsTotal: 47, deliveryFee: 0, totalPrice: 47 });
    await move(farm.farmer.client, both, farm, 'declined');
    // Delivery was free when the order was placed, and stays free.
    expect(await readOrder(customer.client, both)).toMatchObject({
      status: 'Processing',
      goodsTotal: 7,
      deliveryFee: 0,
      totalPrice: 7,
    });
    let rest = await readOrder(customer.client, both);
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const) {
      expect((await move(other.farmer.client, rest, other, status)).status).toBe(200);
      rest = await readOrder(customer.client, both);
    }
    expect(rest).toMatchObject({ status: 'Delivered', isDelivered: true, totalPrice: 7 });
  });

  it.each([
    ['an unknown status', { version: 1, status: 'eaten' }],
    ['no version', { status: 'accepted' }],
    ['version 0', { version: 0, status: 'accepted' }],
    ['an unknown key', { version: 1, status: 'accepted', force: true }],
    ['a reason', { version: 1, status: 'accepted', reason: 'x' }],
    ['a status that is not a step', { version: 1, status: 'cancelled' }],
  ])('with %s is rejected', async (_, body) => {
    const path = `/orders/${order._id}/parts/${partOf(order, farm)._id}`;
    expect(await farm.farmer.client.patch(path, body)).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    });
    expect(await readOrder(customer.client, order)).toEqual(order);
  });
});

describe('another user’s order', () => {
  let order: OrderDto;
  let stranger: TestPerson;
  beforeAll(async () => {
    order = await market.order(
      customer,
      [
        [await market.product(farm, { price: 500 }), 1],
        [await market.product(other, { price: 800 }), 1],
      ],
      { fulfilment: { [farm.id]: 'pickup', [other.id]: 'delivery' } },
    );
    stranger = await market.person('customer');
  });

  it('is not found by another customer, another farm, or a farmer without a farm', async () => {
    const third = await market.farm();
    const farmless = await market.person('farmer');
    for (const { client } of [stranger, third.farmer, farmless]) {
      expect((await client.get(`/orders/${order._id}`)).code).toBe('ORDER_NOT_FOUND');
      expect((await move(client, order, farm, 'cancelled')).code).toBe('ORDER_NOT_FOUND');
      expect((await client.get('/orders')).body).toMatchObject({ orders: [], total: 0 });
    }
    expect((await market.visitor.get(`/orders/${order._id}`)).status).toBe(401);
    expect((await market.visitor.get('/orders')).status).toBe(401);
  });

  it('cannot be changed by a farm in another farm’s part', async () => {
    expect((await move(farm.farmer.client, order, other, 'accepted')).code).toBe('ORDER_NOT_FOUND');
    const foreign = await market.order(customer, [[await market.product(farm), 1]]);
    const crossed = await farm.farmer.client.patch(
      `/orders/${foreign._id}/parts/${partOf(order, farm)._id}`,
      { version: 1, status: 'accepted' },
    );
    expect(crossed.code).toBe('ORDER_NOT_FOUND');
    expect(await readOrder(customer.client, order)).toEqual(order);
  });

  it('shows a farm only its own part, with the totals of that part', async () => {
    const seen = await readOrder(farm.farmer.client, order);
    expect(seen).toMatchObject({ goodsTotal: 5, deliveryFee: 0, totalPrice: 5 });
    expect(seen.parts).toEqual([partOf(order, farm)]);
    expect(JSON.stringify(seen)).not.toContain(other.id);
    const listed = ordersPageSchema.parse((await farm.farmer.client.get('/orders')).body);
    expect(listed.orders.find(({ _id }) => _id === order._id)).toEqual(seen);
  });

  it('shows the address to a farm that delivers, and not for pickup', async () => {
    expect((await readOrder(farm.farmer.client, order)).address).toBeNull();
    expect((await readOrder(other.farmer.client, order)).address).toEqual(order.address);
  });

  it('shows an admin everything', async () => {
    expect(await readOrder(admin.client, order)).toEqual(order);
  });

  it('is not found by an invalid or unknown id', async () => {
    for (const id of ['x', '{"$ne":null}', 'F'.repeat(24)])
      expect((await customer.client.get(`/orders/${encodeURIComponent(id)}`)).code).toBe(
        'VALIDATION_FAILED',
      );
    expect((await customer.client.get(`/orders/${'0'.repeat(24)}`)).code).toBe('ORDER_NOT_FOUND');
  });
});

describe('the list of orders', () => {
  let buyer: TestPerson;
  let shop: TestFarm;
  let placed: OrderDto[];
  beforeAll(async () => {
    buyer = await market.person('customer');
    shop = await market.farm();
    const product = await market.product(shop);
    placed = [];
    for (let n = 0; n < 7; n++) placed.unshift(await market.order(buyer, [[product, 1]]));
  });

  it('pages through all orders once, newest first', async () => {
    const seen: OrderDto[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page = ordersPageSchema.parse((await buyer.client.get(`/orders?limit=3${query}`)).body);
      expect(page.total).toBe(7);
      seen.push(...page.orders);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(placed);
  });

  it('filters by the status that its reader sees', async () => {
    const theirs = await market.product(other);
    const ours = await market.product(shop);
    const both = await market.order(buyer, [
      [ours, 1],
      [theirs, 1],
    ]);
    let now = both;
    for (const status of ['accepted', 'packed', 'out_for_delivery', 'delivered'] as const) {
      await move(shop.farmer.client, now, shop, status);
      now = await readOrder(buyer.client, both);
    }
    const listed = async (client: HttpClient, status: string) =>
      ordersPageSchema
        .parse((await client.get(`/orders?status=${status}&limit=100`)).body)
        .orders.map(({ _id }) => _id);
    // The customer still waits for the other part; for this farm the order is delivered.
    expect(await listed(buyer.client, 'Delivered')).toEqual([]);
    expect(await listed(buyer.client, 'Processing')).toContain(both._id);
    expect(await listed(shop.farmer.client, 'Delivered')).toEqual([both._id]);
    expect(await listed(shop.farmer.client, 'Processing')).not.toContain(both._id);
    const [first] = placed;
    if (!first) throw new Error('nothing was placed');
    await move(buyer.client, first, shop, 'cancelled');
    expect(await listed(shop.farmer.client, 'Cancelled')).toEqual([first._id]);
    expect(await listed(buyer.client, 'Cancelled')).toEqual([first._id]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'status=Eaten', 'sort=name', 'status[$ne]=x'])(
    'rejects ?%s',
    async (query) => {
      expect((await buyer.client.get(`/orders?${query}`)).code).toBe('VALIDATION_FAILED');
    },
  );

  it('rejects an invalid cursor', async () => {
    expect((await buyer.client.get('/orders?cursor=nonsense')).code).toBe('CURSOR_INVALID');
  });
});
