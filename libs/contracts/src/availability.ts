import * as z from 'zod/mini';
import type { Fulfilment } from './farms.js';
import type { Cents } from './money.js';
import { type Id, idSchema } from './primitives.js';
import type { ProductStatus } from './product-state.js';
import { type FarmCalendar, type SlotDto, slotDtoSchema } from './schedules.js';
import { clockText, dayName } from './slot-words.js';

/** Why something cannot be had, in the order in which the reasons are looked for. */
export const UNAVAILABLE_REASONS = [
  'farm_suspended',
  'not_sold',
  'out_of_season',
  'holiday',
  'no_day',
  'area',
  'cut_off',
  'full',
  'minimum',
  'stock',
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

/** `details` of `SLOT_FULL`, `SLOT_CLOSED`, `SLOT_NOT_FOUND` and `AREA_NOT_SERVED`. */
export const slotRefusalSchema = z.object({
  farmId: idSchema,
  /** The slot that was asked for; null if the order named none. */
  slotId: z.nullable(idSchema),
  reason: z.enum(UNAVAILABLE_REASONS),
  /** The next slots that can be had instead, soonest first. */
  free: z.array(slotDtoSchema),
});
export type SlotRefusal = z.infer<typeof slotRefusalSchema>;

/** Can this be had, in this way, on that day? Absent parts of the question are not looked at. */
export interface AvailabilityQuestion {
  /** The server's clock, in milliseconds since 1970. */
  now: number;
  farm: { name: string; maySell: boolean; holidayUntil: string | null };
  product?: { status: ProductStatus };
  method: Fulfilment;
  calendar: Pick<FarmCalendar, 'scheduled' | 'slots'>;
  /** The chosen slot; the first possible one if absent. */
  slotId?: Id | undefined;
  /** Where a delivery goes; every area counts as possible while it is unknown. */
  postalCode?: string | null;
  /** The goods of this farm and its minimum order, in cents. */
  goods?: { total: Cents; minimum: Cents };
  /** What is wanted and what there is, in one unit. */
  stock?: { wanted: number; available: number };
}

export type Availability =
  /** `slot` is null if the farm tells the customer the day. */
  | { ok: true; slot: SlotDto | null }
  | {
      ok: false;
      reason: UnavailableReason;
      /** The slot that the reason is about. */
      slot: SlotDto | null;
      /** The next slot that can be had instead. */
      next: SlotDto | null;
      /** When the reason ends by itself; ISO 8601. */
      until?: string;
      /** Cents that are missing to the minimum. */
      missing?: Cents;
    };

/** Why not, and what helps. */
export type Unavailable = Extract<Availability, { ok: false }>;

/** The one answer for pages and the API: the first reason that applies, in the order of `UNAVAILABLE_REASONS`. */
export function availabilityOf(question: AvailabilityQuestion): Availability {
  const { now, farm, product, method, calendar, goods, stock } = question;
  const refused = (reason: UnavailableReason, more: Partial<Unavailable> = {}): Availability => ({
    ...{ ok: false, reason, slot: null, next: null },
    ...more,
  });
  if (!farm.maySell) return refused('farm_suspended');
  if (product && product.status !== 'live')
    return refused(product.status === 'paused' ? 'out_of_season' : 'not_sold');
  if (farm.holidayUntil !== null && Date.parse(farm.holidayUntil) > now)
    return refused('holiday', { until: farm.holidayUntil });
  let slot: SlotDto | null = null;
  if (calendar.scheduled.includes(method) || question.slotId !== undefined) {
    const found = slotFor(question);
    if ('reason' in found) return refused(found.reason, found);
    ({ slot } = found);
  }
  if (goods && goods.total < goods.minimum)
    return refused('minimum', { slot, missing: goods.minimum - goods.total });
  if (stock && stock.available < stock.wanted) return refused('stock', { slot });
  return { ok: true, slot };
}

type FoundSlot = { slot: SlotDto } | Pick<Unavailable, 'reason' | 'slot' | 'next'>;

type SlotQuestion = Pick<
  AvailabilityQuestion,
  'now' | 'method' | 'calendar' | 'slotId' | 'postalCode'
>;

/** The slots that can be had, soonest first. */
export function freeSlotsOf({ now, method, calendar, postalCode }: SlotQuestion): SlotDto[] {
  return openSlotsOf(calendar, method).filter(
    (slot) => serves(slot, postalCode) && Date.parse(slot.cutOffAt) > now && slot.left !== 0,
  );
}

const openSlotsOf = ({ slots }: SlotQuestion['calendar'], method: Fulfilment): SlotDto[] =>
  slots
    .filter((slot) => slot.method === method && slot.state === 'open')
    .toSorted((a, b) => (a.startAt < b.startAt ? -1 : 1));

function slotFor(question: SlotQuestion): FoundSlot {
  const { now, method, calendar, slotId, postalCode } = question;
  const ofMethod = openSlotsOf(calendar, method);
  const served = ofMethod.filter((slot) => serves(slot, postalCode));
  const open = served.filter((slot) => Date.parse(slot.cutOffAt) > now);
  const free = freeSlotsOf(question);
  const [first = null] = free;
  if (slotId === undefined) {
    if (first) return { slot: first };
    const [reason, slot] =
      ofMethod.length === 0
        ? (['no_day', null] as const)
        : served.length === 0
          ? (['area', ofMethod[0]] as const)
          : open.length === 0
            ? (['cut_off', served.at(-1)] as const)
            : (['full', open[0]] as const);
    return { reason, slot: slot ?? null, next: null };
  }
  const slot = calendar.slots.find(({ _id }) => _id === slotId) ?? null;
  if (slot && free.includes(slot)) return { slot };
  const reason =
    slot === null || !ofMethod.includes(slot)
      ? 'no_day'
      : !served.includes(slot)
        ? 'area'
        : !open.includes(slot)
          ? 'cut_off'
          : 'full';
  return { reason, slot, next: first };
}

/** Whether a slot's deliveries reach a ZIP code; an unknown one counts as reached. */
export function serves({ areas }: Pick<SlotDto, 'areas'>, postalCode?: string | null): boolean {
  return !postalCode || areas.length === 0 || areas.some((area) => postalCode.startsWith(area));
}

/** What a sentence about availability is written with. */
export interface AvailabilityWords {
  farm: string;
  now: number;
  timeZone: string;
}

/** The one sentence that says why something cannot be had, and what helps. */
export function unavailableText(
  answer: Unavailable,
  { farm, now, timeZone }: AvailabilityWords,
): string {
  const { reason, slot, next, until, missing } = answer;
  const day = (moment: string) => dayName(moment, now, timeZone);
  const help = next ? ` Next: ${day(next.startAt)}.` : '';
  const date = slot ? day(slot.startAt) : 'that day';
  switch (reason) {
    case 'farm_suspended':
      return `${farm} does not sell at the moment. Other farms may have the same.`;
    case 'not_sold':
      return 'This is no longer sold. Similar goods are in the shop.';
    case 'out_of_season':
      return 'This is out of season. Save it as a favourite to hear when it is back.';
    case 'holiday':
      return `${farm} is on holiday until ${until ? day(until) : 'later'}.`;
    case 'no_day':
      if (slot && slot.state !== 'open') return `${farm} takes no more orders for ${date}.${help}`;
      return next
        ? `${farm} has no such day.${help}`
        : `${farm} has no day in the next four weeks. Ask the farm, or choose another way.`;
    case 'area':
      return `${farm} does not deliver to this ZIP code${next ? ` on ${date}` : ''}.${help || ' Pick it up, or choose another address.'}`;
    case 'cut_off':
      return `Orders for ${date} closed on ${day(slot?.cutOffAt ?? '')} at ${clockText(slot?.cutOffAt ?? '', timeZone)}.${help}`;
    case 'full':
      return `${date} is full.${help || ' A place may become free.'}`;
    case 'minimum':
      return `${farm} asks for at least $${((missing ?? 0) / 100).toFixed(2)} more.`;
    case 'stock':
      return 'There is less left than you want. Choose a smaller amount.';
  }
}
