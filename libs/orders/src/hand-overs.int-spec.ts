import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  handOverCodesSchema,
  nextStep,
  type OrderDto,
  orderDtoSchema,
  packingHandOverDtoSchema,
  stopHandOverDtoSchema,
} from '#libs/contracts';
import type { Product } from '#libs/products';
import {
  type Answer,
  Marketplace,
  movePart,
  partOf,
  readOrder,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import { handOverCode } from './random-code.js';

let market: Marketplace;
let customer: TestPerson;
let farm: TestFarm;
let other: TestFarm;
let plums: Product;
let kale: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  customer = await market.person('customer');
});
afterAll(() => market.close());
beforeEach(async () => {
  [farm, other] = [await market.farm(), await market.farm()];
  [plums, kale] = [await market.product(farm), await market.product(other)];
});

const handOver = (who: TestPerson, code: string, key: string = randomUUID()): Promise<Answer> =>
  who.client.post('/farms/mine/hand-overs', { code }, { 'idempotency-key': key });
const codesOf = async ({ _id }: OrderDto, who = customer) => {
  const { body } = await who.client.get(`/orders/${_id}/hand-over-codes`);
  return handOverCodesSchema.parse(body).parts;
};
const codeOf = async (order: OrderDto, of = farm): Promise<string> => {
  const { _id } = partOf(order, of);
  const code = (await codesOf(order)).find(({ partId }) => partId === _id)?.code;
  if (!code) throw new Error('the part has no code');
  return code;
};
/** Takes the farm's steps with its part until the one before the hand-over, or until this one. */
async function ready(order: OrderDto, of = farm, until?: string): Promise<OrderDto> {
  let now = await readOrder(of.farmer.client, order);
  for (;;) {
    const { _id: partId, status, fulfilment, version } = partOf(now, of);
    const next = nextStep(status, fulfilment);
    if (next === 'delivered' || next === null || status === until) return now;
    const ids = { orderId: order._id, partId };
    const { body } = await movePart(of.farmer.client, ids, { status: next, version });
    now = orderDtoSchema.parse(body);
  }
}
const place = () => market.order(customer, [[plums, 1]]);
/** Puts a part of the farm in a slot of this many days from today. */
const putInDay = ({ _id }: OrderDto, days: number) => {
  const date = addDays(dayOf(Date.now(), 'UTC'), days);
  const at = `${date}T12:00:00.000Z`;
  const slot = { _id: _id, date, startAt: at, endAt: at, cutOffAt: at };
  const filter = { _id: new Types.ObjectId(_id) };
  return market.collection('orders').updateOne(filter, { $set: { 'parts.0.slot': slot } });
};

