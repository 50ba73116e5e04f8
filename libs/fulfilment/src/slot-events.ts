import type { FarmCalendar, OrdersFate, ScheduleDto } from '#libs/contracts';
import { draft, type EventDraft } from '#libs/platform';
import { type Slot, toOwnSlotDto, toSlotDto } from './slot.model.js';

/** The event for the farm: a slot in its state after a change. */
export const ownSlotChanged = (slot: Slot): EventDraft =>
  draft('own-slot.changed', aggregateOf(slot), { slot: toOwnSlotDto(slot) });

/** The events of a slot that changed by itself. `isPublic`: its farm is approved. */
export const slotChanged = (slot: Slot, isPublic: boolean): EventDraft[] => [
  draft('slot.changed', aggregateOf(slot), { slot: toSlotDto(slot), public: isPublic }),
  ownSlotChanged(slot),
];

/** The event on which the orders of a slot are cancelled. */
export const slotWithdrawn = (
  slot: Slot,
  { reason }: Extract<OrdersFate, { orders: 'cancel' }>,
): EventDraft =>
  draft('slot.withdrawn', aggregateOf(slot), {
    slotId: slot._id.toString(),
    farmId: slot.farmId.toString(),
    reason,
  });

export const calendarChanged = (calendar: FarmCalendar, isPublic: boolean): EventDraft =>
  draft(
    'calendar.changed',
    { id: `calendar:${calendar.farmId}`, version: calendar.version },
    { calendar, public: isPublic },
  );

export const scheduleChanged = (schedule: ScheduleDto, removed = false): EventDraft =>
  draft('schedule.changed', { id: schedule._id, version: schedule.version }, { schedule, removed });

const aggregateOf = ({ _id: id, version }: Slot) => ({ id, version });
