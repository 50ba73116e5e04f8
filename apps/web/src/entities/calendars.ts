import { queryOptions } from '@tanstack/react-query';
import DataLoader from 'dataloader';
import { type FarmCalendar, type Id, PAGE_SIZE, type SlotDto } from '#libs/contracts';
import { request } from '../lib/api/api';
import { entity, newest, newestBy, newestPerId } from '../realtime/entity';
import { liveValue } from '../realtime/live-query';

/** The facets of a farm's days: those there are, and the newest known state of each. */
export interface KnownCalendar {
  calendar?: FarmCalendar;
  /** By slot id; only for the slots that the calendar has. */
  slots?: Readonly<Record<Id, SlotDto>>;
}

export const calendars = entity<KnownCalendar>('calendars', {
  calendar: newest,
  slots: newestPerId(({ version }) => version),
});

/** A store update with a slot that changed by itself. */
export const putSlot = (slot: SlotDto) =>
  calendars.put(slot.farmId, { slots: { [slot._id]: slot } });

const newerSlot = newestBy<SlotDto>(({ version }) => version);

liveValue<FarmCalendar | null, Id>({
  key: ['calendars'],
  reads: [calendars],
  watched: true,
  current(data, view, farmId) {
    const known = view.get(calendars, farmId);
    const calendar = data ? newest(data, known?.calendar) : (known?.calendar ?? null);
    if (!calendar || !known?.slots) return calendar;
    const states = known.slots;
    const slots = calendar.slots.map((slot) => newerSlot(slot, states[slot._id] ?? slot));
    return slots.every((slot, at) => slot === calendar.slots[at])
      ? calendar
      : { ...calendar, slots };
  },
});

const calendarsSchema = async () => (await import('../lib/api/schemas')).farmCalendarsSchema;

const calendarSchema = async () => (await import('../lib/api/schemas')).shownCalendarSchema;

/** The cards of a list ask for one farm each: one request has them all. */
const loader = new DataLoader<Id, FarmCalendar | null>(
  async (farmIds) => {
    const query = { farms: farmIds.join() };
    const answer = await request(calendarsSchema, '/calendars', { query });
    return farmIds.map((id) => answer.calendars.find(({ farmId }) => farmId === id) ?? null);
  },
  { cache: false, maxBatchSize: PAGE_SIZE.max, batchScheduleFn: (load) => setTimeout(load) },
);

/** `GET /calendars`: the days of a farm; null if it is not approved. */
export function calendarQueryOptions(farmId: Id) {
  return queryOptions({
    queryKey: ['calendars', farmId] as const,
    meta: { kept: calendarSchema },
    queryFn: () => loader.load(farmId),
  });
}
