import { daySchema } from '#libs/contracts';
import { marketZone } from '../../lib/text/format';

/** The market's local time at a moment in ms: `2026-11-20T14:30`. */
function clockText(at: number): string {
  // the Swedish locale formats dates and times as ISO 8601 does
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: marketZone(),
  });
  return clock.format(at).replace(' ', 'T');
}

/** An ISO date as the value of a date field, in the market's zone: `2026-11-20T14:30`; empty for null. */
export const toDateInput = (iso: string | null): string =>
  iso === null ? '' : clockText(Date.parse(iso));

/** The value of a date field, in the market's zone, as an ISO date in UTC; null if it is no date that can be entered. */
export function fromDateInput(typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`);
  const isDay = daySchema.safeParse(typed.split('T')[0]).success;
  if (!isDay || Number.isNaN(asUtc)) return null;
  const offsetAt = (at: number) => Date.parse(`${clockText(at)}Z`) - at;
  // the offset at the moment itself: near a change of the clocks, the first guess has the other offset
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc))).toISOString();
}
