import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  type OrderDto,
  type PartStatus,
  packingOrdersSchema,
  stopsSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import { ADDRESS, Marketplace, SocketClient, type TestFarm, type TestPerson } from '#libs/testing';

const TODAY = dayOf(Date.now(), 'UTC');

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let packer: TestPerson;
let driver: TestPerson;
let plums: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  customer = await market.person('customer');
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
  [packer, driver] = await Promise.all([
    market.member(farm, 'packer'),
    market.member(farm, 'driver'),
  ]);
  plums = await market.product(farm, { stock: 1_000, price: 731 });
});

const order = (fulfilment: 'delivery' | 'pickup') =>
  market.order(customer, [[plums, 2]], { farms: { [farm.id]: { fulfilment } } });

const packing = async () =>
  packingOrdersSchema.parse((await packer.client.get('/farms/mine/packing-orders')).body);
const stops = async () => stopsSchema.parse((await driver.client.get('/farms/mine/stops')).body);

const step = (
  who: TestPerson,
  what: 'packing-orders' | 'stops',
  { _id }: { _id: string },
  status: PartStatus,
  version: number,
) => who.client.post(`/farms/mine/${what}/${_id}/steps`, { status, version });

/** All keys and values in an answer, however deep. */
function everything(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, one]) => [key, ...everything(one)]);
}
const SECRET = [
  ...['price', 'total', 'subtotal', 'goodsTotal', 'totalPrice', 'deliveryFee', 'amount', 'payment'],
  ...['cost', 'refunds', 'email', 'feeRate', '7.31', '14.62'],
];
const CONTACT = ['phone', 'address', 'line1', ADDRESS.line1, ADDRESS.phone];
const found = (value: unknown, words: readonly string[]) =>
  everything(value).filter((one) => words.includes(one));

describe('a packer', () => {
  it('sees the open orders, without prices and addresses', async () => {
    const { _id, code } = await order('delivery');
    const answer = await packer.client.get('/farms/mine/packing-orders');
    expect(answer.body).toMatchObject({
      orders: [{ _id, code, status: 'placed', lines: [{ name: plums.name, quantity: 2 }] }],
      total: 1,
    });
    for (const path of [
      '/farms/mine/packing-orders',
      '/farms/mine/pick-list',
      '/farms/mine/order-days',
    ]) {
      const { body } = await packer.client.get(path);
      expect(found(body, [...SECRET.filter((one) => one !== 'total'), ...CONTACT])).toEqual([]);
    }
  });

  it('packs, and hands over at the barn what is picked up there', async () => {
    const placed = await order('pickup');
    const [{ version } = { version: 0 }] = (await packing()).orders;
    const statuses = ['accepted', 'packed', 'ready_for_pickup', 'delivered'] as const;
    for (const [n, status] of statuses.entries()) {
      const { body } = await step(packer, 'packing-orders', placed, status, version + n);
      expect(body).toMatchObject({ _id: placed._id, status });
      expect(found(body, [...SECRET, ...CONTACT])).toEqual([]);
    }
    expect((await packing()).orders).toEqual([]);
    // The owner sees who did what.
    const { body } = await farm.farmer.client.get(`/orders/${placed._id}`);
    const by = { role: 'farmer', name: packer.user.name };
    expect(body).toMatchObject({
      parts: [{ timeline: [{ status: 'placed' }, ...statuses.map((status) => ({ status, by }))] }],
    });
  });

  it('says what is missing, or comes after all, and never that nothing comes', async () => {
    const kale = await market.product(farm, { stock: 100, price: 100 });
    const placed = await market.order(customer, [
      [plums, 2],
      [kale, 3],
    ]);
    const [{ version } = { version: 0 }] = (await packing()).orders;
    const key = randomUUID();
    const short = (lines: object[], seen: number, once: string = randomUUID(), who = packer) =>
      who.client.post(
        `/farms/mine/packing-orders/${placed._id}/shorts`,
        { version: seen, lines, declineReason: 'quality' },
        { 'idempotency-key': once },
      );
    const line = (product: Product, quantity: number) => ({
      productId: product._id.toString(),
      quantity,
    });
    const first = await short([line(plums, 1)], version, key);
    expect(first.body).toMatchObject({
      version: version + 1,
      lines: [{ quantity: 1, ordered: 2 }, {}],
    });
    expect(found(first.body, [...SECRET, ...CONTACT])).toEqual([]);
    expect((await short([line(plums, 1)], version, key)).body).toEqual(first.body);
    // the customer pays less, and the owner sees who it was
    const { body } = await customer.client.get(`/orders/${placed._id}`);
    expect(body).toMatchObject({
      goodsTotal: 10.31,
      parts: [{ changes: [{ kind: 'shorted', by: { name: packer.user.name } }] }],
    });
    const refused = async (answer: ReturnType<typeof short>) => (await answer).code;
    expect(await refused(short([line(plums, 2)], version))).toBe('VERSION_CONFLICT');
    expect(await refused(short([line(plums, 3)], version + 1))).toBe('QUANTITY_INVALID');
    expect(await refused(short([line(plums, 0), line(kale, 0)], version + 1))).toBe('FORBIDDEN');
    expect(await refused(short([line(plums, 0)], version + 1, randomUUID(), driver))).toBe(
      'FORBIDDEN',
    );
    const stranger = await market.member(await market.farm(), 'packer');
    expect(await refused(short([line(plums, 0)], version + 1, randomUUID(), stranger))).toBe(
      'ORDER_NOT_FOUND',
    );
    expect((await short([line(plums, 2)], version + 1)).body).toMatchObject({
      lines: [{ quantity: 2 }, {}],
    });
  });

  it('drives nothing, and reads nothing else of the farm', async () => {
    const placed = await order('delivery');
    for (const [n, status] of (['accepted', 'packed'] as const).entries())
      await step(packer, 'packing-orders', placed, status, 1 + n);
    const before = await packing();
    const sent = await step(packer, 'packing-orders', placed, 'out_for_delivery', 3);
    expect([sent.status, sent.code]).toEqual([403, 'FORBIDDEN']);
    expect(await packing()).toEqual(before);
    for (const path of [
      '/orders',
      `/orders/${placed._id}`,
      '/farms/mine/run-sheet',
      '/farms/mine/stops',
    ])
      expect([path, (await packer.client.get(path)).code]).toEqual([path, 'FORBIDDEN']);
  });

  it('of another farm finds nothing', async () => {
    const placed = await order('delivery');
    const stranger = await market.member(await market.farm(), 'packer');
    expect((await step(stranger, 'packing-orders', placed, 'accepted', 1)).code).toBe(
      'ORDER_NOT_FOUND',
    );
    expect((await stranger.client.get('/farms/mine/packing-orders')).body).toEqual({
      orders: [],
      total: 0,
    });
  });
});

