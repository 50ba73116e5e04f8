import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import {
  type AddSchedule,
  type AllSlotsPage,
  addDays,
  allSlotsPageSchema,
  dayOf,
  type FarmCalendar,
  farmCalendarsSchema,
  type Id,
  MAX_ENTRIES,
  MAX_SCHEDULES,
  type OrdersFate,
  type OwnSlotDto,
  ownFarmDtoSchema,
  ownSchedulesSchema,
  ownSlotDtoSchema,
  problemSchema,
  type ScheduleDto,
  SLOT_DAYS,
  scheduleDtoSchema,
  slotsWithOrdersSchema,
} from '#libs/contracts';
import {
  type Answer,
  EVERY_DAY,
  Marketplace,
  SocketClient,
  type TestFarm,
  waitFor,
} from '#libs/testing';
import type { Slot } from './slot.model.js';
import { SlotsJob } from './slots-job.service.js';

const KEEP: OrdersFate = { orders: 'keep' };
const CANCEL: OrdersFate = { orders: 'cancel', reason: 'The barn is flooded' };
const TODAY = dayOf(Date.now(), 'UTC');
const day = (add: number) => addDays(TODAY, add);
/** The window of every day but today. */
const EARLIER = { from: '15:00', to: '18:00' };

let market: Marketplace;
let farm: TestFarm;
beforeAll(async () => {
  market = await Marketplace.open();
});
afterAll(() => market.close());
beforeEach(async () => {
  farm = await market.farm();
});

const ruleOf = ({ _id, farmId, version, ...rule }: ScheduleDto): AddSchedule => rule;
const update = (
  schedule: ScheduleDto,
  changes: Partial<AddSchedule> & { fate?: OrdersFate },
  { farmer } = farm,
) =>
  farmer.client.put(`/schedules/${schedule._id}`, {
    ...ruleOf(schedule),
    version: schedule.version,
    ...changes,
  });
const updated = async (...change: Parameters<typeof update>) =>
  scheduleDtoSchema.parse((await update(...change)).body);
const remove = ({ _id, version }: ScheduleDto, fate?: OrdersFate) =>
  farm.farmer.client.post(`/schedules/${_id}/remove`, { version, ...(fate && { fate }) });
const close = ({ _id, version }: OwnSlotDto, fate?: OrdersFate) =>
  farm.farmer.client.post(`/slots/${_id}/close`, { version, ...(fate && { fate }) });
const reopen = ({ _id, version }: OwnSlotDto) =>
  farm.farmer.client.post(`/slots/${_id}/reopen`, { version });

async function slotIn(days: number, of = farm): Promise<OwnSlotDto> {
  const slot = (await market.slots(of)).find(({ date }) => date === day(days));
  if (!slot) throw new Error(`no slot in ${days} days`);
  return slot;
}
/** Orders take this many places of the farm's slot that many days from today. */
async function takeIn(days: number, taken: number): Promise<OwnSlotDto> {
  const _id = new Types.ObjectId((await slotIn(days))._id);
  await market.collection<Slot>('slots').updateOne({ _id }, { $set: { taken } });
  return slotIn(days);
}
async function calendarOf({ id } = farm): Promise<FarmCalendar> {
  const { body } = await market.visitor.get(`/calendars?farms=${id}`);
  const [calendar] = farmCalendarsSchema.parse(body).calendars;
  if (!calendar) throw new Error('the farm has no calendar');
  return calendar;
}
/** The calendar of that version, as pages that watch the farm receive it. */
async function publishedCalendar(version: number): Promise<FarmCalendar> {
  const events = await market.events({ aggregateId: `calendar:${farm.id}` });
  const { payload } = events.find((event) => event.version === version) ?? {};
  return (payload as { calendar: FarmCalendar }).calendar;
}
const datesOf = (slots: readonly { date: string }[]) => slots.map(({ date }) => date);
/** The days from one on, up to the last for which slots are made. */
const daysFrom = (first: number) =>
  Array.from({ length: SLOT_DAYS - first }, (_, add) => day(first + add));
const ofSlot = (slots: readonly OwnSlotDto[], { date }: OwnSlotDto) =>
  slots.find((slot) => slot.date === date);
const withdrawals = async () =>
  (await market.events({ name: 'slot.withdrawn' }))
    .map(({ payload }) => payload as { slotId: Id; farmId: Id; reason: string })
    .filter(({ farmId }) => farmId === farm.id);
