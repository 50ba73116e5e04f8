import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  type CartDto,
  cartDtoSchema,
  dayOf,
  farmCalendarsSchema,
  freeSlotsOf,
  type HoldDto,
  holdDtoSchema,
  type Id,
  type OrderDto,
  type OwnSlotDto,
  orderDtoSchema,
  ordersPageSchema,
  type PlaceOrder,
  packingSlipSchema,
  pickListSchema,
  problemSchema,
  type SlotRefusal,
  slotRefusalSchema,
} from '#libs/contracts';
import { PlacesCheck, type PlacesMismatch } from '#libs/fulfilment';
import type { Hold, Product } from '#libs/products';
import {
  ADDRESS,
  type Answer,
  deep,
  Marketplace,
  movePart,
  type TestFarm,
  type TestPerson,
} from '#libs/testing';
import { CheckoutService } from './checkout.service.js';
import type { Order } from './order.model.js';
import { PlacesCount } from './places-count.js';

const CAPACITY = 25;
const TODAY = dayOf(Date.now(), 'UTC');
const day = (add: number) => addDays(TODAY, add);

let market: Marketplace;
let admin: TestPerson;
let customer: TestPerson;
let farm: TestFarm;
let plums: Product;
beforeAll(async () => {
  market = await Marketplace.open();
  admin = await market.person('admin');
});
afterAll(() => market.close());
beforeEach(async () => {
  customer = await market.person('customer');
  farm = await market.farm();
  plums = await market.product(farm, { stock: 1_000 });
});

type Choices = NonNullable<PlaceOrder['farms']>;
const bodyOf = (farms: Choices, more: object = {}) => ({
  items: [{ productId: plums._id.toString(), quantity: 1 }],
  address: ADDRESS,
  farms,
  ...more,
});
const send = ({ client }: TestPerson, body: object, key: string = randomUUID()) =>
  client.post('/orders', body, { 'idempotency-key': key });
const place = (who: TestPerson, slotId?: Id, more: object = {}) =>
  send(who, bodyOf({ [farm.id]: { fulfilment: 'pickup', ...(slotId && { slotId }) } }, more));
const placed = async (slotId?: Id, more: object = {}): Promise<OrderDto> => {
  const answer = await place(customer, slotId, more);
  expect([answer.status, answer.code]).toEqual([201, undefined]);
  return orderDtoSchema.parse(answer.body);
};
async function slotIn(days: number, of = farm, method = 'pickup'): Promise<OwnSlotDto> {
  const slots = await market.slots(of);
  const slot = slots.find((one) => one.date === day(days) && one.method === method);
  if (!slot) throw new Error(`no slot in ${days} days`);
  return slot;
}
const set = (id: Id, change: object) =>
  market.collection('slots').updateOne({ _id: new Types.ObjectId(id) }, { $set: change });
const takenOf = async (id: Id) =>
  (await market.collection('slots').findOne({ _id: new Types.ObjectId(id) }))?.taken as number;
const refusalOf = ({ body }: Answer): SlotRefusal =>
  slotRefusalSchema.parse(problemSchema.parse(body).details);
