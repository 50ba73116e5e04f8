import {
  type DateParts,
  dayNumber,
  dayOfYear,
  daysInMonth,
  instantOf,
  isoWeek,
  partsIn,
  weekday,
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
export const UNITS = ['year', 'quarter', 'month', 'week', 'day', ...Object.keys(FIXED_UNITS)];
const MONTHS =
  'January February March April May June July August September October November December';

const midnight = (year: number, month: number, day: number): DateParts => ({
  year,
  month,
  day,
  hour: 0,
  minute: 0,
  second: 0,
  millisecond: 0,
});

const fromDayNumber = (days: number): DateParts => partsIn(days * DAY, 'UTC');
const REFERENCE_DAY = dayNumber(midnight(2000, 1, 1));
const floorTo = (n: number, size: number, origin: number): number =>
  origin + Math.floor((n - origin) / size) * size;

/** The start of the bin that contains an instant; bins are counted from 2000-01-01 in the zone. */
export function truncateDate(
  time: number,
  unit: string,
  binSize: number,
  zone: string,
  weekStart: number,
): number {
  const fixed = FIXED_UNITS[unit];
  const parts = partsIn(time, zone);
  if (fixed) {
    // units up to hours are truncated in local time, so that zones with half-hour offsets are right
    const local = time + zoneOffset(time, zone);
    const cut = floorTo(local, fixed * binSize, REFERENCE_DAY * DAY);
    return time - (local - cut);
  }
  if (unit === 'day') {
    return instantOf(fromDayNumber(floorTo(dayNumber(parts), binSize, REFERENCE_DAY)), zone);
  }
  if (unit === 'week') {
    const firstWeek = REFERENCE_DAY + ((weekStart - 6 + 7) % 7);
    return instantOf(fromDayNumber(floorTo(dayNumber(parts), 7 * binSize, firstWeek)), zone);
  }
  const size = (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1) * binSize;
  const months = floorTo(parts.year * 12 + parts.month - 1, size, 2000 * 12);
  return instantOf(midnight(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, 1), zone);
}

export function addToDate(time: number, unit: string, count: number, zone: string): number {
  const fixed = FIXED_UNITS[unit];
  if (fixed) return time + count * fixed;
  const parts = partsIn(time, zone);
  if (unit === 'day' || unit === 'week') {
    return instantOf({ ...parts, day: parts.day + count * (unit === 'week' ? 7 : 1) }, zone);
  }
  const months =
    parts.year * 12 + parts.month - 1 + count * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
  const year = Math.floor(months / 12);
  const month = (((months % 12) + 12) % 12) + 1;
  return instantOf(
    { ...parts, year, month, day: Math.min(parts.day, daysInMonth(year, month)) },
    zone,
  );
}

/** The number of unit boundaries between two instants. */
export function dateDifference(
  from: number,
  to: number,
  unit: string,
  zone: string,
  weekStart: number,
): number {
  const a = partsIn(from, zone);
  const b = partsIn(to, zone);
  const months = (parts: DateParts) => parts.year * 12 + parts.month - 1;
  switch (unit) {
    case 'year':
      return b.year - a.year;
    case 'quarter':
      return Math.floor(months(b) / 3) - Math.floor(months(a) / 3);
    case 'month':
      return months(b) - months(a);
    case 'week': {
      const week = (parts: DateParts) => Math.floor((dayNumber(parts) + 4 - weekStart) / 7);
      return week(b) - week(a);
    }
    case 'day':
      return dayNumber(b) - dayNumber(a);
    default: {
      const size = FIXED_UNITS[unit] ?? 1;
      const at = (time: number) => Math.floor((time + zoneOffset(time, zone)) / size);
      return at(to) - at(from);
    }
  }
}

const pad = (n: number, width: number) => String(n).padStart(width, '0');

export function formatDate(time: number, format: string, zone: string): string {
  const parts = partsIn(time, zone);
  const offset = zoneOffset(time, zone) / 60_000;
  const sign = offset < 0 ? '-' : '+';
  const months = MONTHS.split(' ');
  const fields: Readonly<Record<string, () => string>> = {
    Y: () => pad(parts.year, 4),
    m: () => pad(parts.month, 2),
    d: () => pad(parts.day, 2),
    H: () => pad(parts.hour, 2),
    M: () => pad(parts.minute, 2),
    S: () => pad(parts.second, 2),
    L: () => pad(parts.millisecond, 3),
    j: () => pad(dayOfYear(parts), 3),
    u: () => String(((weekday(parts) + 6) % 7) + 1),
    w: () => String(weekday(parts) + 1),
    U: () => pad(weekOfYear(parts), 2),
    V: () => pad(isoWeek(parts).week, 2),
    G: () => pad(isoWeek(parts).year, 4),
    b: () => (months[parts.month - 1] ?? '').slice(0, 3),
    B: () => months[parts.month - 1] ?? '',
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
