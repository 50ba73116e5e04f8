import {
  type Clock,
  clockText,
  type ScheduleRule,
  type SlotDto,
  spanText,
  windowText,
} from '#libs/contracts';
import { marketZone, weekdayName } from '../../lib/text/format';
import { daysText as text } from './texts';

const DAYS_OF_WEEK = 7;
export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** A time of day, `16:30`, as `4:30 PM`. */
export const timeText = (clock: Clock): string => clockText(`1970-01-01T${clock}Z`, 'UTC');

/** When a slot is: `4–7 PM`. */
export const slotSpan = (slot: Pick<SlotDto, 'startAt' | 'endAt'>): string =>
  windowText(slot, marketZone());

/** The day so many days before a schedule's day: its name if there is only one, such as `Wed, 2 days before`. */
export function dayBefore(weekdays: readonly number[], days: number): string {
  const [only] = weekdays.length === 1 ? weekdays : [];
  if (days === 0) return text.sameDay;
  if (only === undefined) return text.daysBefore(days);
  const at = (only - (days % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  return `${weekdayName(at, 'short')}, ${text.daysBefore(days)}`;
}

/** What a schedule says, in one sentence: `Fridays, 4–7 PM, pickup at the barn, order until Wednesday 8 PM, 40 orders`. */
export function ruleText(rule: ScheduleRule): string {
  const { weekdays, everyWeeks, window, cutOff, method, place, capacity, areas } = rule;
  const names = weekdays.toSorted((a, b) => a - b).map((day) => weekdayName(day));
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
