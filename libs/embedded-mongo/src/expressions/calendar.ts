import { CommandError } from '../errors.js';

export type DateParts = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
};

const MINUTE = 60_000;
const DAY = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    formatters.set(zone, found);
  }
  return found;
}

/** Offset of the zone from UTC at an instant, in milliseconds. */
export function zoneOffset(time: number, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return (fixed[1] === '-' ? -minutes : minutes) * MINUTE;
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter(zone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local = utc({ year, month, day, hour, minute, second, millisecond: 0 });
  return local - Math.floor(time / 1000) * 1000;
}

/** Epoch ms of a calendar date in UTC; Date.UTC would map the years 0 to 99 to 1900 to 1999. */
export function utc(parts: DateParts): number {
  const date = new Date(0);
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  date.setUTCHours(parts.hour, parts.minute, parts.second, parts.millisecond);
  return date.getTime();
}

export function partsIn(time: number, zone: string): DateParts {
  const local = new Date(time + zoneOffset(time, zone));
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  };
}

/** The epoch ms of these parts in a zone; the offset is computed twice, because it may change near that time. */
export function instantOf(parts: DateParts, zone: string): number {
  const local = utc(parts);
  const guess = local - zoneOffset(local, zone);
  return local - zoneOffset(guess, zone);
}

export const dayNumber = (parts: DateParts): number =>
  Math.floor(utc({ ...parts, hour: 0, minute: 0, second: 0, millisecond: 0 }) / DAY);

/** 0 is Sunday. */
export const weekday = (parts: DateParts): number => (((dayNumber(parts) + 4) % 7) + 7) % 7;

export const dayOfYear = (parts: DateParts): number =>
  dayNumber(parts) - dayNumber({ ...parts, month: 1, day: 1 }) + 1;

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate();

/** ISO 8601: the week belongs to the year of its Thursday. */
export function isoWeek(parts: DateParts): { year: number; week: number } {
  const isoDay = (weekday(parts) + 6) % 7;
  const thursday = new Date((dayNumber(parts) - isoDay + 3) * DAY);
  const year = thursday.getUTCFullYear();
  const first = Math.floor(Date.UTC(year, 0, 1) / DAY);
  return { year, week: Math.floor((thursday.getTime() / DAY - first) / 7) + 1 };
}

/** Week of the year from 0 to 53, beginning on Sundays. */
export const weekOfYear = (parts: DateParts): number =>
  Math.floor((dayOfYear(parts) + 6 - weekday(parts)) / 7);

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads an ISO 8601 date; other formats of `$dateFromString` are refused. */
export function parseDate(text: string, zone = 'UTC'): Date {
  const match = ISO_DATE.exec(text.trim());
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] =
    match ?? [];
  const parts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
  };
  const valid =
    match &&
    parts.month >= 1 &&
    parts.month <= 12 &&
    parts.day >= 1 &&
    parts.day <= daysInMonth(parts.year, parts.month) &&
    parts.hour < 24 &&
    parts.minute < 60 &&
    parts.second < 60;
  if (!valid) {
    throw new CommandError(
      241,
      `Error parsing date string '${text}'; only ISO 8601 is supported by the embedded server`,
    );
  }
  return new Date(instantOf(parts, offset ?? zone));
}