describe('a code', () => {
  it('hands over its part, once, with who and when', async () => {
    const order = await market.order(customer, [
      [plums, 1],
      [kale, 1],
    ]);
    await ready(order);
    const { status, body } = await handOver(farm.farmer, await codeOf(order));
    expect(status).toBe(200);
    const after = await readOrder(customer.client, order);
    expect(partOf(orderDtoSchema.parse(body), farm)).toEqual(partOf(after, farm));
    expect(partOf(after, farm).timeline.at(-1)).toMatchObject({
      status: 'delivered',
      byCode: true,
      by: { role: 'farmer' },
    });
    expect(partOf(after, other).status).toBe('placed');
    // what is handed over has no code to show; the other farm's part still has
    expect((await codesOf(order)).map(({ partId }) => partId)).toEqual([partOf(after, other)._id]);
  });

  it('hands over once, however many phones read it at the same time', async () => {
    const order = await place();
    await ready(order);
    const code = await codeOf(order);
    const answers = await Promise.all(Array.from({ length: 5 }, () => handOver(farm.farmer, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const steps = partOf(await readOrder(customer.client, order), farm).timeline;
    expect(steps.filter(({ status }) => status === 'delivered')).toHaveLength(1);
  });

  it('gives a request that is sent again the same answer, and another one the refusal', async () => {
    const order = await place();
    await ready(order);
    const [code, key] = [await codeOf(order), randomUUID()];
    const first = await handOver(farm.farmer, code, key);
    expect(await handOver(farm.farmer, code, key)).toMatchObject({ status: 200, body: first.body });
    const { body } = await handOver(farm.farmer, code);
    const { at, by } = partOf(orderDtoSchema.parse(first.body), farm).timeline.at(-1) ?? {};
    expect(body).toMatchObject({
      code: 'HAND_OVER_REFUSED',
      details: { reason: 'delivered', order: order.code, at, by: by?.name },
    });
  });

  it('is for the day of its slot', async () => {
    const [today, tomorrow, yesterday] = [await place(), await place(), await place()];
    for (const order of [today, tomorrow, yesterday]) await ready(order);
    await putInDay(today, 0);
    await putInDay(tomorrow, 1);
    await putInDay(yesterday, -1);
    for (const [order, days] of [
      [tomorrow, 1],
      [yesterday, -1],
    ] as const) {
      const day = addDays(dayOf(Date.now(), 'UTC'), days);
      expect((await handOver(farm.farmer, await codeOf(order))).body).toMatchObject({
        code: 'HAND_OVER_REFUSED',
        details: { reason: 'other_day', day },
      });
    }
    expect((await handOver(farm.farmer, await codeOf(today))).status).toBe(200);
  });

  it('is refused with the reason while its part is not ready, and after it ended', async () => {
    const order = await place();
    const code = await codeOf(order);
    const refusal = async () => (await handOver(farm.farmer, code)).body;
    expect(await refusal()).toMatchObject({ details: { reason: 'not_ready', status: 'placed' } });
    const { version, _id: partId } = partOf(await ready(order, farm, 'packed'), farm);
    expect(await refusal()).toMatchObject({ details: { reason: 'not_ready', status: 'packed' } });
    const decline = { version, status: 'declined', declineReason: 'other', reason: 'Hail' };
    await movePart(farm.farmer.client, { orderId: order._id, partId }, decline);
    expect(await refusal()).toMatchObject({ details: { reason: 'ended', status: 'declined' } });
    expect(await codesOf(order)).toEqual([]);
  });

  it('of another farm, and one that no order has, change nothing and tell nothing of the order', async () => {
    const order = await place();
    await ready(order);
    const before = await readOrder(customer.client, order);
    const { body } = await handOver(other.farmer, await codeOf(order));
    expect(body).toMatchObject({ code: 'HAND_OVER_REFUSED', details: { reason: 'other_farm' } });
    expect(JSON.stringify(body)).not.toContain(order.code);
    const forged = await handOver(farm.farmer, handOverCode());
    expect(forged).toMatchObject({ status: 404, code: 'HAND_OVER_CODE_UNKNOWN' });
    expect(await readOrder(customer.client, order)).toEqual(before);
  });

  it('finds the farm’s own part that is due, if others have the same', async () => {
    const [old, order] = [await place(), await place()];
    const foreign = await market.order(customer, [[kale, 1]]);
    const code = await codeOf(order);
    for (const { _id } of [old, foreign])
      await market
        .collection('orders')
        .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { 'parts.0.handOverCode': code } });
    await ready(old);
    await ready(order);
    // the newer one first, then the older one; the third finds none that is due
    expect((await handOver(farm.farmer, code)).body).toMatchObject({ _id: order._id });
    expect((await handOver(farm.farmer, code)).body).toMatchObject({ _id: old._id });
    expect((await handOver(farm.farmer, code)).code).toBe('HAND_OVER_REFUSED');
  });

  it.each(['', 'K7QM2', 'k7qm2x', 'K7QM2O', 7, { $gt: '' }, null])(
    'is six letters and digits, not %j',
    async (code) => {
      const answer = await farm.farmer.client.post(
        '/farms/mine/hand-overs',
        { code },
        { 'idempotency-key': randomUUID() },
      );
      expect(answer.code).toBe('VALIDATION_FAILED');
    },
  );
});

describe('the crew', () => {
  let packer: TestPerson;
  let driver: TestPerson;
  beforeEach(async () => {
    [packer, driver] = await Promise.all([
      market.member(farm, 'packer'),
      market.member(farm, 'driver'),
    ]);
  });
  const PATHS = { packer: '/farms/mine/packing-orders', driver: '/farms/mine/stops' } as const;
  const byCrew = (who: TestPerson, as: keyof typeof PATHS, code: string, key = randomUUID()) =>
    who.client.post(`${PATHS[as]}/hand-overs`, { code }, { 'idempotency-key': key });
  const placeFor = (
    fulfilment: 'delivery' | 'pickup',
    lines: Parameters<Marketplace['order']>[1],
  ) => market.order(customer, lines, { farms: { [farm.id]: { fulfilment } } });

  it('a driver hands over a delivery once, and reads what to collect and nothing else', async () => {
    const order = await placeFor('delivery', [
      [plums, 2],
      [kale, 1],
    ]);
    await ready(order);
    const [code, key] = [await codeOf(order), randomUUID()];
    const before = (await driver.client.get('/farms/mine/stops')).body as {
      stops: { _id: string; toCollect: number }[];
    };
    const { toCollect } = before.stops.find(({ _id }) => _id === order._id) ?? { toCollect: 0 };
    expect(toCollect).toBe(partOf(order, farm).subtotal + order.deliveryFee);
    const first = await byCrew(driver, 'driver', code, key);
    const answer = stopHandOverDtoSchema.parse(first.body);
    expect(answer).toEqual(first.body);
    expect(answer).toMatchObject({ toCollect, stop: { _id: order._id, status: 'delivered' } });
    expect(await byCrew(driver, 'driver', code, key)).toMatchObject({ body: first.body });
    expect((await byCrew(driver, 'driver', code)).body).toMatchObject({
      code: 'HAND_OVER_REFUSED',
      details: { reason: 'delivered', by: driver.user.name },
    });
    // the owner and the customer see who it was
    for (const { client } of [farm.farmer, customer])
      expect(partOf(await readOrder(client, order), farm).timeline.at(-1)).toMatchObject({
        ...{ status: 'delivered', byCode: true },
        by: { role: 'farmer', name: driver.user.name },
      });
  });

  it('the second delivery of an order collects no fee', async () => {
    const order = await market.order(customer, [
      [plums, 2],
      [kale, 1],
    ]);
    await ready(order, other);
    await handOver(other.farmer, await codeOf(order, other));
    await ready(order);
    const { body } = await byCrew(driver, 'driver', await codeOf(order));
    expect(body).toMatchObject({ toCollect: partOf(order, farm).subtotal });
  });

  it('a packer hands over what is picked up, and reads no price', async () => {
    const dear = await market.product(farm, { stock: 10, price: 731 });
    const order = await placeFor('pickup', [[dear, 2]]);
    await ready(order);
    const { body } = await byCrew(packer, 'packer', await codeOf(order));
    expect(packingHandOverDtoSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({ isPaidNow: true, order: { _id: order._id, status: 'delivered' } });
    expect(JSON.stringify(body)).not.toMatch(/7\.31|14\.62|731|1462|price|total|amount/i);
  });

  it('is refused with the reason: the other’s work, another day, another farm, and a forged one', async () => {
    const [fetched, brought, later] = [
      await placeFor('pickup', [[plums, 1]]),
      await placeFor('delivery', [[plums, 1]]),
      await placeFor('delivery', [[plums, 1]]),
    ];
    for (const one of [fetched, brought, later]) await ready(one);
    await putInDay(later, 1);
    const refusal = async (who: TestPerson, as: keyof typeof PATHS, of: OrderDto) =>
      (await byCrew(who, as, await codeOf(of))).body;
    const reason = (what: string) => ({ code: 'HAND_OVER_REFUSED', details: { reason: what } });
    expect(await refusal(driver, 'driver', fetched)).toMatchObject(reason('other_role'));
    expect(await refusal(packer, 'packer', brought)).toMatchObject(reason('other_role'));
    expect(await refusal(driver, 'driver', later)).toMatchObject(reason('other_day'));
    const stranger = await market.member(other, 'driver');
    expect(await refusal(stranger, 'driver', brought)).toMatchObject(reason('other_farm'));
    expect((await byCrew(driver, 'driver', handOverCode())).code).toBe('HAND_OVER_CODE_UNKNOWN');
    // each at their own route only, and at none after leaving
    expect(await refusal(packer, 'driver', brought)).toMatchObject({ code: 'FORBIDDEN' });
    expect((await handOver(driver, await codeOf(brought))).code).toBe('FORBIDDEN');
    await driver.client.post('/team/leave', { farmId: farm.id });
    expect(await refusal(driver, 'driver', brought)).toMatchObject({ code: 'FORBIDDEN' });
    for (const one of [fetched, brought, later])
      expect(partOf(await readOrder(customer.client, one), farm).status).not.toBe('delivered');
  });
});

describe('guessing', () => {
  it('ends after twenty codes that are none of the farm’s, also of many at once', async () => {
    const order = await place();
    await ready(order);
    const code = await codeOf(order);
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => handOver(farm.farmer, handOverCode())),
    );
    const codes = tries.map((answer) => answer.code);
    expect(codes.filter((one) => one === 'HAND_OVER_CODE_UNKNOWN')).toHaveLength(20);
    expect(codes.filter((one) => one === 'RATE_LIMITED')).toHaveLength(10);
    const late = await handOver(farm.farmer, code);
    expect(late).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(partOf(await readOrder(customer.client, order), farm).status).not.toBe('delivered');
    // only of who guessed: another farm hands over
    const elsewhere = await market.order(customer, [[kale, 1]]);
    await ready(elsewhere, other);
    expect((await handOver(other.farmer, await codeOf(elsewhere, other))).status).toBe(200);
  });

  it('is not what a farm does with its own codes', async () => {
    const order = await place();
    const code = await codeOf(order);
    for (let n = 0; n < 25; n++) expect((await handOver(farm.farmer, code)).status).toBe(409);
    await ready(order);
    expect((await handOver(farm.farmer, code)).status).toBe(200);
  });
});