/** The slots of this test's farm that have another number of places than orders and holds. */
async function mismatches(repair = false): Promise<PlacesMismatch[]> {
  const count = market.app.get(PlacesCount);
  const found = await market.app.get(PlacesCheck).run((...batch) => count.in(...batch), { repair });
  const own = new Set((await market.slots(farm)).map(({ _id }) => _id));
  return found.filter(({ slotId }) => own.has(slotId));
}
const outcomesOf = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, code = '' } of answers) {
    const outcome = `${status} ${code}`.trim();
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
const move = async (who: TestPerson, { _id }: OrderDto, change: object) => {
  const [part] = orderDtoSchema.parse((await admin.client.get(`/orders/${_id}`)).body).parts;
  const body = { version: part?.version, ...change };
  return movePart(who.client, { orderId: _id, partId: part?._id }, body);
};

describe('an order', () => {
  it('has the named slot as it was agreed, with its place, and takes one place', async () => {
    await market.schedule(farm, { place: 'The market stand' });
    const { _id, date, startAt, endAt, cutOffAt } = await slotIn(3);
    const order = await placed(_id);
    expect(order.parts).toMatchObject([
      {
        slot: { _id, date, startAt, endAt, cutOffAt },
        fulfilment: 'pickup',
        pickupPlace: 'The market stand',
      },
    ]);
    expect(await takenOf(_id)).toBe(1);
    const seen = await farm.farmer.client.get(`/orders/${order._id}`);
    expect(orderDtoSchema.parse(seen.body).parts[0]?.slot).toEqual(order.parts[0]?.slot);
    expect(await mismatches()).toEqual([]);
  });

  it('is one order with one place when it is sent again', async () => {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(3);
    const body = bodyOf({ [farm.id]: { fulfilment: 'pickup', slotId } });
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(customer, body, key)));
    expect(outcomesOf(answers)).toEqual({ 201: 5 });
    expect(await takenOf(slotId)).toBe(1);
  });

  it('without a named slot has the next that can be had', async () => {
    await market.schedule(farm);
    await set((await slotIn(1))._id, { state: 'closed' });
    await set((await slotIn(2))._id, { taken: CAPACITY });
    const order = await placed();
    expect(order.parts[0]?.slot).toMatchObject({ date: day(3) });
  });

  it('has no slot where the method has no schedule', async () => {
    expect((await placed()).parts[0]?.slot).toBeNull();
    await market.schedule(farm, { method: 'delivery', place: null });
    expect((await placed()).parts[0]).toMatchObject({ slot: null, pickupPlace: 'The barn' });
  });

  it('of two farms has a slot at each', async () => {
    const other = await market.farm();
    const honey = await market.product(other);
    await market.schedule(farm);
    await market.schedule(other, { method: 'delivery', place: null });
    const [mine, theirs] = [await slotIn(2), await slotIn(4, other, 'delivery')];
    const items = [plums, honey].map(({ _id }) => ({ productId: _id.toString(), quantity: 1 }));
    const order = await placed(mine._id, {
      items,
      farms: {
        [farm.id]: { fulfilment: 'pickup', slotId: mine._id },
        [other.id]: { fulfilment: 'delivery', slotId: theirs._id },
      },
    });
    const slots = new Map(order.parts.map(({ farmId, slot }) => [farmId, slot?._id]));
    expect(Object.fromEntries(slots)).toEqual({ [farm.id]: mine._id, [other.id]: theirs._id });
    expect([await takenOf(mine._id), await takenOf(theirs._id)]).toEqual([1, 1]);
  });
});

describe('a refused order', () => {
  const everything = async () =>
    JSON.stringify(
      await Promise.all([
        market
          .collection('slots')
          .find({ farmId: new Types.ObjectId(farm.id) })
          .toArray(),
        market.collection('orders').countDocuments({}),
        market.collection('products').findOne({ _id: plums._id }),
      ]),
    );

  it.each<[string, string, () => Promise<Id>]>([
    [
      'another farm',
      'SLOT_NOT_FOUND',
      async () => {
        const other = await market.farm();
        await market.schedule(other);
        return (await slotIn(3, other))._id;
      },
    ],
    ['another method', 'SLOT_NOT_FOUND', async () => (await slotIn(3, farm, 'delivery'))._id],
    ['nobody', 'SLOT_NOT_FOUND', () => Promise.resolve(new Types.ObjectId().toString())],
    [
      'the past',
      'SLOT_CLOSED',
      async () => {
        const { _id } = await slotIn(3);
        await set(_id, { cutOffAt: new Date(Date.now() - 1_000) });
        return _id;
      },
    ],
    [
      'a closed day',
      'SLOT_CLOSED',
      async () => {
        const { _id } = await slotIn(3);
        await set(_id, { state: 'closed' });
        return _id;
      },
    ],
    [
      'a full day',
      'SLOT_FULL',
      async () => {
        const { _id } = await slotIn(3);
        await set(_id, { taken: CAPACITY });
        return _id;
      },
    ],
  ])(
    'for a slot of %s is told %s and the next slots, and changes nothing',
    async (_title, code, slotOf) => {
      await market.schedule(farm);
      await market.schedule(farm, { method: 'delivery', place: null });
      const slotId = await slotOf();
      const before = await everything();
      const answer = await place(customer, slotId);
      expect(answer.code).toBe(code);
      const { free, ...refusal } = refusalOf(answer);
      expect(refusal).toMatchObject({ farmId: farm.id, slotId });
      expect(free).toHaveLength(3);
      expect(free.every(({ _id, method }) => method === 'pickup' && _id !== slotId)).toBe(true);
      expect(await everything()).toBe(before);
    },
  );

  it('outside the area is told AREA_NOT_SERVED, by the address of the delivery', async () => {
    await market.schedule(farm, { method: 'delivery', place: null, areas: ['100'] });
    const { _id: slotId } = await slotIn(3, farm, 'delivery');
    const farms = { [farm.id]: { fulfilment: 'delivery' as const, slotId } };
    const before = await everything();
    const answer = await send(customer, bodyOf(farms));
    expect([answer.status, answer.code]).toEqual([409, 'AREA_NOT_SERVED']);
    expect(refusalOf(answer)).toMatchObject({ reason: 'area', free: [] });
    expect(await everything()).toBe(before);
    const address = { ...ADDRESS, postalCode: '10025' };
    expect((await send(customer, bodyOf(farms, { address }))).status).toBe(201);
  });

  it('with a slot of a farm that it has no goods of is told so, and without one is not', async () => {
    const other = await market.farm();
    await market.schedule(other);
    const { _id: slotId } = await slotIn(3, other);
    const answer = await send(customer, bodyOf({ [other.id]: { slotId } }));
    expect(answer.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ path: `farms.${other.id}.slotId` }],
    });
    expect(await takenOf(slotId)).toBe(0);
    expect((await send(customer, bodyOf({ [other.id]: { note: 'Ring' } }))).status).toBe(201);
  });
});

