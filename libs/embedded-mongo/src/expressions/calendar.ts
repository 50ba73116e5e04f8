import { CommandError } from '../errors.js';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    } catch {
      throw new CommandError(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    formatters.set(zone, found);
  }
  return found;
}

const OFFSET = /^([+-])(\d\d):?(\d\d)?(?::(\d\d))?$/;

/** Offset of the zone from UTC at an instant, in milliseconds. */
export function zoneOffset(time: number, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const named = () =>
    formatter(zone)
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName');
  const offset = OFFSET.exec(zone) ?? OFFSET.exec(named()?.value.slice('GMT'.length) ?? '');
  const [, sign, hours = 0, minutes = 0, seconds = 0] = offset ?? [];
  const total = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
  return sign === '-' ? -total : total;
}

/** Epoch ms of a calendar date in UTC; Date.UTC would map the years 0 to 99 to 1900 to 1999. */
export function utc(year: number, month: number, day: number, ...time: number[]): number {
  const [hour = 0, minute = 0, second = 0, millisecond = 0] = time;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, millisecond);
}

/** The date and time of a zone, in the UTC fields of a Date. */
export const localDate = (time: number, zone: string): Date =>
  new Date(time + zoneOffset(time, zone));

/** The instant of a local date; the offset is computed twice, because it may change near that time. */
export function instantOf(local: number, zone: string): number {
  const guess = local - zoneOffset(local, zone);
  return local - zoneOffset(guess, zone);
}

export const dayNumber = (local: Date): number => Math.floor(local.getTime() / DAY);

export const dayOfYear = (local: Date): number =>
  dayNumber(local) - utc(local.getUTCFullYear(), 1, 1) / DAY + 1;

/** Monday is 1, Sunday 7. */
export const isoWeekday = (local: Date): number => local.getUTCDay() || 7;

/** ISO 8601: the week belongs to the year of its Thursday. */
export function isoWeek(local: Date): { year: number; week: number } {
  const thursday = new Date((dayNumber(local) - isoWeekday(local) + 4) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** Week of the year from 0 to 53, beginning on Sundays. */
export const weekOfYear = (local: Date): number =>
  Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);

const ISO_DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?:(:\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads an ISO 8601 date; other formats of `$dateFromString` are refused. */
export function parseDate(text: string, zone = 'UTC'): Date {
  const [, day, minutes = '00:00', seconds = ':00', fraction = '', offset = zone] =
    ISO_DATE.exec(text.trim()) ?? [];
  const iso = `${day}T${minutes}${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const local = Date.parse(iso);
  // a date such as 30 February is parsed as another one
  if (Number.isNaN(local) || new Date(local).toISOString() !== iso) {
    throw new CommandError(
      241,
      `Error parsing date string '${text}'; only ISO 8601 is supported by the embedded server`,
    );
  }
  return new Date(instantOf(local, offset));
}
