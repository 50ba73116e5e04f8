import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  type Fulfilment,
  farmCalendarsSchema,
  freeSlotsOf,
  type Id,
  type OwnSlotDto,
  type SlotRefusal,
  slotRefusalSchema,
} from '#libs/contracts';
import { type Farm, FarmsService } from '#libs/farms';
import { DomainError, Outbox, Transactions } from '#libs/platform';
import { Marketplace, type TestFarm } from '#libs/testing';
import { PlacesService, type WantedPlace } from './places.service.js';
import { PlacesCheck } from './places-check.service.js';
import type { Slot } from './slot.model.js';

const CAPACITY = 25;
const TODAY = dayOf(Date.now(), 'UTC');
const day = (add: number) => addDays(TODAY, add);
/** The server's clock: tomorrow's slot takes orders until 20:00, today's takes none. */
const NOON = Date.parse(`${TODAY}T12:00:00Z`);

let market: Marketplace;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
});

const transactions = () => market.app.get(Transactions);
const places = () => market.app.get(PlacesService);
type Wish = Partial<Omit<WantedPlace, 'farm'>> & { of?: TestFarm; keys?: string[] };

/** Takes a place as an order does, in a transaction of its own. */
async function take({ of = farm, keys = [], ...wish }: Wish = {}) {
  return transactions().run(async (session) => {
    const [stored] = await market.app.get(FarmsService).byIds(session, [new Types.ObjectId(of.id)]);
    const wanted = { method: 'pickup' as const, postalCode: null, now: NOON, ...wish };
    const { slot, events } = await places().take(session, { ...wanted, farm: stored as Farm });
    await market.app.get(Outbox).add(session, ...events);
    return slot;
  }, keys);
}
const free = (slotId: Id, keys: string[] = []) =>
  transactions().run(async (session) => {
    await market.app.get(Outbox).add(session, ...(await places().free(session, slotId)));
  }, keys);
/** What a refused order is told. */
async function refusal(wish: Wish): Promise<SlotRefusal & { code: string; text: string }> {
  const error: unknown = await take(wish).then(
    () => new Error('a place was taken'),
    (refused: unknown) => refused,
  );
  if (!(error instanceof DomainError)) throw error;
  return { code: error.code, text: error.message, ...slotRefusalSchema.parse(error.details) };
}
const stored = async (id: Id) => {
  const slot = await market.collection<Slot>('slots').findOne({ _id: new Types.ObjectId(id) });
  if (!slot) throw new Error('no such slot');
  return slot;
};
const set = (id: Id, change: Partial<Slot>) =>
  market.collection<Slot>('slots').updateOne({ _id: new Types.ObjectId(id) }, { $set: change });
