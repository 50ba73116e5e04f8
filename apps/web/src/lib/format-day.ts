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

/** A day of the calendar, which is no moment and in no zone, as `Nov 20`. */
export const formatDay = (day: string): string => shortDay.format(new Date(day));

/** The same as `November 20, 2026`. */
export const formatLongDay = (day: string): string => longDay.format(new Date(day));

/** A month of the calendar, `2026-11`, as `Nov 2026`. */
export const formatMonth = (month: string): string => monthAlone.format(new Date(month));