describe('what a page offers', () => {
  it('is what an order gets: nothing that it calls closed takes orders, or the reverse', async () => {
    await market.schedule(farm);
    const soon = (ms: number) => ({ cutOffAt: new Date(Date.now() + ms) });
    const states: [Id, boolean][] = [];
    for (const [days, change, isOffered] of [
      [2, {}, true],
      [3, { state: 'closed' }, false],
      [4, { taken: CAPACITY }, false],
      [5, { taken: CAPACITY - 1 }, true],
      [6, soon(-1), false],
      [7, soon(600_000), true],
      [8, { capacity: null, taken: 900 }, true],
      [9, { state: 'withdrawn' }, false],
    ] as const) {
      const { _id } = await slotIn(days);
      await set(_id, change);
      states.push([_id, isOffered]);
    }
    const { body } = await market.visitor.get(`/calendars?farms=${farm.id}`);
    const [calendar] = farmCalendarsSchema.parse(body).calendars;
    if (!calendar) throw new Error('the farm has no calendar');
    const offered = freeSlotsOf({ now: Date.now(), method: 'pickup', calendar });
    for (const [id, isOffered] of states) {
      const answer = await place(customer, id);
      expect([id, offered.some(({ _id }) => _id === id), answer.status]).toEqual([
        ...[id, isOffered, isOffered ? 201 : 409],
      ]);
    }
    expect((await placed()).parts[0]?.slot?._id).toBe(offered[0]?._id);
  });
});

