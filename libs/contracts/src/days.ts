import * as z from 'zod/mini';

/** The first and the last day that can be entered: any other is a mistyped year, such as 0002 or 12026. */
export const DAYS = { first: '2000-01-01', last: '2099-12-31' } as const;
const outside = 'must be a date from 2000 to 2099';

/** A calendar day such as `2026-11-21`, in the market's time zone unless stated otherwise. */
export const daySchema = z.iso
  .date({ abort: true })
  .check(z.refine((day) => day >= DAYS.first && day <= DAYS.last, outside));
export type Day = z.infer<typeof daySchema>;

const DAY_MS = 86_400_000;
/** The largest UTC offsets in hours, ahead and behind, plus one for a clock change. */
const [AHEAD, BEHIND] = [15, 13];

/** A moment in UTC that a person enters, within `DAYS` in whatever time zone. */
export const enteredMomentSchema = z.iso.datetime({ abort: true }).check(
  z.refine((moment) => {
    const at = Date.parse(moment);
    return at >= Date.parse(DAYS.first) - DAY_MS && at <= Date.parse(DAYS.last) + 2 * DAY_MS;
  }, outside),
);

/** Cached, because creating a formatter takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const digits = '2-digit';
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The local day and hour (0 to 23) in a time zone at a moment (ISO 8601, or milliseconds since 1970). */
export function localTime(moment: string | number, timeZone: string): { day: Day; hour: number } {
  const parts = clockIn(timeZone).formatToParts(new Date(moment));
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}

/** The day of a moment in a time zone. */
export const dayOf = (moment: string | number, timeZone: string): Day =>
  localTime(moment, timeZone).day;

/**
 * When a day begins in a time zone, to the second. That is not 0:00 where clocks change at midnight, so it searches
 * for the first moment of the day, or of the next one if the zone skipped the day.
 */
export function startOfDay(day: Day, timeZone: string): string {
  const seconds = Date.parse(day) / 1_000;
  let before = seconds - AHEAD * 3_600;
  let at = seconds + BEHIND * 3_600;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayOf(middle * 1_000, timeZone) < day) before = middle;
    else at = middle;
  }
  return new Date(at * 1_000).toISOString();
}

/** The day `count` days later. */
export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** The number of days from one day to another, both included. */
export const countDays = (first: Day, last: Day): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay();

/** Whether a text is a time zone such as `America/New_York`. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[a-z]/i.test(text) && Boolean(clockIn(text));
  } catch {
    return false;
  }
}

/** A calendar month, such as `2026-11`. */
export type Month = string;

/** The month of a calendar day. */
export const monthOf = (day: string): Month => day.slice(0, 7);

const numberOf = (month: Month): number => {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return year * 12 + of - 1;
};

/** The month `count` months later. */
export function addMonths(month: Month, count: number): Month {
  const number = numberOf(month) + count;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
}

/** The number of months from the first to the second. */
export const monthsBetween = (first: Month, second: Month): number =>
  numberOf(second) - numberOf(first);
