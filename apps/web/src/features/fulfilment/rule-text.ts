import {
  type Clock,
  clockText,
  dayName,
  type ScheduleRule,
  type SlotDto,
  spanText,
  windowText,
} from '#libs/contracts';
import { serverNow } from '../../lib/api/server-clock';
import { marketZone } from '../../lib/text/format';
import { daysText as text } from './texts';

const DAYS_OF_WEEK = 7;
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const weekdayFormat = (weekday: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-US', { weekday, timeZone: 'UTC' });
const [long, short] = [weekdayFormat('long'), weekdayFormat('short')];
/** A Sunday. */
const FIRST = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** `Friday`; 0 is Sunday. */
export const weekdayName = (day: number): string => long.format(FIRST + day * DAY_MS);
/** `Fri`. */
export const shortWeekday = (day: number): string => short.format(FIRST + day * DAY_MS);

/** A time of day, `16:30`, as `4:30 PM`. */
export const timeText = (clock: Clock): string => clockText(`1970-01-01T${clock}Z`, 'UTC');

/** When a slot is: `4–7 PM`. */
export const slotSpan = (slot: Pick<SlotDto, 'startAt' | 'endAt'>): string =>
  windowText(slot, marketZone());

/** A date in a list of several weeks: `Fri, Dec 4`. */
export const dateText = (moment: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: marketZone(),
  }).format(new Date(moment));

/** Days ahead within which the name of the weekday says which one is meant. */
const NEAR_DAYS = 6;

/** `Wednesday 8 PM`, or `Wed, Dec 16, 8 PM` if it is not within six days. */
export function momentText(moment: string, now = serverNow()): string {
  const time = clockText(moment, marketZone());
  const isNear = Math.abs(Date.parse(moment) - now) < NEAR_DAYS * DAY_MS;
  return isNear ? `${dayName(moment, now, marketZone())} ${time}` : `${dateText(moment)}, ${time}`;
}

/** The day so many days before a schedule's day: its name if there is only one, such as `Wed, 2 days before`. */
export function dayBefore(weekdays: readonly number[], days: number): string {
  const [only] = weekdays.length === 1 ? weekdays : [];
  if (days === 0) return text.sameDay;
  if (only === undefined) return text.daysBefore(days);
  const at = (only - (days % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return `${shortWeekday(at)}, ${text.daysBefore(days)}`;
}

/** What a schedule says, in one sentence: `Fridays, 4–7 PM, pickup at the barn, order until Wednesday 8 PM, 40 orders`. */
export function ruleText(rule: ScheduleRule): string {
  const { weekdays, everyWeeks, window, cutOff, method, place, capacity, areas } = rule;
  const names = weekdays.toSorted((a, b) => a - b).map(weekdayName);
  const days = weekdays.length === DAYS_OF_WEEK ? text.everyDay : text.weekdays(names, everyWeeks);
  const [only] = weekdays.length === 1 ? weekdays : [];
  const isNear = only !== undefined && cutOff.daysBefore > 0 && cutOff.daysBefore < DAYS_OF_WEEK;
  const last = isNear
    ? weekdayName((only - cutOff.daysBefore + DAYS_OF_WEEK) % DAYS_OF_WEEK)
    : dayBefore([], cutOff.daysBefore);
  return [
    days,
    spanText(timeText(window.from), timeText(window.to)),
    method === 'pickup' ? text.pickupAt(place ?? '') : text.deliveryTo(areas),
    text.orderUntil(last, timeText(cutOff.time)),
    ...(capacity === null ? [] : [text.orders(capacity)]),
  ].join(', ');
}