describe('a driver', () => {
  it('sees the deliveries of today and those without a day, and what to collect', async () => {
    const [today, noDay] = [await order('delivery'), await order('delivery')];
    const [later] = [await order('delivery'), await order('pickup')];
    await setDay(today, TODAY);
    await setDay(later, addDays(TODAY, 1));
    const list = await stops();
    expect(list.stops.map(({ _id }) => _id).sort()).toEqual([today._id, noDay._id].sort());
    const [stop] = list.stops;
    expect(stop).toMatchObject({ address: ADDRESS, customer: customer.user.name });
    expect(stop?.toCollect).toBe(today.totalPrice);
    expect(
      found(
        list,
        SECRET.filter((one) => one !== 'total'),
      ),
    ).toEqual([]);
  });

  it('takes and hands over what is packed, once', async () => {
    const placed = await order('delivery');
    expect((await step(driver, 'stops', placed, 'accepted', 1)).code).toBe('FORBIDDEN');
    for (const [n, status] of (['accepted', 'packed'] as const).entries())
      await step(packer, 'packing-orders', placed, status, 1 + n);
    for (const [n, status] of (['out_for_delivery', 'delivered'] as const).entries())
      for (const _ of ['first', 'again'])
        expect((await step(driver, 'stops', placed, status, 3 + n)).body).toMatchObject({
          _id: placed._id,
          status,
          version: 4 + n,
        });
  });

  it('finds no delivery of another day, and no pickup', async () => {
    const [later, fetched] = [await order('delivery'), await order('pickup')];
    await setDay(later, addDays(TODAY, 1));
    for (const one of [later, fetched])
      expect((await step(driver, 'stops', one, 'out_for_delivery', 1)).code).toBe(
        'ORDER_NOT_FOUND',
      );
  });
});

it('sends each their own events, live, and no price to a packer', async () => {
  const [toPacker, toDriver, toOwner] = await Promise.all(
    [packer, driver, farm.farmer].map(({ client }) => SocketClient.connect(market.url, client)),
  );
  if (!toPacker || !toDriver || !toOwner) throw new Error('three sockets');
  const placed = await order('delivery');
  const later = await order('delivery');
  await setDay(later, addDays(TODAY, 1));
  for (const { _id } of [placed, later])
    await step(packer, 'packing-orders', { _id }, 'accepted', 1);
  await market.settled();
  const ids = (socket: SocketClient) => [...new Set(socket.received.map(({ name }) => name))];
  expect(ids(toPacker)).toEqual(['order.packing-changed']);
  expect(toPacker.ofName('order.packing-changed')).toHaveLength(4);
  expect(ids(toDriver)).toEqual(['order.stop-changed']);
  // The one of another day was placed without a day, and is told of no more.
  expect(toDriver.ofName('order.stop-changed').map(({ payload }) => payload.stop)).toMatchObject([
    { _id: placed._id, status: 'placed' },
    { _id: later._id, status: 'placed' },
    { _id: placed._id, status: 'accepted' },
  ]);
  expect(ids(toOwner)).not.toContain('order.packing-changed');
  expect(ids(toOwner)).not.toContain('order.stop-changed');
  expect(found(toPacker.received, [...SECRET, ...CONTACT])).toEqual([]);
  expect(found(toDriver.received, SECRET)).toEqual([]);
  for (const socket of [toPacker, toDriver, toOwner]) socket.close();
});

/** Puts the order's only part on a day, which the farm's slots need not offer. */
async function setDay({ _id }: OrderDto, date: string): Promise<void> {
  const startAt = `${date}T10:00:00.000Z`;
  const slot = {
    _id: 'a'.repeat(24),
    date,
    startAt,
    endAt: `${date}T12:00:00.000Z`,
    cutOffAt: startAt,
  };
  await market
    .collection('orders')
    .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { 'parts.0.slot': slot } });
}
