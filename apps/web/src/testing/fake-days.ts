import {
  addDays,
  addScheduleSchema,
  allSlotsPageSchema,
  closeSlotSchema,
  dayOf,
  type FarmCalendar,
  farmCalendarSchema,
  farmCalendarsSchema,
  type HeldSlot,
  type Id,
  type OwnSlotDto,
  ownSchedulesSchema,
  ownSlotDtoSchema,
  ownSlotsSchema,
  type PartSlot,
  partSlotSchema,
  removeScheduleSchema,
  reopenSlotSchema,
  type ScheduleDto,
  SLOT_DAYS,
  scheduleDtoSchema,
  slotTimesOf,
  updateScheduleSchema,
} from '#libs/contracts';
import { type FakeResponse, type Handler, ok, problem } from './fake-response';
import { fakeId } from './fixtures';

/** The schedules and slots of a farm, and the calendars of all farms that have any. */
export interface FakeDays {
  schedules: ScheduleDto[];
  slots: OwnSlotDto[];
  calendars: FarmCalendar[];
}

interface FakeServer {
  readonly days: FakeDays;
  on(route: string, handler: Handler): void;
}

const timeZone = 'America/New_York';

/** Fridays, 4–7 PM at the barn, until Wednesday 8 PM, for 40 orders. */
export function makeSchedule(more: Partial<ScheduleDto> = {}): ScheduleDto {
  return {
    _id: fakeId('part', 900),
    farmId: fakeId('farm', 1),
    name: 'Friday at the barn',
    method: 'pickup',
    place: 'The barn, 10 Mill Road',
    weekdays: [5],
    everyWeeks: 1,
    window: { from: '16:00', to: '19:00' },
    cutOff: { daysBefore: 2, time: '20:00' },
    capacity: 40,
    areas: [],
    from: '2026-01-01',
    until: null,
    exceptions: [],
    version: 1,
    ...more,
  };
}

/** A farm's days as shoppers see them. */
export function makeCalendar(farmId: Id, slots: readonly OwnSlotDto[] = []): FarmCalendar {
  const scheduled = [...new Set(slots.map(({ method }) => method))];
  return farmCalendarSchema.parse({ farmId, scheduled, slots, version: slots.length ? 1 : 0 });
}

/** The slots of a schedule for the days ahead. */
export function makeSlots(schedule: ScheduleDto): OwnSlotDto[] {
  const { _id: scheduleId, farmId, name, method, place, areas, capacity } = schedule;
  const ahead = { first: dayOf(Date.now(), timeZone), days: SLOT_DAYS, timeZone };
  return slotTimesOf(schedule, ahead).map((times, n) => ({
    ...{ ...times, scheduleId, farmId, name, method, place, areas, capacity },
    _id: fakeId('part', Number.parseInt(scheduleId.slice(-3), 16) * 100 + n),
    left: capacity,
    taken: 0,
    state: 'open',
    version: 1,
  }));
}

/** The slots of a farm on the days that are so many days ahead. */
export function makeSlotsAhead(
  schedule: Partial<ScheduleDto>,
  ahead: readonly number[],
): OwnSlotDto[] {
  const today = dayOf(Date.now(), timeZone);
  const days = new Set(ahead.map((count) => addDays(today, count)));
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], cutOff: { daysBefore: 0, time: '15:00' } };
  return makeSlots(makeSchedule({ ...daily, ...schedule })).filter(({ date }) => days.has(date));
}

/** The chosen slot of a calendar, as an order's part has it; null if none is chosen. */
export function partSlotOf({ calendars }: FakeDays, slotId: Id | undefined): PartSlot | null {
  const slots = calendars.flatMap((calendar) => calendar.slots);
  const slot = slots.find(({ _id }) => _id === slotId);
  return slot ? partSlotSchema.parse(slot) : null;
}

/** The places of a hold for these farms. */
export const heldSlotsOf = (
  days: FakeDays,
  farms: Readonly<Record<Id, { slotId?: Id | undefined }>>,
): HeldSlot[] =>
  Object.entries(farms).flatMap(([farmId, { slotId }]) => {
    const slot = partSlotOf(days, slotId);
    return slot ? [{ farmId, slot }] : [];
  });

export const makeDays = (): FakeDays => ({ schedules: [], slots: [], calendars: [] });

export function addDayRoutes(server: FakeServer): void {
  const { days } = server;
  const list = () => ok(ownSchedulesSchema, { schedules: days.schedules });
  const put = (schedule: ScheduleDto, status = 200): FakeResponse => {
    const others = days.schedules.filter(({ _id }) => _id !== schedule._id);
    days.schedules = [...others, schedule];
    return ok(scheduleDtoSchema, schedule, status);
  };
  server.on('GET /api/v1/schedules/mine', list);
  server.on('POST /api/v1/schedules', ({ body }) => {
    const _id = fakeId('part', 901 + days.schedules.length);
    return put(makeSchedule({ ...addScheduleSchema.parse(body), _id }), 201);
  });
  server.on('PUT /api/v1/schedules/:id', ({ params, body }) => {
    const found = days.schedules.find(({ _id }) => _id === params.id);
    if (found === undefined) return problem('SCHEDULE_NOT_FOUND', 404);
    const { version, fate: _, ...rule } = updateScheduleSchema.parse(body);
    if (version !== found.version) return problem('VERSION_CONFLICT', 409);
    return put({ ...found, ...rule, version: version + 1 });
  });
  server.on('POST /api/v1/schedules/:id/remove', ({ params, body }) => {
    removeScheduleSchema.parse(body);
    days.schedules = days.schedules.filter(({ _id }) => _id !== params.id);
    return list();
  });
  server.on('GET /api/v1/calendars', ({ query }) => {
    const farms = (query.get('farms') ?? '').split(',').filter((id) => id !== '');
    const calendars = farms.map(
      (id) => days.calendars.find(({ farmId }) => farmId === id) ?? makeCalendar(id),
    );
    return ok(farmCalendarsSchema, { calendars });
  });
  server.on('GET /api/v1/slots', ({ query }) => {
    const farm = query.get('farm');
    const slots = days.slots.filter(({ farmId }) => farm === null || farmId === farm);
    return ok(allSlotsPageSchema, { slots, nextCursor: null, total: slots.length });
  });
  server.on('GET /api/v1/slots/mine', () => ok(ownSlotsSchema, { slots: days.slots }));
  const setState = (id: string | undefined, version: number, state: OwnSlotDto['state']) => {
    const slot = days.slots.find(({ _id }) => _id === id);
    if (slot === undefined) return problem('SLOT_NOT_FOUND', 404);
    if (slot.version !== version) return problem('VERSION_CONFLICT', 409);
    Object.assign(slot, { state, version: version + 1 });
    return ok(ownSlotDtoSchema, slot);
  };
  server.on('POST /api/v1/slots/:id/close', ({ params, body }) => {
    const { version, fate } = closeSlotSchema.parse(body);
    const slot = days.slots.find(({ _id }) => _id === params.id);
    if (slot !== undefined && slot.taken > 0 && fate === undefined) {
      const { _id: slotId, date, startAt, taken } = slot;
      const details = { slots: [{ slotId, date, startAt, taken }] };
      return problem('SLOT_HAS_ORDERS', 409, { details });
    }
    return setState(params.id, version, 'closed');
  });
  server.on('POST /api/v1/slots/:id/reopen', ({ params, body }) =>
    setState(params.id, reopenSlotSchema.parse(body).version, 'open'),
  );
}
