import {
  dayNumber,
  dayOfYear,
  instantOf,
  isoWeek,
  isoWeekday,
  localDate,
  utc,
  weekOfYear,
  zoneOffset,
} from './calendar.js';
import { location } from './helpers.js';

const DAY = 86_400_000;
const FIXED_UNITS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
};
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
export const UNITS = [FIXED_UNITS, DAYS, MONTHS].flatMap((units) => Object.keys(units));
const MONTH_NAME = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

const REFERENCE_DAY = utc(2000, 1, 1) / DAY;
const floorTo = (n: number, size: number, origin: number): number =>
  origin + Math.floor((n - origin) / size) * size;

/** Months since the year 0. */
const monthNumber = (local: Date): number => local.getUTCFullYear() * 12 + local.getUTCMonth();

/** The start of the bin that contains an instant; bins are counted from 2000-01-01 in the zone. */
export function truncateDate(
  time: number,
  unit: string,
  binSize: number,
  zone: string,
  weekStart: number,
): number {
  const fixed = FIXED_UNITS[unit];
  const local = localDate(time, zone);
  if (fixed) {
    // units up to hours are truncated in local time, so that zones with half-hour offsets are right
    const cut = floorTo(local.getTime(), fixed * binSize, REFERENCE_DAY * DAY);
    return time - (local.getTime() - cut);
  }
  const days = DAYS[unit];
  if (days) {
    const origin = REFERENCE_DAY + (unit === 'week' ? (weekStart + 1) % 7 : 0);
    return instantOf(floorTo(dayNumber(local), days * binSize, origin) * DAY, zone);
  }
  const months = floorTo(monthNumber(local), (MONTHS[unit] ?? 1) * binSize, 2000 * 12);
  return instantOf(utc(0, months + 1, 1), zone);
}

export function addToDate(time: number, unit: string, count: number, zone: string): number {
  const fixed = FIXED_UNITS[unit];
  if (fixed) return time + count * fixed;
  const local = localDate(time, zone);
  const days = DAYS[unit];
  if (days) return instantOf(local.getTime() + count * days * DAY, zone);
  const month = monthNumber(local) + count * (MONTHS[unit] ?? 1);
  const lastDay = new Date(utc(0, month + 2, 0)).getUTCDate();
  local.setUTCFullYear(0, month, Math.min(local.getUTCDate(), lastDay));
  return instantOf(local.getTime(), zone);
}

/** The number of unit boundaries between two instants. */
export function dateDifference(
  from: number,
  to: number,
  unit: string,
  zone: string,
  weekStart: number,
): number {
  const count = (time: number): number => {
    const local = localDate(time, zone);
    const months = MONTHS[unit];
    if (months) return Math.floor(monthNumber(local) / months);
    if (unit === 'week') return Math.floor((dayNumber(local) + 4 - weekStart) / 7);
    return Math.floor(local.getTime() / (FIXED_UNITS[unit] ?? DAY));
  };
  return count(to) - count(from);
}

const pad = (n: number, width: number) => String(n).padStart(width, '0');

export function formatDate(time: number, format: string, zone: string): string {
  const local = localDate(time, zone);
  const month = MONTH_NAME.format(local);
  const offset = zoneOffset(time, zone) / 60_000;
  const sign = offset < 0 ? '-' : '+';
  const fields: Readonly<Record<string, () => string>> = {
    Y: () => pad(local.getUTCFullYear(), 4),
    m: () => pad(local.getUTCMonth() + 1, 2),
    d: () => pad(local.getUTCDate(), 2),
    H: () => pad(local.getUTCHours(), 2),
    M: () => pad(local.getUTCMinutes(), 2),
    S: () => pad(local.getUTCSeconds(), 2),
    L: () => pad(local.getUTCMilliseconds(), 3),
    j: () => pad(dayOfYear(local), 3),
    u: () => String(isoWeekday(local)),
    w: () => String(local.getUTCDay() + 1),
    U: () => pad(weekOfYear(local), 2),
    V: () => pad(isoWeek(local).week, 2),
    G: () => pad(isoWeek(local).year, 4),
    b: () => month.slice(0, 3),
    B: () => month,
    z: () => `${sign}${pad(Math.floor(Math.abs(offset) / 60), 2)}${pad(Math.abs(offset) % 60, 2)}`,
    Z: () => String(offset),
    '%': () => '%',
  };
  return format.replace(/%(.?)/g, (_, letter: string) => {
    const field = fields[letter];
    if (!field) throw location(18536, `Invalid format character '%${letter}' in format string`);
    return field();
  });
}