/** The slot of the farm that many days from today. */
async function slotIn(days: number, of = farm): Promise<OwnSlotDto> {
  const slot = (await market.slots(of)).find(({ date }) => date === day(days));
  if (!slot) throw new Error(`no slot in ${days} days`);
  return slot;
}
const outcomes = async (attempts: Promise<unknown>[]) => {
  const counts: Record<string, number> = {};
  for (const attempt of await Promise.allSettled(attempts)) {
    const { reason } = attempt as Partial<PromiseRejectedResult>;
    const outcome = reason instanceof DomainError ? reason.code : reason ? String(reason) : 'taken';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};

describe('a place', () => {
  it('is taken with the slot as it was agreed, and freed', async () => {
    await market.schedule(farm);
    const { _id, date, startAt, endAt, cutOffAt } = await slotIn(3);
    expect(await take({ slotId: _id })).toEqual({ _id, date, startAt, endAt, cutOffAt });
    expect(await slotIn(3)).toMatchObject({ taken: 1, left: CAPACITY - 1, version: 2 });
    await free(_id);
    expect(await slotIn(3)).toMatchObject({ taken: 0, left: CAPACITY, version: 3 });
    // once more than was taken changes nothing
    await free(_id);
    expect(await slotIn(3)).toMatchObject({ taken: 0, version: 3 });
    await free(new Types.ObjectId().toString());
  });

  it('is that of the next slot that can be had, if none is chosen', async () => {
    await market.schedule(farm);
    await set((await slotIn(1))._id, { state: 'closed' });
    await set((await slotIn(2))._id, { taken: CAPACITY });
    expect(await take()).toMatchObject({ date: day(3) });
  });

  it('is not needed where a method has no schedule: the farm says when', async () => {
    expect(await take()).toBeNull();
    await market.schedule(farm);
    expect(await take({ method: 'delivery' })).toBeNull();
  });

  it('counts without a limit where the slot has none', async () => {
    await market.schedule(farm, { capacity: null });
    const { _id } = await slotIn(2);
    await take({ slotId: _id });
    await take({ slotId: _id });
    expect(await slotIn(2)).toMatchObject({ taken: 2, left: null, capacity: null });
  });

  it('is published to those who have the farm’s days on screen, the numbers to the farm', async () => {
    await market.schedule(farm);
    const { _id } = await slotIn(2);
    await take({ slotId: _id });
    const of = { aggregateId: _id };
    const [change] = await market.events({ name: 'slot.changed', ...of });
    expect(change).toMatchObject({
      version: 2,
      payload: { slot: { _id, left: CAPACITY - 1 }, public: true },
    });
    const own = await market.events({ name: 'own-slot.changed', ...of });
    expect(own.at(-1)).toMatchObject({ version: 2, payload: { slot: { taken: 1 } } });
  });

  it('is not taken by a cart', async () => {
    await market.schedule(farm);
    const product = await market.product(farm);
    const customer = await market.person('customer');
    expect((await customer.client.put(`/cart/items/${product._id}`, { quantity: 1 })).status).toBe(
      200,
    );
    expect((await market.slots(farm)).filter(({ taken }) => taken > 0)).toEqual([]);
  });
});

describe('a refusal', () => {
  let full: OwnSlotDto;
  beforeEach(async () => {
    await market.schedule(farm);
    full = await slotIn(1);
    await set(full._id, { taken: CAPACITY });
  });

  it.each<[string, string, string, () => Promise<Wish> | Wish]>([
    ['a full slot', 'SLOT_FULL', 'full', () => ({ slotId: full._id })],
    [
      'a slot after its cut-off',
      'SLOT_CLOSED',
      'cut_off',
      () => ({ slotId: full._id, now: Date.parse(full.cutOffAt) }),
    ],
    [
      'a slot that is over',
      'SLOT_CLOSED',
      'cut_off',
      () => ({ slotId: full._id, now: Date.parse(full.endAt) + 1 }),
    ],
    [
      'a closed slot',
      'SLOT_CLOSED',
      'no_day',
      async () => {
        await set(full._id, { state: 'closed' });
        return { slotId: full._id };
      },
    ],
    [
      'an unknown slot',
      'SLOT_NOT_FOUND',
      'no_day',
      () => ({ slotId: new Types.ObjectId().toString() }),
    ],
    [
      'a slot of another method',
      'SLOT_NOT_FOUND',
      'no_day',
      () => ({ slotId: full._id, method: 'delivery' as Fulfilment }),
    ],
    [
      'another farm’s slot',
      'SLOT_NOT_FOUND',
      'no_day',
      async () => {
        const other = await market.farm();
        await market.schedule(other);
        return { slotId: (await slotIn(3, other))._id };
      },
    ],
  ])('of %s is %s', async (_title, code, reason, wish) => {
    const wanted = await wish();
    const refused = await refusal(wanted);
    expect(refused).toMatchObject({ code, reason, farmId: farm.id, slotId: wanted.slotId });
    // nothing of another method can be had here
    if (wanted.method === 'delivery') expect(refused.free).toEqual([]);
    else expect(refused.free).toHaveLength(3);
    expect((await market.slots(farm)).filter(({ taken }) => taken > 0)).toHaveLength(1);
  });

  it('offers the next slots that can be had, and says which is the first', async () => {
    await set((await slotIn(2))._id, { state: 'closed' });
    const refused = await refusal({ slotId: full._id });
    expect(refused.free.map(({ date }) => date)).toEqual([3, 4, 5].map(day));
    expect(refused.text).toMatch(/^\w+day is full\. Next: \w+day\.$/);
  });

  it('of an address outside the area names what reaches it', async () => {
    const area = { method: 'delivery' as const, place: null, areas: ['125'] };
    await market.schedule(farm, area);
    await market.schedule(farm, { ...area, areas: ['100', '101'], weekdays: [3] });
    const slots = await market.slots(farm);
    const hudson = slots.find(({ areas, date }) => areas.includes('125') && date > day(1));
    const city = slots.find(({ areas, date }) => areas.includes('100') && date > day(1));
    const order = { method: 'delivery' as const, slotId: hudson?._id };
    const refused = await refusal({ ...order, postalCode: '10025' });
    expect(refused).toMatchObject({ code: 'AREA_NOT_SERVED', reason: 'area' });
    expect(refused.free[0]).toMatchObject({ _id: city?._id });
    expect(await refusal({ method: 'delivery', postalCode: '94110' })).toMatchObject({
      code: 'AREA_NOT_SERVED',
      slotId: null,
      free: [],
    });
    expect(await take({ ...order, postalCode: '12534-1234' })).toMatchObject({ _id: hudson?._id });
  });

  it('without a chosen slot says that no day is left', async () => {
    await market
      .collection<Slot>('slots')
      .updateMany({ farmId: new Types.ObjectId(farm.id) }, { $set: { state: 'closed' } });
    expect(await refusal({})).toMatchObject({ code: 'SLOT_CLOSED', reason: 'no_day', free: [] });
    await market
      .collection<Slot>('slots')
      .updateMany(
        { farmId: new Types.ObjectId(farm.id) },
        { $set: { state: 'open', taken: CAPACITY } },
      );
    expect(await refusal({})).toMatchObject({ code: 'SLOT_FULL', reason: 'full', free: [] });
  });

  it('comes from a farm that is on holiday or may not sell, too', async () => {
    const farms = market.collection<Farm>('farms');
    const filter = { _id: new Types.ObjectId(farm.id) };
    const until = new Date(Date.now() + 86_400_000);
    await farms.updateOne(filter, { $set: { holiday: { until, message: null } } });
    expect((await refusal({})).code).toBe('FARM_ON_HOLIDAY');
    await farms.updateOne(filter, { $set: { holiday: null, status: 'refused' } });
    expect((await refusal({})).code).toBe('FARM_NOT_APPROVED');
  });
});

describe('a cut-off', () => {
  /** Whether the page offers tomorrow’s slots at a moment, and whether an order gets them; soonest first. */
  async function tomorrowAt(time: string) {
    const now = Date.parse(`${day(1)}T${time}Z`);
    const { body } = await market.visitor.get(`/calendars?farms=${farm.id}`);
    const [calendar] = farmCalendarsSchema.parse(body).calendars;
    if (!calendar) throw new Error('the farm has no calendar');
    const offered = freeSlotsOf({ now, method: 'pickup', calendar });
    const answers: [offered: boolean, taken: string][] = [];
    for (const { _id, date } of calendar.slots.filter((slot) => slot.date === day(1)))
      answers.push([
        offered.some((slot) => slot._id === _id && slot.date === date),
        Object.keys(await outcomes([take({ slotId: _id, now })])).join(),
      ]);
    return answers;
  }
  const [OPEN, CLOSED] = [
    [true, 'taken'],
    [false, 'SLOT_CLOSED'],
  ];

  it('on the same day is one for the page and the API, to the millisecond', async () => {
    await market.schedule(farm, { cutOff: { daysBefore: 0, time: '10:00' } });
    // today is not missing before it
    expect(await tomorrowAt('00:00:00.000')).toEqual([OPEN]);
    expect(await tomorrowAt('09:59:59.999')).toEqual([OPEN]);
    expect(await tomorrowAt('10:00:00.000')).toEqual([CLOSED]);
    expect(await tomorrowAt('17:00:00.000')).toEqual([CLOSED]);
  });

  it('closes all windows of a day that have it, and no other', async () => {
    const cutOff = { daysBefore: 0, time: '07:00' };
    await market.schedule(farm, { cutOff, window: { from: '08:00', to: '10:00' } });
    await market.schedule(farm, { cutOff, window: { from: '16:00', to: '19:00' } });
    const late = { daysBefore: 0, time: '18:00' };
    await market.schedule(farm, { cutOff: late, window: { from: '18:00', to: '20:00' } });
    expect(await tomorrowAt('06:59:59.999')).toEqual([OPEN, OPEN, OPEN]);
    expect(await tomorrowAt('07:00:00.000')).toEqual([CLOSED, CLOSED, OPEN]);
  });
});

describe('many at once', () => {
  it.each([
    ['one at a time in this process', true],
    ['that collide', false],
  ])('take exactly the places that there are, in transactions %s', async (_title, inLine) => {
    await market.schedule(farm, { capacity: CAPACITY });
    const { _id: slotId } = await slotIn(2);
    const keys = inLine ? [`slot:${slotId}`] : [];
    const attempts = Array.from({ length: 80 }, () => take({ slotId, keys }));
    expect(await outcomes(attempts)).toEqual({ taken: CAPACITY, SLOT_FULL: 80 - CAPACITY });
    expect(await stored(slotId)).toMatchObject({ taken: CAPACITY });
  });

  it('never have more than there are while others give theirs back', async () => {
    await market.schedule(farm, { capacity: CAPACITY });
    const { _id: slotId } = await slotIn(2);
    for (let n = 0; n < CAPACITY; n++) await take({ slotId });
    const [freed, arrived] = await Promise.all([
      outcomes(Array.from({ length: CAPACITY }, () => free(slotId))),
      outcomes(Array.from({ length: 2 * CAPACITY }, () => take({ slotId }))),
    ]);
    expect(freed).toEqual({ taken: CAPACITY });
    const { taken = 0, SLOT_FULL = 0 } = arrived;
    expect(taken + SLOT_FULL).toBe(2 * CAPACITY);
    expect(await stored(slotId)).toMatchObject({ taken });
    const changes = await market.events({ name: 'own-slot.changed', aggregateId: slotId });
    const numbers = changes.map(({ payload }) => (payload as { slot: OwnSlotDto }).slot.taken);
    expect(Math.max(...numbers)).toBe(CAPACITY);
    // each change has the next version, so none was lost
    expect(changes.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 1 + 2 * CAPACITY + taken }, (_, n) => n + 1),
    );
  });

  it('who choose no slot fill one after the other', async () => {
    await market.schedule(farm, { capacity: 2 });
    await Promise.all(Array.from({ length: 5 }, () => take()));
    const filled = [await slotIn(1), await slotIn(2), await slotIn(3)];
    expect(filled.map(({ taken }) => taken)).toEqual([2, 2, 1]);
  });
});

describe('the recount of places', () => {
  it('finds what differs from the orders and holds, and repairs it', async () => {
    await market.schedule(farm);
    const [one, other] = [await slotIn(2), await slotIn(3)];
    await take({ slotId: one._id });
    await take({ slotId: one._id });
    await set(one._id, { taken: 7 });
    const truth = new Map([[one._id, 2]]);
    const count = () => Promise.resolve(truth);
    const check = market.app.get(PlacesCheck);
    const ofFarm = async (repair: boolean) =>
      (await check.run(count, { repair })).filter(({ slotId }) =>
        [one._id, other._id].includes(slotId),
      );
    const mismatch = [{ slotId: one._id, taken: 7, counted: 2 }];
    expect(await ofFarm(false)).toEqual(mismatch);
    expect(await ofFarm(true)).toEqual(mismatch);
    expect(await ofFarm(false)).toEqual([]);
    expect(await slotIn(2)).toMatchObject({ taken: 2 });
  });
});
