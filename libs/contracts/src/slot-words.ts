import { dayOf } from './days.js';
import type { PartSlot } from './schedules.js';

/** What the words of a slot are made of. */
type Window = Pick<PartSlot, 'startAt' | 'endAt'>;

/** Cached, because creating a formatter takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
const format = (timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const key = timeZone + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, known);
  return known;
};

const DAY_MS = 86_400_000;
/** Days around now in which the name of the weekday says which one is meant. */
const NEAR_DAYS = 6;
/** Days around now in which a date without its year says which one is meant. */
const YEAR_DAYS = 180;

const daysFrom = (moment: string, now: number, timeZone: string) =>
  Math.abs(Date.parse(dayOf(moment, timeZone)) - Date.parse(dayOf(now, timeZone))) / DAY_MS;
const isNear = (moment: string, now: number, timeZone: string) =>
  daysFrom(moment, now, timeZone) <= NEAR_DAYS;

/** A day as people say it: `Friday`, or `Friday, December 18` if it is not within six days. */
export const dayName = (moment: string, now: number, timeZone: string): string =>
  format(timeZone, {
    weekday: 'long',
    ...(!isNear(moment, now, timeZone) && { month: 'long', day: 'numeric' }),
  }).format(new Date(moment));

/** A day for texts that are read later: `Friday, December 4`, with the year if it is not within half a year. */
export const dateName = (moment: string, now: number, timeZone: string): string =>
  format(timeZone, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(daysFrom(moment, now, timeZone) > YEAR_DAYS && { year: 'numeric' }),
  }).format(new Date(moment));

/** A time of day: `8 PM`, `4:30 PM`. */
export const clockText = (moment: string, timeZone: string): string =>
  format(timeZone, { hour: 'numeric', minute: '2-digit' })
    .format(new Date(moment))
    .replace(':00', '')
    // some engines put a narrow no-break space here
    .replaceAll('\u202f', ' ');

/** Two times of a day: `4–7 PM`, `11 AM–1 PM`. */
export function spanText(from: string, to: string): string {
  const [, half] = to.split(' ');
  return `${from.endsWith(` ${half}`) ? from.slice(0, -3) : from}–${to}`;
}

/** From when to when: `4–7 PM`. */
export const windowText = ({ startAt, endAt }: Window, timeZone: string): string =>
  spanText(clockText(startAt, timeZone), clockText(endAt, timeZone));

/** A slot in full: `Friday, December 4, 4–7 PM`. */
export const slotText = (slot: Window, now: number, timeZone: string): string =>
  `${dateName(slot.startAt, now, timeZone)}, ${windowText(slot, timeZone)}`;

/** A day where there is little room: `Fri`, or `Fri, Dec 18` if it is not within six days. */
export const shortDayText = (moment: string, now: number, timeZone: string): string =>
  format(timeZone, {
    weekday: 'short',
    ...(!isNear(moment, now, timeZone) && { month: 'short', day: 'numeric' }),
  }).format(new Date(moment));

/** A slot where there is little room: `Fri 4–7 PM`, or `Fri, Dec 18, 4–7 PM` if it is not within six days. */
export function shortSlotText(slot: Window, now: number, timeZone: string): string {
  const comma = isNear(slot.startAt, now, timeZone) ? '' : ',';
  return `${shortDayText(slot.startAt, now, timeZone)}${comma} ${windowText(slot, timeZone)}`;
}

/** When orders for a slot close: `Wednesday at 8 PM`, or `Wednesday, December 16 at 8 PM`. */
export const cutOffText = (
  { cutOffAt }: Pick<PartSlot, 'cutOffAt'>,
  now: number,
  timeZone: string,
): string => `${dayName(cutOffAt, now, timeZone)} at ${clockText(cutOffAt, timeZone)}`;

const MINUTE_MS = 60_000;
/** Minutes before a cut-off in which it is counted down. */
const COUNTDOWN_MIN = 3 * 60;

/** How long orders can still be placed: `closes in 12 min`, `closes in 2 h 5 min`; null before the last three hours and after. */
export function closesInText({ cutOffAt }: Pick<PartSlot, 'cutOffAt'>, now: number): string | null {
  const minutes = Math.ceil((Date.parse(cutOffAt) - now) / MINUTE_MS);
  if (minutes <= 0 || minutes > COUNTDOWN_MIN) return null;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])];
  return `closes in ${parts.join(' ')}`;
}

/** What is said of an order's part without a slot. */
export const FARM_TELLS_WHEN = 'the farm tells you when';
