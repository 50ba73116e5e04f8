import { Temporal } from 'temporal-polyfill';
import type { Day } from './days.js';
import type { Clock, CutOff, ScheduleRule, SlotWindow } from './schedules.js';

const DAYS_OF_WEEK = 7;

/** What the times of slots follow from. */
export type TimesRule = Pick<
  ScheduleRule,
  'weekdays' | 'everyWeeks' | 'window' | 'cutOff' | 'from' | 'until' | 'exceptions'
>;

/** When a slot begins, ends, and takes its last order; UTC, ISO 8601. */
export interface SlotTimes {
  date: Day;
  startAt: string;
  endAt: string;
  cutOffAt: string;
}

/** The time of day of a moment in a time zone. */
export const clockOf = (moment: string, timeZone: string): Clock =>
  Temporal.Instant.from(moment)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** When customers are reminded of a day: 6 PM the day before; UTC, ISO 8601. */
export const reminderOf = (day: Day, timeZone: string): string =>
  Temporal.PlainDate.from(day)
    .subtract({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: '18:00' })
    .toInstant()
    .toString({ smallestUnit: 'millisecond' });

/** Sunday is 0, as in a schedule; Temporal's Sunday is 7. */
const weekdayOf = (date: Temporal.PlainDate) => date.dayOfWeek % DAYS_OF_WEEK;

/** The window of a schedule on a date, or null if it hands nothing over then. */
export function windowOn(rule: TimesRule, day: Day): SlotWindow | null {
  if (day < rule.from || (rule.until !== null && day > rule.until)) return null;
  const exception = rule.exceptions.find(({ date }) => date === day);
  if (exception) return exception.window;
  const date = Temporal.PlainDate.from(day);
  if (!rule.weekdays.includes(weekdayOf(date))) return null;
  const weeks = startOfWeek(Temporal.PlainDate.from(rule.from)).until(startOfWeek(date)).days;
  return (weeks / DAYS_OF_WEEK) % rule.everyWeeks === 0 ? rule.window : null;
}

const startOfWeek = (date: Temporal.PlainDate) => date.subtract({ days: weekdayOf(date) });

/** The slots of a schedule from one day to another, both included. */
export function slotTimesOf(
  rule: TimesRule,
  { first, days, timeZone }: { first: Day; days: number; timeZone: string },
): SlotTimes[] {
  const start = Temporal.PlainDate.from(first);
  return Array.from({ length: days }, (_, add) => start.add({ days: add }).toString()).flatMap(
    (day) => {
      const window = windowOn(rule, day);
      return window ? timesOf(day, window, rule.cutOff, timeZone) : [];
    },
  );
}

/**
 * A window of a day as moments. A time that clocks skip is the same time before the change, and one that they have
 * twice is the first: so a window starts when a clock on the wall first shows its start.
 */
function timesOf(day: Day, window: SlotWindow, cutOff: CutOff, timeZone: string): SlotTimes {
  const date = Temporal.PlainDate.from(day);
  const at = (on: Temporal.PlainDate, time: string) =>
    on.toZonedDateTime({ timeZone, plainTime: time });
  const start = at(date, window.from);
  const end = at(date, window.to);
  const wall = Temporal.PlainTime.from(window.from).until(window.to);
  // a window that begins in skipped time would end before it begins
  const closed = Temporal.ZonedDateTime.compare(end, start) > 0 ? end : start.add(wall);
  const cut = at(date.subtract({ days: cutOff.daysBefore }), cutOff.time);
  const iso = (moment: Temporal.ZonedDateTime) =>
    moment.toInstant().toString({ smallestUnit: 'millisecond' });
  const last = Temporal.ZonedDateTime.compare(cut, closed) > 0 ? closed : cut;
  return { date: day, startAt: iso(start), endAt: iso(closed), cutOffAt: iso(last) };
}
