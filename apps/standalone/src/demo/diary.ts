import { Types } from 'mongoose';
import {
  addDays,
  dayOf,
  type FarmCalendar,
  type Fulfilment,
  freeSlotsOf,
  type PartSlot,
  type SlotDto,
  slotTimesOf,
} from '#libs/contracts';
import type { PastHandover, PastOrder, PastSeller, PastStep } from '#libs/orders';
import type { Chance } from '../history/chance.js';
import type { Stall } from '../history/past-orders.js';
import { demoSchedules } from './schedules.js';

/** Share of orders that are picked up where a farm offers both. */
const PICKED_UP = 0.4;
/** Share of orders that take the second possible day, not the first. */
const LATER = 0.25;
const HOUR_MS = 3_600_000;

interface DiaryOptions {
  readonly stalls: readonly Stall[];
  /** The days that are ahead, as they are stored. */
  readonly calendars: readonly FarmCalendar[];
  /** How many days of the past have slots. */
  readonly days: number;
  readonly now: number;
  readonly timeZone: string;
  readonly chance: Chance;
}

/** The days of the demo's farms, in which its orders take places. */
export class Diary {
  readonly #slots = new Map<string, SlotDto[]>();

  constructor(private readonly options: DiaryOptions) {
    for (const { farm } of options.stalls) {
      const { slots = [] } =
        options.calendars.find(({ farmId }) => farmId === farm._id.toString()) ?? {};
      const keyOf = ({ name, startAt }: SlotDto) => `${startAt} ${name}`;
      const ahead = new Set(slots.map(keyOf));
      const were = this.#slotsThatWere(farm).filter((slot) => !ahead.has(keyOf(slot)));
      this.#slots.set(farm._id.toString(), [...were, ...slots.map((slot) => ({ ...slot }))]);
    }
  }

  /** The order with a day at each of its farms that has some, and steps that fit the days. */
  withDays(order: PastOrder): PastOrder {
    const sellers = order.sellers.map((seller) => {
      const handover = this.#choose(order, seller, this.#methodOf(seller));
      const { steps } = seller;
      const { slot } = handover;
      const moved = slot && steps.at(-1)?.to === 'delivered' ? this.#stepsOf(steps, slot) : steps;
      return { ...seller, handover, steps: moved };
    });
    return { ...order, sellers };
  }

  /**
   * The order with the days that are next. What is delivered already was so today, and what has no day then was
   * agreed with the farm.
   */
  withNextDays(order: PastOrder, method?: Fulfilment): PastOrder {
    const { now, timeZone } = this.options;
    const sellers = order.sellers.map((seller) => {
      const how = method ?? this.#methodOf(seller);
      if (seller.steps.at(-1)?.to !== 'delivered')
        return { ...seller, handover: this.#choose({ ...order, at: new Date(now) }, seller, how) };
      const today = this.#slotsOf(seller, how).find(
        ({ startAt, date }) => date === dayOf(now, timeZone) && Date.parse(startAt) <= now,
      );
      return { ...seller, handover: taken(today, how) };
    });
    return { ...order, sellers };
  }

  #methodOf({ farm: { fulfilment } }: PastSeller): Fulfilment {
    const both = fulfilment.length > 1;
    return (both && this.options.chance.is(PICKED_UP)) || !fulfilment.includes('delivery')
      ? 'pickup'
      : 'delivery';
  }

  /** A place on one of the first two days that were free when the order was placed; none for an order that ended early. */
  #choose({ at, address }: PastOrder, seller: PastSeller, method: Fulfilment): PastHandover {
    const { chance } = this.options;
    const slots = this.#slotsOf(seller, method);
    const calendar = { scheduled: [method], slots };
    const free = freeSlotsOf({ now: at.getTime(), method, calendar, ...address });
    const slot = (chance.is(LATER) ? free[1] : undefined) ?? free[0];
    const ended = ['declined', 'cancelled'].includes(seller.steps.at(-1)?.to ?? '');
    if (slot?.left && !ended) slot.left -= 1;
    return taken(slot, method);
  }

  /** Packed before the slot and handed over in it, as far as that has happened. */
  #stepsOf(steps: readonly PastStep[], { startAt, endAt }: PartSlot): PastStep[] {
    const [start, end] = [Date.parse(startAt), Date.parse(endAt)];
    const { now, chance } = this.options;
    const accepted = Math.max(...steps.filter(({ to }) => to === 'accepted').map(({ at }) => +at));
    const moments: Partial<Record<PastStep['to'], number>> = {
      packed: Math.max(accepted, start - 3 * HOUR_MS),
      handover: Math.max(accepted, start),
      delivered: start + (end - start) * (chance.between(10, 100) / 100),
    };
    return steps
      .map(({ to, at }) => ({ to, at: new Date(moments[to] ?? at) }))
      .filter(({ at }) => at.getTime() <= now);
  }

  #slotsOf({ farm }: PastSeller, method: Fulfilment): SlotDto[] {
    const slots = this.#slots.get(farm._id.toString()) ?? [];
    return slots.filter((slot) => slot.method === method);
  }

  #slotsThatWere({ _id, slug }: Stall['farm']): SlotDto[] {
    const { days, now, timeZone } = this.options;
    const first = addDays(dayOf(now, timeZone), -days);
    return (demoSchedules[slug] ?? []).flatMap((rule) =>
      slotTimesOf(rule, { first, days: days + 1, timeZone }).map((times) => ({
        ...times,
        _id: new Types.ObjectId().toString(),
        scheduleId: new Types.ObjectId().toString(),
        farmId: _id.toString(),
        name: rule.name,
        method: rule.method,
        place: rule.place,
        areas: rule.areas,
        left: rule.capacity,
        state: 'open' as const,
        version: 1,
      })),
    );
  }
}

function taken(slot: SlotDto | undefined, method: Fulfilment): PastHandover {
  if (!slot) return { method, slot: null, place: null };
  const { _id, date, startAt, endAt, cutOffAt, place } = slot;
  return { method, slot: { _id, date, startAt, endAt, cutOffAt }, place };
}