describe('many at once', () => {
  /** Asks again when the server is too busy to answer in time, as pages do; nothing was changed then. */
  async function answered(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await ask();
      if (answer.code !== 'SERVICE_UNAVAILABLE') return answer;
    }
  }

  async function rush(size: number): Promise<void> {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(2);
    const buyers = await market.crowd(size);
    const answers = await Promise.all(buyers.map((buyer) => answered(() => place(buyer, slotId))));
    expect(outcomesOf(answers)).toEqual({ 201: CAPACITY, '409 SLOT_FULL': size - CAPACITY });
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusalOf(answer).free).toHaveLength(3);
    expect(await takenOf(slotId)).toBe(CAPACITY);
    expect(await mismatches()).toEqual([]);
  }
  it('60 buyers get the 25 places that there are', () => rush(60));
  deep('300 buyers get the 25 places that there are', () => rush(300));

  it('25 who cancel while 50 arrive never make it more than 25', async () => {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(2);
    const [first, later] = [await market.crowd(CAPACITY), await market.crowd(2 * CAPACITY)];
    const orders = await Promise.all(
      first.map(async (buyer) =>
        orderDtoSchema.parse((await answered(() => place(buyer, slotId))).body),
      ),
    );
    const [cancelled, arrived] = await Promise.all([
      Promise.all(
        orders.map((order, n) =>
          answered(() => move(first[n] as TestPerson, order, { status: 'cancelled' })),
        ),
      ),
      Promise.all(later.map((buyer) => answered(() => place(buyer, slotId)))),
    ]);
    expect(outcomesOf(cancelled)).toEqual({ 200: CAPACITY });
    const { 201: got = 0, '409 SLOT_FULL': full = 0 } = outcomesOf(arrived);
    expect(got + full).toBe(2 * CAPACITY);
    expect(await takenOf(slotId)).toBe(got);
    const changes = await market.events({ name: 'own-slot.changed', aggregateId: slotId });
    const numbers = changes.map(({ payload }) => (payload as { slot: OwnSlotDto }).slot.taken);
    expect(Math.max(...numbers)).toBe(CAPACITY);
    expect(await mismatches()).toEqual([]);
  });
});

describe('a hold', () => {
  const fill = async (): Promise<CartDto> => {
    const path = `/cart/items/${plums._id}`;
    return cartDtoSchema.parse((await customer.client.put(path, { quantity: 1 })).body);
  };
  const start = async (farms?: object): Promise<Answer> => {
    const { version } = await fill();
    const body = { version, ...(farms && { farms }) };
    return customer.client.post('/checkout/holds', body, { 'idempotency-key': randomUUID() });
  };
  const held = async (slotId?: Id): Promise<HoldDto> => {
    const answer = await start({
      [farm.id]: { fulfilment: 'pickup', ...(slotId && { slotId }) },
    });
    expect([answer.status, answer.code]).toEqual([201, undefined]);
    return holdDtoSchema.parse(answer.body);
  };
  let slotId: Id;
  beforeEach(async () => {
    await market.schedule(farm, { capacity: 1 });
    ({ _id: slotId } = await slotIn(3));
  });

  it('holds a place that nobody else gets, and gives it back when it is released', async () => {
    const hold = await held(slotId);
    expect(hold.slots).toMatchObject([{ farmId: farm.id, slot: { _id: slotId } }]);
    const stranger = await market.person('customer');
    expect((await place(stranger, slotId)).code).toBe('SLOT_FULL');
    expect(await mismatches()).toEqual([]);
    const path = `/checkout/holds/${hold._id}`;
    await Promise.all([customer.client.delete(path), customer.client.delete(path)]);
    expect(await takenOf(slotId)).toBe(0);
    expect((await place(stranger, slotId)).status).toBe(201);
  });

  it('without farms holds none, and with a farm but no slot the next', async () => {
    const answer = await start();
    expect(holdDtoSchema.parse(answer.body).slots).toEqual([]);
    expect((await market.slots(farm)).filter(({ taken }) => taken > 0)).toEqual([]);
    const next = (await market.slots(farm)).find(
      ({ cutOffAt }) => Date.parse(cutOffAt) > Date.now(),
    );
    expect((await held()).slots[0]?.slot._id).toBe(next?._id);
  });

  it('is refused as an order is, and then nothing is held', async () => {
    await set(slotId, { taken: 1 });
    const answer = await start({ [farm.id]: { fulfilment: 'pickup', slotId } });
    expect(answer.code).toBe('SLOT_FULL');
    expect(refusalOf(answer).free).toHaveLength(3);
    const other = await market.farm();
    const unknown = await start({ [other.id]: { slotId } });
    expect(unknown.code).toBe('VALIDATION_FAILED');
    const { body } = await customer.client.get('/checkout/holds/current');
    expect(body).toEqual({ hold: null });
  });

  it('that expires gives it back once', async () => {
    const { _id } = await held(slotId);
    await market
      .collection<Hold>('holds')
      .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { expiresAt: new Date() } });
    const checkout = market.app.get(CheckoutService);
    await Promise.all([checkout.expire(_id), checkout.sweep(), checkout.expire(_id)]);
    expect(await takenOf(slotId)).toBe(0);
    expect(await mismatches()).toEqual([]);
  });

  it('that is replaced keeps the place in the same slot, and frees it for another', async () => {
    await held(slotId);
    await held(slotId);
    expect(await takenOf(slotId)).toBe(1);
    const { _id: other } = await slotIn(4);
    await held(other);
    expect([await takenOf(slotId), await takenOf(other)]).toEqual([0, 1]);
    await start();
    expect([await takenOf(slotId), await takenOf(other)]).toEqual([0, 0]);
    expect(await mismatches()).toEqual([]);
  });

  it.each([
    ['names its slot', true],
    ['names none', false],
  ])('hands its place to the order that uses it and %s', async (_title, isNamed) => {
    const { _id: holdId } = await held(slotId);
    const order = await placed(isNamed ? slotId : undefined, { holdId });
    expect(order.parts[0]?.slot?._id).toBe(slotId);
    expect(await takenOf(slotId)).toBe(1);
    expect(await mismatches()).toEqual([]);
  });

  it('frees its place if the order chose another slot', async () => {
    const { _id: holdId } = await held(slotId);
    const { _id: other } = await slotIn(4);
    const order = await placed(other, { holdId });
    expect(order.parts[0]?.slot?._id).toBe(other);
    expect([await takenOf(slotId), await takenOf(other)]).toEqual([0, 1]);
    expect(await mismatches()).toEqual([]);
  });

  it('keeps its place in a slot that the farm closes and whose orders it keeps', async () => {
    const { _id: holdId } = await held(slotId);
    const { version } = await slotIn(3);
    const body = { version, fate: { orders: 'keep' } };
    expect((await farm.farmer.client.post(`/slots/${slotId}/close`, body)).status).toBe(200);
    expect((await place(await market.person('customer'), slotId)).code).toBe('SLOT_CLOSED');
    expect((await placed(slotId, { holdId })).parts[0]?.slot?._id).toBe(slotId);
    expect(await takenOf(slotId)).toBe(1);
    expect(await mismatches()).toEqual([]);
  });

  it('does not outlast the slot: after the cut-off the order is refused and the hold stays', async () => {
    const { _id: holdId } = await held(slotId);
    await set(slotId, { cutOffAt: new Date() });
    expect((await place(customer, slotId, { holdId })).code).toBe('SLOT_CLOSED');
    const { body } = await customer.client.get('/checkout/holds/current');
    expect(body).toMatchObject({ hold: { _id: holdId, status: 'open' } });
    expect(await takenOf(slotId)).toBe(1);
  });
});

