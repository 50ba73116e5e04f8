import {
  availabilityOf,
  type FarmCalendar,
  type Fulfilment,
  freeSlotsOf,
  type Id,
  type SlotDto,
  type SlotRefusal,
  serves,
  unavailableText,
} from '#libs/contracts';

/** What decides on which days a farm of the cart can be had. */
export interface DayQuestion {
  readonly farm: string;
  readonly calendar: FarmCalendar;
  readonly method: Fulfilment;
  /** The slot that the customer chose. */
  readonly slotId: Id | undefined;
  /** The slots in which the customer's checkout holds a place. */
  readonly held: ReadonlySet<Id>;
  readonly postalCode: string | null;
  /** Why the server refused the chosen slot, in its words, and what it offers instead. */
  readonly refusal: (SlotRefusal & { readonly message: string }) | undefined;
  /** The server's clock, in ms. */
  readonly now: number;
  readonly timeZone: string;
}

/** The days of a farm of the cart. */
export interface FarmDay {
  /** `told`: the farm has no schedule for the method, and tells the customer the day. */
  readonly kind: 'unknown' | 'told' | 'scheduled';
  /** The slots to choose from, soonest first, with those that are full or closed by now. */
  readonly slots: readonly SlotDto[];
  readonly free: readonly SlotDto[];
  /** The slot that the customer chose, if it can be had. */
  readonly chosen: SlotDto | null;
  /** Why the chosen slot, or any, cannot be had; null if one can. */
  readonly why: string | null;
}

/** While the farm's calendar is not known. */
export const unknownDay: FarmDay = {
  ...{ kind: 'unknown', slots: [], free: [] },
  ...{ chosen: null, why: null },
};

export const toldDay: FarmDay = { ...unknownDay, kind: 'told' };

/** The days on which a farm of the cart can be had, by the same rules as the server's. */
export function farmDayOf(asked: DayQuestion): FarmDay {
  const { calendar, method, slotId, postalCode, refusal } = asked;
  const { now, timeZone, farm } = asked;
  if (!calendar.scheduled.includes(method)) return toldDay;
  const open = calendar.slots.map((slot) => (asked.held.has(slot._id) ? heldOpen(slot) : slot));
  const question = { now, method, calendar: { ...calendar, slots: open }, postalCode };
  const answer = availabilityOf({
    ...question,
    farm: { name: farm, maySell: true, holidayUntil: null },
    slotId,
  });
  const slots = open
    .filter((slot) => slot.method === method && slot.state === 'open' && serves(slot, postalCode))
    .toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1));
  const free = refusal?.free ?? freeSlotsOf(question);
  if (refusal) return { kind: 'scheduled', slots, free, chosen: null, why: refusal.message };
  if (!answer.ok) {
    const why = unavailableText(answer, { farm, now, timeZone });
    return { kind: 'scheduled', slots, free, chosen: null, why };
  }
  return { kind: 'scheduled', slots, free, chosen: slotId ? answer.slot : null, why: null };
}

/** A slot as it is to the customer who has a place in it, which the farm keeps if it closes the slot. */
function heldOpen(slot: SlotDto): SlotDto {
  const { left, state } = slot;
  return {
    ...slot,
    left: left === null ? null : left + 1,
    state: state === 'closed' ? 'open' : state,
  };
}
