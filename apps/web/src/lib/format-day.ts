import { formatMoment } from './format';

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

/** A calendar day as `November 20, 2026`. */
export const formatLongDay = (day: string): string => formatMoment(longDay, day);

/** A calendar month, `2026-11`, as `Nov 2026`. */
export const formatMonth = (month: string): string => formatMoment(monthAlone, month);
