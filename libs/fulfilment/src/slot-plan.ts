import { isDeepStrictEqual } from 'node:util';
import { type OrdersFate, type ScheduleRule, slotTimesOf } from '#libs/contracts';
import type { Ahead } from './calendars.service.js';
import type { Slot, SlotContent } from './slot.model.js';

/** What a change does to the slots of one schedule. */
export interface SlotPlan {
  readonly add: readonly (SlotContent & Pick<Slot, 'state'>)[];
  /** Slots in their state after the change, without the next version. */
  readonly set: readonly Slot[];
  /** Slots without orders that the schedule no longer has. */
  readonly remove: readonly Slot[];
  /** Slots whose orders are cancelled. */
  readonly withdraw: readonly Slot[];
  /** Slots with orders that need a decision, which the change lacks. */
  readonly undecided: readonly Slot[];
}

interface Edit {
  /** Null for a new schedule. */
  readonly before: ScheduleRule | null;
  /** Null for a removed schedule. */
  readonly after: ScheduleRule | null;
  /** The slots of the schedule from today on that are not withdrawn; those that are over stay as they are. */
  readonly slots: readonly Slot[];
  readonly ahead: Ahead;
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly fate?: OrdersFate | undefined;
}

/** What the schedule says of each day ahead that is not over. */
export function contentsOf(rule: ScheduleRule, ahead: Ahead, now: number): SlotContent[] {
  const { name, method, place, areas, capacity } = rule;
  return slotTimesOf(rule, ahead)
    .map(({ date, startAt, endAt, cutOffAt }) => ({
      date,
      method,
      name,
      place,
      areas,
      startAt: new Date(startAt),
      endAt: new Date(endAt),
      cutOffAt: new Date(cutOffAt),
      capacity,
    }))
    .filter(({ endAt }) => endAt.getTime() > now);
}

/**
 * An edit of a schedule. Slots without orders follow the rule. A slot with orders does too, unless the edit takes away
 * what was agreed (the day, the times, the method, the place) or leaves fewer places than are taken: then `fate`
 * decides. A slot that an earlier edit kept apart from its rule stays so until an edit concerns its day again.
 */
export function planEdit({ before, after, slots, ahead, now, fate }: Edit): SlotPlan {
  const contents = (rule: ScheduleRule | null) =>
    new Map((rule ? contentsOf(rule, ahead, now) : []).map((one) => [one.date, one]));
  const [were, are] = [contents(before), contents(after)];
  const taken = new Set(slots.map(({ date }) => date));
  const plan = {
    add: [...are.values()]
      .filter(({ date }) => !taken.has(date))
      .map((content) => ({ ...content, state: 'open' as Slot['state'] })),
    set: [] as Slot[],
    remove: [] as Slot[],
    withdraw: [] as Slot[],
    undecided: [] as Slot[],
  };
  for (const slot of slots.filter(({ endAt }) => endAt.getTime() > now)) {
    const [was, is] = [were.get(slot.date), are.get(slot.date)];
    const follows = is && isAgreed(slot, is);
    const fits = is && (is.capacity === null || is.capacity >= slot.taken);
    if (slot.taken === 0) {
      if (is) plan.set.push({ ...slot, ...is });
      else plan.remove.push(slot);
    } else if (follows && (fits || is.capacity === was?.capacity)) {
      plan.set.push({ ...slot, ...is, capacity: capacityFor(is, slot) });
    } else if (!follows && isAgreed(was, is)) {
      plan.set.push(slot);
    } else if (!fate) {
      plan.undecided.push(slot);
    } else if (fate.orders === 'cancel') {
      plan.withdraw.push(slot);
      if (is) plan.add.push({ ...is, state: slot.state });
    } else if (!is) {
      plan.set.push({ ...slot, state: 'closed' });
    } else {
      const kept = follows ? { ...slot, ...is } : slot;
      plan.set.push({ ...kept, capacity: capacityFor(is, slot) });
    }
  }
  const stored = new Map(slots.map((slot) => [slot._id, slot]));
  const set = plan.set.filter((slot) => !isDeepStrictEqual(slot, stored.get(slot._id)));
  return { ...plan, set };
}

/** The schedule's capacity, but no fewer places than are taken. */
const capacityFor = ({ capacity }: SlotContent, { taken }: Slot) =>
  capacity === null ? null : Math.max(capacity, taken);

type Agreed = Pick<SlotContent, 'startAt' | 'endAt' | 'method' | 'place'>;

/** Whether two are the same to somebody who has ordered; also if there is neither. */
function isAgreed(one: Agreed | undefined, other: Agreed | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.startAt.getTime() === other.startAt.getTime() &&
    one.endAt.getTime() === other.endAt.getTime() &&
    one.method === other.method &&
    one.place === other.place
  );
}
