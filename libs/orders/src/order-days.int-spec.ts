import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  inboxPageSchema,
  type NotificationDto,
  newFeedSchema,
  type OrderDto,
  orderDtoSchema,
  ownFeedSchema,
  type PlaceOrder,
  reminderOf,
} from '#libs/contracts';
import { Jobs } from '#libs/platform';
import type { Product } from '#libs/products';
import {
  ADDRESS,
  Marketplace,
  movePart,
  type TestFarm,
  type TestPerson,
  waitFor,
} from '#libs/testing';
import { ClosingsService } from './closings.service.js';
import { RemindersService } from './reminders.service.js';

const TODAY = dayOf(Date.now(), 'UTC');
const day = (add: number) => addDays(TODAY, add);
/** An hour of a day to come, in milliseconds since 1970. */
const hour = (add: number, clock: string) => Date.parse(`${day(add)}T${clock}:00.000Z`);

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

/** An order of these farms in their pickup slots in so many days. */
async function order(
  days: number,
  farms: readonly (readonly [TestFarm, Product])[] = [[farm, plums]],
): Promise<OrderDto> {
  const choices: NonNullable<PlaceOrder['farms']> = {};
  for (const [one] of farms) {
    const slot = (await market.slots(one)).find(({ date }) => date === day(days));
    choices[one.id] = { fulfilment: 'pickup', ...(slot && { slotId: slot._id }) };
  }
  const body = {
    items: farms.map(([, { _id }]) => ({ productId: _id.toString(), quantity: 1 })),
    address: ADDRESS,
    farms: choices,
  };
  const answer = await customer.client.post('/orders', body, {
    'idempotency-key': new Types.ObjectId().toString(),
  });
  return orderDtoSchema.parse(answer.body);
}
const move = async (who: TestPerson, { _id }: OrderDto, change: object) => {
  const [part] = orderDtoSchema.parse((await admin.client.get(`/orders/${_id}`)).body).parts;
  const body = { version: part?.version, ...change };
  const answer = await movePart(who.client, { orderId: _id, partId: part?._id }, body);
  expect(answer.code).toBeUndefined();
};
/** The dates of a calendar file. */
const datesIn = (file: unknown) =>
  new ICAL.Component(ICAL.parse(String(file)) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => {
      const value = (name: string) => event.getFirstPropertyValue(name)?.toString() ?? null;
      return {
        uid: value('uid'),
        sequence: Number(value('sequence')),
        summary: value('summary'),
        location: value('location'),
        status: value('status'),
        start: value('dtstart'),
        end: value('dtend'),
      };
    });

describe('the calendar of an order', () => {
  it('has a date for each part with a slot, and says which are cancelled', async () => {
    await market.schedule(farm, { place: 'The market, stand 7; by the gate' });
    const other = await market.farm();
    const pears = await market.product(other);
    const placed = await order(3, [
      [farm, plums],
      [other, pears],
    ]);
    const [part] = placed.parts.filter(({ slot }) => slot);
    const file = () => customer.client.get(`/orders/${placed._id}/calendar.ics`);
    const first = await file();
    expect(first.headers.get('content-type')).toContain('text/calendar');
    const date = {
      uid: `${part?._id}@parts.farmgate`,
      sequence: 1,
      summary: `Pick up from ${part?.farmName}`,
      location: 'The market, stand 7; by the gate',
      status: 'CONFIRMED',
      start: `${day(3)}T16:00:00Z`,
      end: `${day(3)}T19:00:00Z`,
    };
    expect(datesIn(first.body)).toEqual([date]);
    const change = { version: 1, status: 'cancelled' };
    await movePart(customer.client, { orderId: placed._id, partId: part?._id }, change);
    expect(datesIn((await file()).body)).toEqual([{ ...date, sequence: 2, status: 'CANCELLED' }]);
  });

  it('can be that of one part', async () => {
    const other = await market.farm();
    const pears = await market.product(other);
    for (const one of [farm, other]) await market.schedule(one);
    const placed = await order(3, [
      [farm, plums],
      [other, pears],
    ]);
    for (const { _id } of placed.parts) {
      const path = `/orders/${placed._id}/calendar.ics?part=${_id}`;
      const dates = datesIn((await customer.client.get(path)).body);
      expect(dates.map(({ uid }) => uid)).toEqual([`${_id}@parts.farmgate`]);
    }
  });

  it('is not found without a slot, and by another customer', async () => {
    const without = await order(3);
    const answer = await customer.client.get(`/orders/${without._id}/calendar.ics`);
    expect([answer.status, answer.code]).toEqual([404, 'SLOT_NOT_FOUND']);
    await market.schedule(farm);
    const { _id } = await order(3);
    const stranger = await market.person('customer');
    const refused = await stranger.client.get(`/orders/${_id}/calendar.ics`);
    expect([refused.status, refused.code]).toEqual([404, 'ORDER_NOT_FOUND']);
  });
});