/** Everything that the farm's days consist of, to see that a refusal changed nothing. */
const everything = async (of = farm) => {
  const farmId = new Types.ObjectId(of.id);
  const rows = await Promise.all([
    market.collection('schedules').find({ farmId }).sort({ _id: 1 }).toArray(),
    market.collection('slots').find({ farmId }).sort({ _id: 1 }).toArray(),
    market.collection('calendars').find({ _id: farmId }).toArray(),
  ]);
  return JSON.stringify(rows);
};
function askedFor(answer: Answer) {
  expect([answer.status, answer.code]).toEqual([409, 'SLOT_HAS_ORDERS']);
  return slotsWithOrdersSchema.parse(problemSchema.parse(answer.body).details).slots;
}

describe('a schedule', () => {
  it('has its slots at once, for everybody, and soonest first', async () => {
    expect(await calendarOf()).toEqual({ farmId: farm.id, scheduled: [], slots: [], version: 0 });
    const schedule = await market.schedule(farm, { from: day(1) });
    expect(schedule).toEqual({
      ...EVERY_DAY,
      from: day(1),
      _id: expect.any(String),
      farmId: farm.id,
      version: 1,
    });
    const { slots, ...calendar } = await calendarOf();
    expect(calendar).toEqual({ farmId: farm.id, scheduled: ['pickup'], version: 1 });
    expect(datesOf(slots)).toEqual(daysFrom(1));
    expect(slots[1]).toEqual({
      _id: expect.any(String),
      scheduleId: schedule._id,
      farmId: farm.id,
      name: EVERY_DAY.name,
      method: 'pickup',
      place: 'The barn',
      areas: [],
      date: day(2),
      startAt: `${day(2)}T16:00:00.000Z`,
      endAt: `${day(2)}T19:00:00.000Z`,
      cutOffAt: `${day(1)}T20:00:00.000Z`,
      left: 25,
      state: 'open',
      version: 1,
    });
    expect(await slotIn(2)).toEqual({ ...slots[1], capacity: 25, taken: 0 });
    const { body } = await farm.farmer.client.get('/schedules/mine');
    expect(ownSchedulesSchema.parse(body)).toEqual({ schedules: [schedule] });
  });

  it('may have the same days as another', async () => {
    await market.schedule(farm, { from: day(1) });
    await market.schedule(farm, { from: day(1), method: 'delivery', place: null });
    await market.schedule(farm, { from: day(1) });
    const { scheduled, slots, version } = await calendarOf();
    expect(scheduled).toEqual(['delivery', 'pickup']);
    expect(slots).toHaveLength(3 * (SLOT_DAYS - 1));
    expect(version).toBe(3);
  });

  it('changes its slots with an edit, and takes them with it', async () => {
    const schedule = await market.schedule(farm, { from: day(1) });
    const exceptions = [{ date: day(5), window: null }];
    const after = await updated(schedule, { window: EARLIER, capacity: 30, exceptions });
    expect(after).toMatchObject({ _id: schedule._id, window: EARLIER, version: 2 });
    const slots = await market.slots(farm);
    expect(datesOf(slots)).toEqual(daysFrom(1).filter((date) => date !== day(5)));
    expect(slots[0]).toMatchObject({ startAt: `${day(1)}T15:00:00.000Z`, left: 30, version: 2 });
    expect((await calendarOf()).version).toBe(2);

    const answer = await remove(after);
    expect([answer.status, ownSchedulesSchema.parse(answer.body)]).toEqual([
      200,
      { schedules: [] },
    ]);
    expect(await market.slots(farm)).toEqual([]);
    expect(await calendarOf()).toMatchObject({ scheduled: [], slots: [], version: 3 });
  });

  it('drops exceptions that are over with an edit', async () => {
    const schedule = await market.schedule(farm);
    const past = [{ date: day(-3), window: null }];
    const _id = new Types.ObjectId(schedule._id);
    await market.collection('schedules').updateOne({ _id }, { $set: { exceptions: past } });
    expect((await updated(schedule, { exceptions: past })).exceptions).toEqual([]);
  });

  it('is edited by one of two who saw the same version', async () => {
    const schedule = await market.schedule(farm, { from: day(1) });
    const answers = await Promise.all([
      update(schedule, { capacity: 30 }),
      update(schedule, { capacity: 40 }),
    ]);
    expect(answers.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual([
      '200 undefined',
      '409 VERSION_CONFLICT',
    ]);
    const won = answers.find(({ status }) => status === 200)?.body as ScheduleDto;
    expect(new Set((await market.slots(farm)).map(({ capacity }) => capacity))).toEqual(
      new Set([won.capacity]),
    );
    expect((await calendarOf()).version).toBe(2);
  });

  it('is added by many at once, and its farm has as many as it may', async () => {
    const all = Array.from({ length: MAX_SCHEDULES + 2 }, () =>
      farm.farmer.client.post('/schedules', { ...EVERY_DAY, until: day(0) }),
    );
    const codes = (await Promise.all(all)).map(({ code }) => code).filter(Boolean);
    expect(codes).toEqual(Array(2).fill('SCHEDULE_LIMIT_REACHED'));
    expect((await calendarOf()).version).toBe(MAX_SCHEDULES);
  });

  it('is its farm’s alone: another’s does not exist', async () => {
    const other = await market.farm();
    const schedule = await market.schedule(farm);
    const slot = await slotIn(2);
    const before = await everything();
    const { client } = other.farmer;
    const body = { version: 1 };
    const answers = await Promise.all([
      update(schedule, {}, other),
      client.post(`/schedules/${schedule._id}/remove`, body),
      client.post(`/slots/${slot._id}/close`, body),
      client.post(`/slots/${slot._id}/reopen`, body),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([
      ...['SCHEDULE_NOT_FOUND', 'SCHEDULE_NOT_FOUND'],
      ...['SLOT_NOT_FOUND', 'SLOT_NOT_FOUND'],
    ]);
    expect(await everything()).toBe(before);
    expect((await client.get('/schedules/mine')).body).toEqual({ schedules: [] });
    expect((await client.get('/slots/mine')).body).toEqual({ slots: [] });
  });
});

describe('slots with orders', () => {
  let schedule: ScheduleDto;
  let taken: OwnSlotDto;
  beforeEach(async () => {
    schedule = await market.schedule(farm, { from: day(1) });
    taken = await takeIn(3, 15);
  });

  it.each<[string, Partial<AddSchedule>]>([
    ['moved', { window: EARLIER }],
    ['removed', { exceptions: [{ date: day(3), window: null }] }],
    ['made smaller than what is taken', { capacity: 10 }],
  ])('are not %s without a decision', async (_title, changes) => {
    const before = await everything();
    expect(askedFor(await update(schedule, changes))).toEqual([
      { slotId: taken._id, date: taken.date, startAt: taken.startAt, taken: 15 },
    ]);
    expect(await everything()).toBe(before);
  });

  it('stay as agreed if they are kept, and the others change', async () => {
    await updated(schedule, { window: EARLIER, capacity: 10, fate: KEEP });
    const slots = await market.slots(farm);
    const { _id, startAt, endAt, cutOffAt, place } = taken;
    expect(ofSlot(slots, taken)).toMatchObject({
      ...{ _id, startAt, endAt, cutOffAt, place },
      ...{ taken: 15, capacity: 15, left: 0, state: 'open' },
    });
    expect(slots[0]).toMatchObject({ startAt: `${day(1)}T15:00:00.000Z`, capacity: 10 });
    expect(await withdrawals()).toEqual([]);
  });

  it('are closed if they are kept without their day, also without their schedule', async () => {
    const after = await updated(schedule, {
      exceptions: [{ date: day(3), window: null }],
      fate: KEEP,
    });
    const { _id } = taken;
    expect(ofSlot(await market.slots(farm), taken)).toMatchObject({
      _id,
      state: 'closed',
      taken: 15,
    });
    expect(datesOf((await calendarOf()).slots)).not.toContain(day(3));
    const other = await takeIn(4, 1);
    expect(askedFor(await remove(after)).map(({ slotId }) => slotId)).toEqual([other._id]);
    expect((await remove(after, KEEP)).status).toBe(200);
    expect(await market.slots(farm)).toMatchObject([
      { _id, state: 'closed', taken: 15 },
      { _id: other._id, state: 'closed', taken: 1 },
    ]);
    expect(await calendarOf()).toMatchObject({ scheduled: [], slots: [] });
  });

  it('are given up if they are cancelled, with the reason, and made anew', async () => {
    await updated(schedule, { window: EARLIER, fate: CANCEL });
    const made = await slotIn(3);
    expect(made).toMatchObject({ startAt: `${day(3)}T15:00:00.000Z`, taken: 0, version: 1 });
    expect(made._id).not.toBe(taken._id);
    const reason = 'The barn is flooded';
    expect(await withdrawals()).toEqual([{ slotId: taken._id, farmId: farm.id, reason }]);
    const own = await market.events({ name: 'own-slot.changed', aggregateId: taken._id });
    expect(own.at(-1)?.payload).toMatchObject({ slot: { state: 'withdrawn', taken: 15 } });
  });

  it('are given up with their schedule', async () => {
    expect((await remove(schedule, CANCEL)).status).toBe(200);
    expect(await market.slots(farm)).toEqual([]);
    expect((await withdrawals()).map(({ slotId }) => slotId)).toEqual([taken._id]);
  });
});

describe('a day', () => {
  beforeEach(async () => {
    await market.schedule(farm, { from: day(1) });
  });

  it('is closed and opened again, by who saw its version', async () => {
    const slot = await slotIn(3);
    const closed = ownSlotDtoSchema.parse((await close(slot)).body);
    expect(closed).toEqual({ ...slot, state: 'closed', version: 2 });
    expect(datesOf((await calendarOf()).slots)).not.toContain(slot.date);
    expect((await reopen(slot)).code).toBe('VERSION_CONFLICT');
    expect((await close(closed)).body).toEqual(closed);
    expect((await reopen(closed)).body).toEqual({ ...slot, version: 3 });
    const calendar = await calendarOf();
    expect(datesOf(calendar.slots)).toContain(slot.date);
    // shoppers' pages had no closed slot, so they receive the whole calendar
    expect(await publishedCalendar(2)).toEqual(calendar);
    const changes = await market.events({ name: 'slot.changed', aggregateId: slot._id });
    expect(changes.map(({ version, payload }) => [version, payload])).toMatchObject([
      [2, { slot: { state: 'closed' }, public: true }],
      [3, { slot: { state: 'open' }, public: true }],
    ]);
  });

  it('with orders is closed with a decision only: they stay', async () => {
    const slot = await takeIn(3, 2);
    const before = await everything();
    expect(askedFor(await close(slot))).toMatchObject([{ slotId: slot._id, taken: 2 }]);
    expect(await everything()).toBe(before);
    expect((await close(slot, KEEP)).body).toMatchObject({
      ...{ _id: slot._id, state: 'closed', taken: 2 },
    });
    expect(await withdrawals()).toEqual([]);
  });

  it('or they are cancelled, also when it is closed already', async () => {
    const slot = await takeIn(3, 2);
    const kept = ownSlotDtoSchema.parse((await close(slot, KEEP)).body);
    const anew = ownSlotDtoSchema.parse((await close(kept, CANCEL)).body);
    expect(anew).toMatchObject({ date: slot.date, state: 'closed', taken: 0, version: 1 });
    expect((await withdrawals()).map(({ slotId }) => slotId)).toEqual([slot._id]);
    expect((await reopen(kept)).code).toBe('SLOT_NOT_FOUND');
    expect((await reopen(anew)).body).toMatchObject({ _id: anew._id, state: 'open' });
    expect(datesOf((await calendarOf()).slots)).toEqual(daysFrom(1));
  });

  it('that is over cannot be changed', async () => {
    const slot = await slotIn(3);
    await market
      .collection<Slot>('slots')
      .updateOne({ _id: new Types.ObjectId(slot._id) }, { $set: { endAt: new Date() } });
    expect((await close(slot)).code).toBe('SLOT_NOT_FOUND');
    expect((await reopen(slot)).code).toBe('SLOT_NOT_FOUND');
  });
});

describe('a holiday', () => {
  const start = async (days: number, fate?: OrdersFate) => {
    const { body } = await farm.farmer.client.get('/farms/mine');
    const { version } = ownFarmDtoSchema.parse(body);
    const until = `${day(days)}T00:00:00.000Z`;
    const holiday = { version, until, ...(fate && { fate }) };
    return farm.farmer.client.post('/farms/mine/holiday', holiday);
  };
  beforeEach(async () => {
    await market.schedule(farm, { from: day(1) });
  });

  it('asks what becomes of the orders of its days, once for each', async () => {
    const [within, after] = [await takeIn(3, 2), await takeIn(6, 1)];
    const { slots } = await calendarOf();
    expect(askedFor(await start(5)).map(({ slotId }) => slotId)).toEqual([within._id]);
    expect(ownFarmDtoSchema.parse((await farm.farmer.client.get('/farms/mine')).body).holiday).toBe(
      null,
    );
    expect((await start(5, KEEP)).status).toBe(200);
    expect((await start(4)).status).toBe(200);
    expect(askedFor(await start(8)).map(({ slotId }) => slotId)).toEqual([after._id]);
    expect((await calendarOf()).slots).toEqual(slots);
  });

  it('cancels them with a reason', async () => {
    const within = await takeIn(3, 2);
    expect((await start(5, CANCEL)).status).toBe(200);
    expect((await withdrawals()).map(({ slotId }) => slotId)).toEqual([within._id]);
    const anew = await slotIn(3);
    expect(anew).toMatchObject({ state: 'open', taken: 0, version: 1 });
    const ids = (await publishedCalendar(2)).slots.map(({ _id }) => _id);
    expect([ids.includes(anew._id), ids.includes(within._id)]).toEqual([true, false]);
  });
});

describe('the job that makes slots', () => {
  const DAY_MS = 86_400_000;
  const later = (days: number) => Date.now() + days * DAY_MS;
  const extend = (now?: number) => market.app.get(SlotsJob).extend(now);
  const stored = async () =>
    (
      await market
        .collection<Slot>('slots')
        .find({ farmId: new Types.ObjectId(farm.id) })
        .sort({ date: 1 })
        .toArray()
    ).map(({ date }) => date);

  it('makes each missing day once, also after days without it and beside edits', async () => {
    const schedule = await market.schedule(farm, { from: day(1) });
    await extend();
    expect(await stored()).toEqual(daysFrom(1));
    const { version } = await calendarOf();
    expect(version).toBe(1);
    await Promise.all([extend(later(9)), extend(later(9)), updated(schedule, { capacity: 30 })]);
    await extend(later(9));
    const all = Array.from({ length: SLOT_DAYS - 1 + 9 }, (_, add) => day(1 + add));
    expect(await stored()).toEqual(all);
    const events = await market.events({ aggregateId: `calendar:${farm.id}` });
    expect(events.map((event) => event.version)).toEqual([1, 2, 3]);
    const { payload } = events.find((event) => event.version === 3) ?? {};
    expect(payload).toMatchObject({ calendar: { farmId: farm.id }, public: true });
  });

  it('leaves out what the rule does not have, and publishes nothing then', async () => {
    await market.schedule(farm, { from: day(1), until: day(10) });
    await extend(later(3));
    await extend(later(12));
    expect(await stored()).toEqual(Array.from({ length: 10 }, (_, add) => day(1 + add)));
    expect((await calendarOf()).version).toBe(1);
  });

  it('makes no slot for a day that orders were kept on, or that was closed', async () => {
    const schedule = await market.schedule(farm, { from: day(1) });
    await close(await slotIn(4));
    await takeIn(3, 2);
    await updated(schedule, { window: EARLIER, fate: KEEP });
    await extend(later(1));
    const dates = await stored();
    expect(dates).toEqual([...new Set(dates)]);
    expect(await slotIn(4)).toMatchObject({ state: 'closed' });
  });
});

describe('an open page', () => {
  it('receives a farm’s new days and places while it watches them', async () => {
    const [page, elsewhere] = await Promise.all([
      SocketClient.connect(market.url, market.visitor),
      SocketClient.connect(market.url, market.visitor),
    ]);
    expect(await page.watch([], [farm.id])).toBe(1);
    await market.schedule(farm, { from: day(1) });
    const { payload } = await page.receives('calendar.changed');
    expect(payload.calendar).toEqual(await calendarOf());
    const slot = await slotIn(3);
    await close(slot);
    const change = await page.receives('slot.changed');
    expect(change).toMatchObject({ actorId: null, payload: { slot: { _id: slot._id } } });
    const { position } = await page.catchUp([]);
    await reopen({ ...slot, version: 2 });
    await market.settled();
    expect(page.ofName('slot.changed')).toHaveLength(1);
    expect(JSON.stringify(page.received)).not.toContain('"taken"');
    expect(elsewhere.received).toEqual([]);
    // what it missed, when it watches again
    const ack = await page.catchUp([], { position }, [farm.id]);
    expect(ack.complete).toBe(true);
    expect(page.ofName('slot.changed').map(({ version }) => version)).toContain(3);
    for (const { socket } of [page, elsewhere]) socket.disconnect();
  });

  it('receives nothing of a farm that is not approved, and the farm does', async () => {
    const farmer = await market.person('farmer');
    const own = await waitFor('the farm', async () => {
      const { data } = ownFarmDtoSchema.safeParse((await farmer.client.get('/farms/mine')).body);
      return data;
    });
    const client = await market.signedIn(farmer.subject);
    const [page, dashboard] = [
      await SocketClient.connect(market.url, market.visitor),
      await SocketClient.connect(market.url, client),
    ];
    await page.watch([], [own._id]);
    await market.schedule({ id: own._id, slug: own.slug, farmer });
    await dashboard.receives('calendar.changed');
    await dashboard.receives('schedule.changed', ({ payload }) => !payload.removed);
    await dashboard.receives('own-slot.changed');
    await market.settled();
    expect(page.received).toEqual([]);
    const { body } = await market.visitor.get(`/calendars?farms=${own._id},${farm.id}`);
    const { calendars } = farmCalendarsSchema.parse(body);
    expect(calendars.map(({ farmId }) => farmId)).toEqual([farm.id]);
    for (const { socket } of [page, dashboard]) socket.disconnect();
  });
});

describe('the calendar of all farms', () => {
  const list = async (query: string) => {
    const admin = await market.person('admin');
    return allSlotsPageSchema.parse((await admin.client.get(`/slots?${query}`)).body);
  };

  it('has the days of a farm or of all, soonest first, page by page', async () => {
    const other = await market.farm();
    await market.schedule(farm, { from: day(1) });
    await market.schedule(other, { from: day(1), window: EARLIER });
    await close(await takeIn(3, 2), KEEP);
    const own = await list(`farm=${farm.id}&limit=100`);
    expect(own).toEqual({ slots: await market.slots(farm), nextCursor: null, total: 27 });
    expect(own.slots[2]).toMatchObject({ state: 'closed', taken: 2 });
    const found: OwnSlotDto[] = [];
    let cursor: string | null = null;
    do {
      const page: AllSlotsPage = await list(
        `limit=20${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...page.slots);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const key = ({ startAt, _id }: OwnSlotDto) => `${startAt} ${_id}`;
    expect(found.map(key)).toEqual(found.map(key).toSorted());
    const ofThese = found.filter(({ farmId }) => [farm.id, other.id].includes(farmId));
    expect(ofThese).toHaveLength(2 * 27);
    expect(new Set(ofThese.map(({ _id }) => _id)).size).toBe(2 * 27);
  });

  it('has no day before today or given up, and refuses other questions', async () => {
    await market.schedule(farm, { from: day(1) });
    const _id = new Types.ObjectId((await slotIn(3))._id);
    await market.collection<Slot>('slots').updateOne({ _id }, { $set: { startAt: new Date(0) } });
    await close(await takeIn(4, 1), CANCEL);
    const { slots } = await list(`farm=${farm.id}&limit=100`);
    expect(slots.map(({ date, state }) => [date, state]).slice(0, 4)).toEqual([
      [day(1), 'open'],
      [day(2), 'open'],
      [day(4), 'closed'],
      [day(5), 'open'],
    ]);
    const { client } = await market.person('admin');
    expect((await client.get('/slots?farm=x')).code).toBe('VALIDATION_FAILED');
    expect((await client.get('/slots?cursor=x')).code).toBe('CURSOR_INVALID');
    expect((await farm.farmer.client.get('/slots')).code).toBe('FORBIDDEN');
  });
});

describe('bad input', () => {
  const window = { from: '16:00', to: '19:00' };
  const exceptions = (count: number) =>
    Array.from({ length: count }, (_, add) => ({ date: day(add), window: null }));

  it.each<[string, object, string]>([
    [
      'a window that ends before it starts',
      { window: { from: '19:00', to: '16:00' } },
      'window.to',
    ],
    ['a window over midnight', { window: { from: '22:00', to: '02:00' } }, 'window.to'],
    ['an empty window', { window: { from: '16:00', to: '16:00' } }, 'window.to'],
    ['a time that is none', { window: { from: '16:00', to: '24:00' } }, 'window.to'],
    ['a cut-off after the window', { cutOff: { daysBefore: 0, time: '19:01' } }, 'cutOff.time'],
    ['a cut-off in a month', { cutOff: { daysBefore: 30, time: '19:00' } }, 'cutOff.daysBefore'],
    ['no places', { capacity: 0 }, 'capacity'],
    ['too many places', { capacity: 1e9 }, 'capacity'],
    ['half a place', { capacity: 1.5 }, 'capacity'],
    ['no weekday', { weekdays: [] }, 'weekdays'],
    ['an eighth weekday', { weekdays: [7] }, 'weekdays.0'],
    ['every third week', { everyWeeks: 3 }, 'everyWeeks'],
    ['too many exceptions', { exceptions: exceptions(MAX_ENTRIES.exceptions + 1) }, 'exceptions'],
    ['an exception in the past', { exceptions: [{ date: day(-1), window }] }, 'exceptions.0.date'],
    ['a date that is none', { exceptions: [{ date: '2026-02-30', window }] }, 'exceptions.0.date'],
    [
      'two exceptions on one day',
      { exceptions: [day(1), day(1)].map((date) => ({ date, window })) },
      'exceptions',
    ],
    ['an end before its beginning', { from: day(2), until: day(1) }, 'until'],
    ['a pickup without a place', { place: null }, 'place'],
    ['areas of a pickup', { areas: ['125'] }, 'areas'],
    ['an area that is no code', { method: 'delivery', place: null, areas: ['12a'] }, 'areas.0'],
    [
      'too many areas',
      { areas: Array.from({ length: MAX_ENTRIES.areas + 1 }, (_, n) => String(10_000 + n)) },
      'areas',
    ],
    ['a name that shows nothing', { name: '\u200B' }, 'name'],
  ])('%s is refused at its field, and nothing changes', async (_title, changes, path) => {
    const schedule = await market.schedule(farm);
    const before = await everything();
    const body = { ...EVERY_DAY, ...changes };
    for (const answer of [
      await farm.farmer.client.post('/schedules', body),
      await update(schedule, changes),
    ]) {
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
      const { errors } = problemSchema.parse(answer.body);
      expect(errors?.map((error) => error.path)).toContain(path);
    }
    expect(await everything()).toBe(before);
  });

  it('of a body that is too large is refused', async () => {
    const before = await everything();
    const body = { ...EVERY_DAY, exceptions: exceptions(10_000) };
    expect((await farm.farmer.client.post('/schedules', body)).code).toBe('PAYLOAD_TOO_LARGE');
    expect(await everything()).toBe(before);
  });

  it('of calendars is refused, and unknown farms are left out', async () => {
    const get = (query: string) => market.visitor.get(`/calendars${query}`);
    const unknown = new Types.ObjectId().toString();
    const tooMany = Array.from({ length: 101 }, () => unknown).join();
    for (const query of ['', '?farms=x', `?farms=${tooMany}`, `?farms=${farm.id}&more=1`])
      expect([query, (await get(query)).code]).toEqual([query, 'VALIDATION_FAILED']);
    for (const query of ['?farms=', `?farms=${unknown}`])
      expect((await get(query)).body).toEqual({ calendars: [] });
    const { body } = await get(`?farms=${farm.id},${unknown},${farm.id}`);
    expect(farmCalendarsSchema.parse(body).calendars.map(({ farmId }) => farmId)).toEqual([
      farm.id,
    ]);
  });

  it.each([
    [{ version: 1, fate: { orders: 'cancel' } }],
    [{ version: 1, fate: { orders: 'cancel', reason: ' ' } }],
    [{ version: 1, fate: { orders: 'burn' } }],
    [{ version: 0 }],
    [{}],
  ])('of a decision is refused: %j', async (body) => {
    const schedule = await market.schedule(farm, { from: day(1) });
    const { _id } = await slotIn(2);
    const { client } = farm.farmer;
    for (const { code } of [
      await client.post(`/slots/${_id}/close`, body),
      await client.post(`/schedules/${schedule._id}/remove`, body),
    ])
      expect(code).toBe('VALIDATION_FAILED');
  });
});
