import {
  type Day,
  type FarmCalendar,
  freeSlotsOf,
  fulfilmentSchema,
  type Id,
  type SlotDto,
} from '#libs/contracts';

/** The days on which a farm's goods can be had, soonest first. */
export interface DaysOfFarm {
  readonly days: readonly Day[];
  /** Milliseconds since 1970 from which the clock alone may have changed them: a cut-off has passed. */
  readonly until: number;
}

export const NO_DAYS: DaysOfFarm = { days: [], until: Number.POSITIVE_INFINITY };

/** The days of one farm by the areas in which a ZIP code lies: shoppers have far more ZIP codes than a farm has areas. */
interface Answers {
  /** All areas of the farm. */
  readonly areas: readonly string[];
  readonly byAreas: Map<string, DaysOfFarm>;
}

/** For farms that deliver everywhere, and for shoppers who gave no ZIP code. */
const ANYWHERE = 'anywhere';

/**
 * The calendars of farms. Updates may arrive late, twice or in any order: the highest version of each calendar and of
 * each slot wins.
 */
export class FarmDays {
  private readonly calendars = new Map<Id, FarmCalendar>();
  /** The newest known state of each slot. */
  private readonly slots = new Map<Id, SlotDto>();
  /** By farm, until its days change: a list asks for all farms at once. */
  private readonly answers = new Map<Id, Answers>();

  /** Returns whether the days on which something can be had may have changed. */
  putCalendar(calendar: FarmCalendar): boolean {
    const before = this.calendars.get(calendar.farmId);
    if (before && before.version > calendar.version) return false;
    const changed = calendar.slots.filter((slot) => this.keep(slot)).length > 0;
    this.calendars.set(calendar.farmId, calendar);
    if (!changed && idsOf(before) === idsOf(calendar)) return false;
    this.answers.delete(calendar.farmId);
    return true;
  }

  /** Returns the same as {@link putCalendar}. Most orders change it for no slot, because places are left. */
  putSlot(slot: SlotDto): boolean {
    const changed = this.keep(slot);
    if (changed) this.answers.delete(slot.farmId);
    return changed;
  }

  /** Drops the states of slots that are over. `now`: milliseconds since 1970. */
  dropPast(now: number): void {
    for (const { _id, endAt } of this.slots.values())
      if (Date.parse(endAt) <= now) this.slots.delete(_id);
  }

  /** The days at a moment, in milliseconds since 1970. A ZIP code leaves out the deliveries that do not reach it. */
  of(farmId: Id, now: number, zip: string | undefined): DaysOfFarm {
    const calendar = this.calendars.get(farmId);
    if (!calendar) return NO_DAYS;
    const { areas, byAreas } = this.answersOf(calendar);
    const reached =
      zip === undefined || areas.length === 0
        ? ANYWHERE
        : areas.filter((area) => zip.startsWith(area)).join();
    const known = byAreas.get(reached);
    if (known && now < known.until) return known;
    const current = { ...calendar, slots: this.current(calendar) };
    const free = fulfilmentSchema.options.flatMap((method) =>
      freeSlotsOf({ now, method, calendar: current, postalCode: zip ?? null }),
    );
    const answer: DaysOfFarm = {
      days: [...new Set(free.map(({ date }) => date))].toSorted(),
      until: Math.min(...free.map(({ cutOffAt }) => Date.parse(cutOffAt))),
    };
    byAreas.set(reached, answer);
    return answer;
  }

  private answersOf(calendar: FarmCalendar): Answers {
    const known = this.answers.get(calendar.farmId);
    if (known) return known;
    const areas = new Set(this.current(calendar).flatMap((slot) => slot.areas));
    const answers: Answers = { areas: [...areas], byAreas: new Map() };
    this.answers.set(calendar.farmId, answers);
    return answers;
  }

  private current({ slots }: FarmCalendar): SlotDto[] {
    return slots.map((slot) => this.slots.get(slot._id) ?? slot);
  }

  /** Keeps a newer state of a slot. Returns whether it can be had in another way than before. */
  private keep(slot: SlotDto): boolean {
    const before = this.slots.get(slot._id);
    if (before && before.version >= slot.version) return false;
    this.slots.set(slot._id, slot);
    return !before || usesOf(slot) !== usesOf(before);
  }
}

const idsOf = (calendar: FarmCalendar | undefined): string | undefined =>
  calendar?.slots.map(({ _id }) => _id).join();

/** What decides whether a slot can be had, and on which day; how many places are left does not. */
const usesOf = ({ method, date, areas, cutOffAt, state, left }: SlotDto): string =>
  [method, date, cutOffAt, state, left === 0, ...areas].join();