describe('a reminder', () => {
  const send = (now: number) => market.app.get(RemindersService).send(now);
  async function reminders(of: TestPerson = customer): Promise<NotificationDto[]> {
    await market.settled();
    const { notifications } = inboxPageSchema.parse((await of.client.get('/inbox')).body);
    return notifications.filter(({ kind }) => kind === 'order.reminder');
  }
  beforeEach(() => market.schedule(farm));

  it('comes the evening before, once per part, also when two workers look at once', async () => {
    const { _id, code } = await order(3);
    await send(hour(2, '17:59'));
    expect(await reminders()).toEqual([]);
    await Promise.all([send(hour(2, '18:00')), send(hour(2, '18:00'))]);
    await send(hour(2, '18:15'));
    await send(hour(3, '08:00'));
    expect(await reminders()).toMatchObject([
      {
        title: `Tomorrow: your order ${code}`,
        link: { path: `/orders/${_id}` },
        details: [
          { label: expect.stringContaining('pickup at The barn') },
          { label: expect.stringContaining('Carrots') },
        ],
      },
    ]);
  });

  it('is one for the parts of all farms on that day', async () => {
    const other = await market.farm();
    await market.schedule(other);
    const pears = await market.product(other);
    await order(3, [
      [farm, plums],
      [other, pears],
    ]);
    await send(hour(2, '18:00'));
    const [entry, ...more] = await reminders();
    expect(more).toEqual([]);
    expect(entry?.details.filter(({ label }) => label.includes('pickup at'))).toHaveLength(2);
  });

  it('comes late after the worker was away, and not after the slot has begun', async () => {
    const { code } = await order(3);
    await send(hour(3, '15:59'));
    expect(await reminders()).toMatchObject([{ title: `Today: your order ${code}` }]);
    await order(4);
    await send(hour(4, '16:00'));
    expect(await reminders()).toHaveLength(1);
  });

  it('does not come for what is cancelled, declined or delivered', async () => {
    await move(customer, await order(3), { status: 'cancelled' });
    await move(farm.farmer, await order(3), { status: 'declined', declineReason: 'other' });
    const delivered = await order(3);
    for (const status of ['accepted', 'packed', 'ready_for_pickup', 'delivered'])
      await move(farm.farmer, delivered, { status });
    await send(hour(2, '18:00'));
    expect(await reminders()).toEqual([]);
  });

  it('does not come for an order that is placed after it was due', async () => {
    const { _id } = await order(3);
    const createdAt = new Date(Date.parse(reminderOf(day(3), 'UTC')) + 1);
    await market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(_id) }, { $set: { createdAt } });
    await send(hour(2, '18:30'));
    expect(await reminders()).toEqual([]);
  });

  it('is a job of the worker', async () => {
    // as if the day were tomorrow, and the evening were over
    const { _id } = await order(3);
    const soon = new Date(Date.now() + 60_000).toISOString();
    await market.collection('orders').updateOne(
      { _id: new Types.ObjectId(_id) },
      {
        $set: {
          createdAt: new Date(Date.now() - 3 * 86_400_000),
          'parts.0.slot.date': TODAY,
          'parts.0.slot.startAt': soon,
        },
      },
    );
    await market.app.get(Jobs).add('reminders.send', {}, { id: `test-${_id}` });
    await waitFor('the reminder', async () => (await reminders()).length === 1);
  });
});

