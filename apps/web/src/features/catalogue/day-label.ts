import { formatWeekday, marketZone } from '../../lib/text/format';
import { catalogueText } from './texts';

const DAY_MS = 86_400_000;
/** Days from today on in which the name of the weekday says which one is meant. */
const NEAR_DAYS = 6;

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

/** A day such as `2026-12-04` in a choice: `Today`, `Tomorrow`, `Friday`, or `Fri, Dec 18`. `now`: the server's clock, in ms. */
export function dayLabel(day: string, now: number): string {
  // Swedish dates are written like ISO's
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: marketZone() }).format(now);
  const ahead = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (ahead === 0) return catalogueText.today;
  if (ahead === 1) return catalogueText.tomorrow;
  return ahead > 1 && ahead <= NEAR_DAYS ? weekday.format(Date.parse(day)) : formatWeekday(day);
}