describe('the place of an order', () => {
  let slotId: Id;
  beforeEach(async () => {
    await market.schedule(farm);
    ({ _id: slotId } = await slotIn(3));
  });

  it.each<[string, () => TestPerson, object]>([
    ['its customer cancels it', () => customer, { status: 'cancelled' }],
    ['its farm declines it', () => farm.farmer, { status: 'declined', declineReason: 'quality' }],
    ['an admin cancels it', () => admin, { status: 'cancelled', reason: 'Asked for it' }],
  ])('is freed once when %s, also if the request is repeated', async (_title, who, change) => {
    const [order] = [await placed(slotId), await placed(slotId)];
    const [part] = order.parts;
    const path = `/orders/${order._id}/parts/${part?._id}/changes`;
    const body = { version: part?.version, ...change };
    const key = { 'idempotency-key': new Types.ObjectId().toString() };
    const send = () => who().client.post(path, body, key);
    const answers = await Promise.all([send(), send()]);
    answers.push(await send());
    expect(outcomesOf(answers)).toEqual({ 200: 3 });
    expect(await takenOf(slotId)).toBe(1);
    expect(await mismatches()).toEqual([]);
  });

  it('stays with the other farm’s part of the order', async () => {
    const other = await market.farm();
    const honey = await market.product(other);
    await market.schedule(other);
    const theirs = await slotIn(3, other);
    const items = [plums, honey].map(({ _id }) => ({ productId: _id.toString(), quantity: 1 }));
    const pickup = { fulfilment: 'pickup' as const };
    const farms = {
      [farm.id]: { ...pickup, slotId },
      [other.id]: { ...pickup, slotId: theirs._id },
    };
    const order = await placed(undefined, { items, farms });
    const part = order.parts.find(({ farmId }) => farmId === other.id);
    const change = { version: 1, status: 'declined', declineReason: 'other' };
    const ids = { orderId: order._id, partId: part?._id };
    expect((await movePart(other.farmer.client, ids, change)).status).toBe(200);
    expect([await takenOf(slotId), await takenOf(theirs._id)]).toEqual([1, 0]);
  });
});