describe('a cut-off that is near', () => {
  const send = (now: number) => market.app.get(ClosingsService).send(now);
  async function notices(): Promise<NotificationDto[]> {
    await market.settled();
    const { notifications } = inboxPageSchema.parse((await customer.client.get('/inbox')).body);
    return notifications.filter(({ kind }) => kind === 'order.closing');
  }
  const cutOffOf = ({ parts }: OrderDto) => Date.parse(parts[0]?.slot?.cutOffAt ?? '');
  const HOUR_MS = 3_600_000;
  /** An order that was placed long before its cut-off. */
  async function earlyOrder(): Promise<{ placed: OrderDto; cutOff: number }> {
    const placed = await order(5);
    const createdAt = new Date(Date.now() - 86_400_000);
    await market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(placed._id) }, { $set: { createdAt } });
    return { placed, cutOff: cutOffOf(placed) };
  }
  beforeEach(() => market.schedule(farm));

  it('is told in its last three hours, once, also when two workers look at once', async () => {
    const { placed, cutOff } = await earlyOrder();
    await send(cutOff - 3 * HOUR_MS - 1);
    expect(await notices()).toEqual([]);
    await Promise.all([send(cutOff - 3 * HOUR_MS), send(cutOff - 3 * HOUR_MS)]);
    await send(cutOff - HOUR_MS);
    expect(await notices()).toMatchObject([
      { title: expect.stringContaining(placed.code), link: { path: `/orders/${placed._id}` } },
    ]);
  });

  it('is not told in its last half hour, and not of what cannot be changed any more', async () => {
    const { placed, cutOff } = await earlyOrder();
    await send(cutOff - HOUR_MS / 2 + 1);
    for (const status of ['accepted', 'packed']) await move(farm.farmer, placed, { status });
    await send(cutOff - HOUR_MS);
    expect(await notices()).toEqual([]);
  });

  it('is not told to who has just ordered', async () => {
    const placed = await order(5);
    const cutOff = cutOffOf(placed);
    const createdAt = new Date(cutOff - 3 * HOUR_MS);
    await market
      .collection('orders')
      .updateOne({ _id: new Types.ObjectId(placed._id) }, { $set: { createdAt } });
    await send(cutOff - 2 * HOUR_MS);
    expect(await notices()).toEqual([]);
  });
});

describe('a calendar with a private address', () => {
  const make = async ({ client }: TestPerson) =>
    newFeedSchema.parse((await client.post('/feeds')).body).address;
  const read = (address: string) => fetch(`${market.url}${new URL(address).pathname}`);
  const dates = async (address: string) => datesIn(await (await read(address)).text());

  it('has a customer’s days, without where deliveries go to', async () => {
    await market.schedule(farm, { method: 'delivery', place: null });
    const slot = (await market.slots(farm)).find(({ date }) => date === day(3));
    const body = {
      items: [{ productId: plums._id.toString(), quantity: 1 }],
      address: ADDRESS,
      farms: { [farm.id]: { fulfilment: 'delivery', slotId: slot?._id } },
    };
    await customer.client.post('/orders', body, {
      'idempotency-key': new Types.ObjectId().toString(),
    });
    const address = await make(customer);
    const answer = await read(address);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(datesIn(text)).toMatchObject([
      {
        start: `${day(3)}T16:00:00Z`,
        summary: expect.stringContaining('Delivery from'),
        location: null,
      },
    ]);
    expect(text).not.toContain(ADDRESS.line1);
    expect(text).not.toContain(customer.user.lastName);
  });

  it('has a farm’s days with the number of orders, and nothing of its customers', async () => {
    await market.schedule(farm);
    const address = await make(farm.farmer);
    expect(await dates(address)).toEqual([]);
    await order(3);
    await order(3);
    await move(customer, await order(3), { status: 'cancelled' });
    await move(customer, await order(4), { status: 'cancelled' });
    const text = await (await read(address)).text();
    expect(datesIn(text)).toMatchObject([
      {
        summary: '2 orders, pickup at The barn',
        location: 'The barn',
        start: `${day(3)}T16:00:00Z`,
        sequence: 4,
      },
    ]);
    expect(text).not.toContain(customer.user.name);
    expect(text).not.toContain('FG-');
  });

  it('is stored hashed, replaced by another, and gone once it is revoked', async () => {
    const first = await make(customer);
    const [token = ''] = first.split('/').at(-1)?.split('.') ?? [];
    expect(token.length).toBeGreaterThanOrEqual(43);
    const stored = await market.collection('feeds').find().toArray();
    expect(JSON.stringify(stored)).not.toContain(token);
    const second = await make(customer);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const own = async () => ownFeedSchema.parse((await customer.client.get('/feeds/mine')).body);
    expect((await own()).feed).not.toBeNull();
    await customer.client.delete('/feeds/mine');
    expect((await own()).feed).toBeNull();
    expect((await read(second)).status).toBe(404);
  });

  it('is found by nobody else, and not after its owner is suspended', async () => {
    const address = await make(customer);
    const broken = address.replace(/.\.ics$/, '.ics');
    for (const wrong of [broken, `${address.slice(0, -4)}`, address.replace('.ics', '.ics.ics')])
      expect((await read(wrong)).status).toBe(404);
    await admin.client.patch(`/users/${customer.user._id}/status`, {
      status: 'suspended',
      reason: 'Because',
    });
    await waitFor('the calendar to be gone', async () => (await read(address)).status === 404);
  });
});
