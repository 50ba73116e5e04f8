import { type Day, daySchema } from '#libs/contracts';
import { plainTyped } from './typed-number';

const TIME = String.raw`(?:(?:T|,? at |, | )(?<hour>\d\d?):(?<minute>\d\d)(?::\d\d)?(?: ?(?<half>[AP])M)?)?`;
/** The market's notations of a day, with or without a time. */
const NOTATIONS = [
  String.raw`(?<year>\d{4})-(?<month>\d\d?)-(?<date>\d\d?)`,
  String.raw`(?<month>\d\d?)/(?<date>\d\d?)/(?<year>\d{4}|\d\d)`,
  String.raw`(?<month>[A-Z]{3,9})\.? (?<date>\d\d?),? (?<year>\d{4})`,
].map((day) => new RegExp(`^${day}${TIME}$`, 'i'));

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, at) =>
  monthName.format(Date.UTC(2000, at)).toLowerCase(),
);

/** The number of a month, from `11`, `Nov` or `November`; 0 if it is none. */
const monthOf = (text: string): number =>
  Number(text) || MONTHS.findIndex((name) => name.startsWith(text.toLowerCase())) + 1;

/**
 * The day and the time (0:00 without one) of a pasted text such as `11/20/2026`, `2026-11-20T14:30` or
 * `Nov 20, 2026, 2:30 PM`; null if it has none.
 */
export function readPastedDate(pasted: string): { day: Day; time: string } | null {
  const text = plainTyped(pasted);
  const found = NOTATIONS.map((one) => one.exec(text)?.groups).find(Boolean);
  if (found === undefined) return null;
  const { year = '', month = '', date = '', hour = '0', minute = '00', half } = found;
  const two = (part: number | string) => String(part).padStart(2, '0');
  const day = daySchema.safeParse(`${year.padStart(4, '20')}-${two(monthOf(month))}-${two(date)}`);
  const isPm = half?.toUpperCase() === 'P';
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isPm ? 12 : 0);
  const isTime = hours < 24 && Number(minute) < 60 && (half === undefined || Number(hour) <= 12);
  return day.success && isTime ? { day: day.data, time: `${two(hours)}:${minute}` } : null;
}
