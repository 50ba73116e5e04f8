import type { Day, Id, SlotDto } from '#libs/contracts';

/** A farm of the cart, with the slots that can be had of it, soonest first. */
export interface FarmSlots {
  readonly farmId: Id;
  readonly free: readonly SlotDto[];
}

/** One slot per farm. */
export type Trips = ReadonlyMap<Id, SlotDto>;

/** The number of days on which the customer gets something. */
export const countTrips = (trips: Trips): number =>
  new Set([...trips.values()].map(({ date }) => date)).size;

/**
 * A slot for each farm that has one, on few days: again and again the day on which most of the remaining farms can be
 * had, the earlier one of equals. Each farm's first slot instead, if that takes no more days.
 */
export function tripsOf(farms: readonly FarmSlots[]): Trips {
  const firsts = new Map(farms.flatMap(({ farmId, free: [first] }) => pair(farmId, first)));
  const gathered = gather(farms);
  return countTrips(gathered) < countTrips(firsts) ? gathered : firsts;
}

const pair = (farmId: Id, slot: SlotDto | undefined): [Id, SlotDto][] =>
  slot ? [[farmId, slot]] : [];

function gather(farms: readonly FarmSlots[]): Map<Id, SlotDto> {
  const trips = new Map<Id, SlotDto>();
  let open = farms.filter(({ free }) => free.length > 0);
  while (open.length > 0) {
    const date = busiestDay(open);
    for (const { farmId, free } of open) {
      const slot = free.find((one) => one.date === date);
      if (slot) trips.set(farmId, slot);
    }
    open = open.filter(({ farmId }) => !trips.has(farmId));
  }
  return trips;
}

function busiestDay(farms: readonly FarmSlots[]): Day | undefined {
  const counts = new Map<Day, number>();
  for (const { free } of farms)
    for (const date of new Set(free.map((slot) => slot.date)))
      counts.set(date, (counts.get(date) ?? 0) + 1);
  const days = [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return days[0]?.[0];
}

/** Parts of one day; `key` is the day, or says why there is none. */
export interface DayGroup<Part> {
  readonly key: string;
  readonly parts: readonly [Part, ...Part[]];
}

/** Parts by their keys, which sort days first; in their order within a day. */
export function groupByDay<Part>(
  parts: readonly Part[],
  keyOf: (part: Part) => string,
): DayGroup<Part>[] {
  const groups = new Map<string, [Part, ...Part[]]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return [...groups]
    .map(([key, all]) => ({ key, parts: all }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
