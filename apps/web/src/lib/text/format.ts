import { type ProductDto, TOTAL_MAX, type Unit } from '#libs/contracts';
import { serverNow } from '../api/server-clock';
import { libText } from './texts';

export { formatQuantity } from '#libs/contracts';

/** The market's notation of numbers. */
export const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

let longDate: Intl.DateTimeFormat;
let clock: Intl.DateTimeFormat;

/**
 * Sets the time zone of all dates and times: the market's, in which its days begin, or the device's until the settings
 * are loaded. Times name the zone if it is not the device's.
 */
export function setMarketZone(timeZone?: string): void {
  longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  const options = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const isForeign = timeZone && timeZone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;
  clock = new Intl.DateTimeFormat(
    'en-US',
    isForeign ? { ...options, timeZoneName: 'short' } : options,
  );
}
setMarketZone();

export const marketZone = (): string => clock.resolvedOptions().timeZone;

/** Dollars as `$4.50`. */
export function formatMoney(dollars: number): string {
  return money.format(dollars);
}

/** A moment in a format, or a dash for what is none: a formatter throws there, and takes the page with it. */
function formatMoment(format: Intl.DateTimeFormat, moment: string | Date): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? libText.noDate : format.format(date);
}

/** `November 20, 2026` (docs/product.md, Constants). */
export function formatDate(iso: string): string {
  return formatMoment(longDate, iso);
}

/** `2:02 PM`, as the business hours are written. */
export function formatTime(moment: string | Date): string {
  const text = formatMoment(clock, moment);
  // engines differ in the space before PM
  return text.replace('\u202f', ' ');
}

/** `November 20, 2026, 2:02 PM`. */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`;
}

/** The time of a moment of today, else with its day: `8:12 AM`, `November 20, 2026, 8:12 AM`. */
export function formatMomentOf(moment: Date, now: number = serverNow()): string {
  const iso = moment.toISOString();
  return formatDate(iso) === formatDate(new Date(now).toISOString())
    ? formatTime(iso)
    : formatDateTime(iso);
}

/** A number without a unit: `1.5`, `1,200`. */
export function formatNumber(value: number): string {
  return amount.format(value);
}

/** The unit after a price: `/ lb`, `each`. */
export function formatPerUnit(unit: Unit): string {
  return unit === 'each' ? libText.each : libText.per(unit);
}

/** The price per pound, pint or piece: `$4.50 / lb`; null if it is the product's own. */
export function formatComparable({
  price,
  comparablePrice: comparable,
}: Pick<ProductDto, 'price' | 'comparablePrice'>): string | null {
  if (comparable.price === price) return null;
  const per = comparable.per === 'piece' ? libText.each : libText.per(comparable.per);
  return `${formatMoney(comparable.price)} ${per}`;
}

/** How long ago in a few words: `14 h ago`, `3 days ago`. */
export function formatAgo(iso: string, now: number = serverNow()): string {
  const minutes = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000));
  if (minutes < 1) return libText.justNow;
  if (minutes < 60) return libText.minutesAgo(minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return libText.hoursAgo(hours);
  return libText.daysAgo(Math.floor(hours / 24));
}

/** `picked 14 h ago`; null without a harvest date. */
export function formatPicked(harvestedAt: string | null, now: number = serverNow()): string | null {
  return harvestedAt === null ? null : libText.picked(formatAgo(harvestedAt, now));
}

const shortDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const monthAlone = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar day, which has no time zone, as `Nov 20`. */
export const formatDay = (day: string): string => formatMoment(shortDay, day);

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A calendar day as `Fri, Nov 20`. */
export const formatWeekday = (day: string): string => formatMoment(weekday, day);

const fullDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** A calendar day as `Friday, November 20, 2026`. */
export const formatFullDay = (day: string): string => formatMoment(fullDay, day);

/** A calendar day as `November 20, 2026`. */
export const formatLongDay = (day: string): string => formatMoment(longDay, day);

const weekdayAlone = {
  long: new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }),
};
/** A Sunday, in ms. */
const SUNDAY = Date.UTC(2023, 0, 1);

/** `Friday`, or `Fri`. `day`: 0 is Sunday. */
export const weekdayName = (day: number, length: 'long' | 'short' = 'long'): string =>
  weekdayAlone[length].format(SUNDAY + day * 86_400_000);

/** A calendar month, `2026-11`, as `Nov 2026`. */
export const formatMonth = (month: string): string => formatMoment(monthAlone, month);

/** A list's total inside a sentence: `12`, or `more than 1,000` above the counting limit. */
export const amountOf = (total: number): string =>
  total > TOTAL_MAX ? libText.moreThan(formatNumber(TOTAL_MAX)) : String(total);

/** A list's total with its noun: `1 order`, `12 orders`, `More than 1,000 orders`. */
export function countOf(total: number, one: string, many: string): string {
  const text = `${amountOf(total)} ${total === 1 ? one : many}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The change from `before` to `now` in percent: `+12%`; null if `before` is 0. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±';
  return `${sign}${formatNumber(Math.abs(percent))}%`;
}

/** The market's time zone as people write it: `New York`. */
export function marketPlace(): string {
  const zone = marketZone();
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