describe('a slot that its farm gives up', () => {
  const REASON = 'The field is flooded';
  const statusesOf = async (orders: readonly OrderDto[]) =>
    Promise.all(
      orders.map(async ({ _id }) => {
        const { body } = await admin.client.get(`/orders/${_id}`);
        return orderDtoSchema.parse(body).parts.map(({ status }) => status);
      }),
    );
  const close = async (id: Id) => {
    const slot = (await market.slots(farm)).find(({ _id }) => _id === id);
    const body = { version: slot?.version, fate: { orders: 'cancel', reason: REASON } };
    expect((await farm.farmer.client.post(`/slots/${id}/close`, body)).status).toBe(200);
    await market.settled();
  };

  it('declines its orders with the reason, and no others', async () => {
    await market.schedule(farm);
    const [given, kept] = [await slotIn(3), await slotIn(4)];
    const orders = [await placed(given._id), await placed(given._id), await placed(given._id)];
    const other = await placed(kept._id);
    const [packed, delivered] = orders as [OrderDto, OrderDto, OrderDto];
    const reason = 'For the test';
    const override = { reason };
    await move(admin, packed, { status: 'packed', ...override });
    await move(admin, delivered, { status: 'delivered', ...override });
    const stock = async () =>
      (await market.collection<Product>('products').findOne({ _id: plums._id }))?.onHand ?? 0;
    const before = await stock();
    await close(given._id);
    expect(await statusesOf([...orders, other])).toEqual([
      ['declined'],
      ['delivered'],
      ['declined'],
      ['placed'],
    ]);
    expect(await stock()).toBe(before + 2_000);
    const { body } = await customer.client.get(`/orders/${packed._id}`);
    const { timeline } = orderDtoSchema.parse(body).parts[0] ?? {};
    expect(timeline?.at(-1)).toMatchObject({
      by: { role: 'farmer', name: packed.parts[0]?.farmName },
      reason: REASON,
      declineReason: 'other',
      goods: 'restock',
    });
    const log = await admin.client.get(`/audit-log?target=${packed._id}`);
    expect(log.body).toMatchObject({
      entries: [
        {
          actor: null,
          before: { status: 'packed' },
          after: { status: 'declined' },
          reason: REASON,
        },
        {},
      ],
    });
    const inbox = await customer.client.get('/inbox');
    const notices = (inbox.body as { notifications: { kind: string; text: string }[] })
      .notifications;
    const declined = notices.filter(({ kind }) => kind === 'order.declined');
    expect(declined).toHaveLength(2);
    for (const { text } of declined) expect(text).toContain(REASON);
    expect(await mismatches()).toEqual([]);
    // the delivered order's place only
    expect(await takenOf(given._id)).toBe(1);
  });

  it('declines them once though the event comes twice', async () => {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(3);
    const order = await placed(slotId);
    await close(slotId);
    const [event] = await market.events({ name: 'slot.withdrawn', aggregateId: slotId });
    if (!event) throw new Error('no slot was withdrawn');
    await market.handle({ ...event, id: new Types.ObjectId().toString() });
    await market.settled();
    const moved = await market.events({
      name: 'order.part-changed',
      aggregateId: order._id,
    });
    expect(moved).toHaveLength(1);
    expect(await takenOf(slotId)).toBe(0);
    expect(await mismatches()).toEqual([]);
  });

  it('declines more orders than one event can', async () => {
    await market.schedule(farm, { capacity: null });
    const { _id: slotId } = await slotIn(3);
    const buyers = await market.crowd(52);
    const answers = await Promise.all(buyers.map((buyer) => place(buyer, slotId)));
    const orders = answers.map(({ body }) => orderDtoSchema.parse(body));
    await close(slotId);
    expect(new Set((await statusesOf(orders)).flat())).toEqual(new Set(['declined']));
    expect(await market.events({ name: 'slot.withdrawn', aggregateId: slotId })).toHaveLength(2);
    expect(await takenOf(slotId)).toBe(0);
  });

  it('is not taken by a hold’s order that comes after it', async () => {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(3);
    const path = `/cart/items/${plums._id}`;
    const { version } = cartDtoSchema.parse(
      (await customer.client.put(path, { quantity: 1 })).body,
    );
    const farms = { [farm.id]: { fulfilment: 'pickup', slotId } };
    const key = { 'idempotency-key': randomUUID() };
    const started = await customer.client.post('/checkout/holds', { version, farms }, key);
    const { _id: holdId } = holdDtoSchema.parse(started.body);
    await close(slotId);
    const answer = await place(customer, slotId, { holdId });
    expect(answer.code).toBe('SLOT_CLOSED');
    expect(refusalOf(answer).free).toHaveLength(3);
  });
});