describe('who sees a code', () => {
  it('is the customer of the order alone: it is in no event, no list, no sheet and no notice', async () => {
    const order = await place();
    const code = await codeOf(order);
    const { farmer } = farm;
    await ready(order);
    const admin = await market.person('admin');
    const stranger = await market.person('customer');
    for (const [person, expected] of [
      [farmer, 'FORBIDDEN'],
      [admin, 'FORBIDDEN'],
      [stranger, 'ORDER_NOT_FOUND'],
    ] as const)
      expect((await person.client.get(`/orders/${order._id}/hand-over-codes`)).code).toBe(expected);
    const seen = await Promise.all(
      [
        farmer.client.get(`/orders/${order._id}`),
        farmer.client.get('/orders'),
        farmer.client.get('/orders.csv'),
        farmer.client.get('/farms/mine/run-sheet'),
        farmer.client.get('/farms/mine/packing-slips'),
        admin.client.get(`/orders/${order._id}`),
        customer.client.get(`/orders/${order._id}`),
      ].map(async (answer) => JSON.stringify(await answer)),
    );
    await handOver(farmer, code);
    await market.settled();
    const stored = await Promise.all(
      ['outbox', 'notifications', 'auditLog', 'idempotencyKeys'].map((name) =>
        market.collection(name).find().toArray(),
      ),
    );
    expect(stored[0]?.length).toBeGreaterThan(0);
    expect([...seen, JSON.stringify(stored)].filter((text) => text.includes(code))).toEqual([]);
  });
});
