import { describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { DomainEvent, FarmCalendar, SlotDto } from '#libs/contracts';
import { makeCalendar, makeSchedule, makeSlots } from '../../testing/fake-days';
import { LivePage } from '../../testing/live-page';

const farmId = makeSchedule().farmId;
const calendar = makeCalendar(farmId, makeSlots(makeSchedule()));
const [first, second] = calendar.slots as [SlotDto, SlotDto];

let events = 0;
function event(name: string, version: number, payload: unknown): DomainEvent {
  events += 1;
  const id = `${events}`.padStart(24, '0');
  const at = '2026-11-20T10:00:00.000Z';
  const rest = { occurredAt: at, aggregateId: id, correlationId: 'c', actorId: null };
  return { id, name, version, payload, ...rest } as unknown as DomainEvent;
}
const calendarEvent = (changed: FarmCalendar) =>
  event('calendar.changed', changed.version, { calendar: changed, public: true });
const slotEvent = (slot: SlotDto) => event('slot.changed', slot.version, { slot, public: true });

function opened(data: FarmCalendar | null = calendar) {
  const client = new QueryClient();
  const key = ['calendars', farmId];
  client.setQueryData(key, data);
  const page = new LivePage(client, null);
  return { page, shown: () => client.getQueryData<FarmCalendar | null>(key) };
}

describe("a farm's days on screen", () => {
  it('show the places that are left, and ignore late events', () => {
    const { page, shown } = opened();
    page.apply([slotEvent({ ...first, left: 2, version: 5 })]);
    page.apply([slotEvent({ ...first, left: 3, version: 4 })]);
    expect(
      shown()
        ?.slots.slice(0, 2)
        .map(({ left }) => left),
    ).toEqual([2, second.left]);
  });

  it('keep the newest state of a slot over an older calendar, in any order', () => {
    const closed = slotEvent({ ...first, state: 'closed', version: 9 });
    const next = calendarEvent({ ...calendar, version: 2 });
    for (const order of [
      [closed, next],
      [next, closed],
    ]) {
      const { page, shown } = opened();
      for (const one of order) page.apply([one]);
      expect(shown()?.slots[0]).toMatchObject({ state: 'closed', version: 9 });
      expect(shown()?.version).toBe(2);
    }
  });

  it('lose the slots that a newer calendar has no more', () => {
    const { page, shown } = opened();
    const without = { ...calendar, slots: calendar.slots.slice(1), version: 2 };
    page.apply([calendarEvent(without)]);
    page.apply([slotEvent({ ...first, state: 'withdrawn', version: 9 })]);
    expect(shown()).toEqual(without);
  });

  it('begin with the first calendar of a farm that had none', () => {
    const { page, shown } = opened(null);
    page.apply([slotEvent({ ...first, left: 1, version: 3 }), calendarEvent(calendar)]);
    expect(shown()?.slots[0]?.left).toBe(1);
  });
});