describe('the recount of places', () => {
  it('finds a wrong number and repairs it, from live parts and open holds', async () => {
    await market.schedule(farm);
    const { _id: slotId } = await slotIn(3);
    await placed(slotId);
    await move(customer, await placed(slotId), { status: 'cancelled' });
    await set(slotId, { taken: 9 });
    const wrong = [{ slotId, taken: 9, counted: 1 }];
    expect(await mismatches()).toEqual(wrong);
    expect(await mismatches(true)).toEqual(wrong);
    expect(await mismatches()).toEqual([]);
    expect(await takenOf(slotId)).toBe(1);
  });
});

describe('orders by day', () => {
  const found = async ({ client }: TestPerson, query: string) =>
    ordersPageSchema
      .parse((await client.get(`/orders?${query}`)).body)
      .orders.map(({ _id }) => _id)
      .toSorted();

  it('are listed, picked, packed and exported', async () => {
    const old = await placed();
    // as it was stored before there were slots
    await market
      .collection<Order>('orders')
      .updateOne({ _id: new Types.ObjectId(old._id) }, { $unset: { 'parts.0.slot': 1 } });
    await market.schedule(farm, { window: { from: '09:30', to: '12:00' } });
    const third = await placed((await slotIn(3))._id);
    const fourth = await placed((await slotIn(4))._id);
    const ofFarm = `farm=${farm.id}`;
    for (const who of [farm.farmer, admin])
      for (const [wanted, order] of [
        [day(3), third],
        [day(4), fourth],
        ['none', old],
      ] as const)
        expect([wanted, await found(who, `${ofFarm}&day=${wanted}`)]).toEqual([
          wanted,
          [order._id],
        ]);
    expect(await found(farm.farmer, `day=none`)).toEqual([old._id]);
    expect(await found(farm.farmer, `day=${day(3)}&status=Delivered`)).toEqual([]);
    expect(await found(customer, `day=${day(4)}`)).toEqual([fourth._id]);
    expect(await found(customer, 'day=none')).toEqual([old._id]);
    expect((await customer.client.get('/orders?day=Friday')).code).toBe('VALIDATION_FAILED');

    const pickList = async (wanted: string) =>
      pickListSchema.parse(
        (await farm.farmer.client.get(`/farms/mine/pick-list?day=${wanted}`)).body,
      );
    expect(await pickList(day(3))).toMatchObject({
      orders: [{ orderId: third._id, slot: { date: day(3) } }],
      products: [{ quantity: 1 }],
      total: 1,
    });
    expect(await pickList('none')).toMatchObject({ orders: [{ orderId: old._id, slot: null }] });
    const slip = await farm.farmer.client.get(`/orders/${fourth._id}/packing-slip`);
    expect(packingSlipSchema.parse(slip.body).slot).toEqual(fourth.parts[0]?.slot);

    const csv = String((await farm.farmer.client.get('/orders.csv')).body);
    expect(csv).toContain(',fulfilment,day,from,until,status,');
    expect(csv).toContain(`,pickup,${day(3)},09:30,12:00,placed,`);
    expect(csv).toContain(',pickup,,,,placed,');
    const ofDay = String((await farm.farmer.client.get(`/orders.csv?day=${day(3)}`)).body);
    expect(ofDay.trimEnd().split('\r\n')).toHaveLength(2);
  });
});
