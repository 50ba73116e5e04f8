import { marketZone } from '../../lib/format';

/** What a clock of the market shows at a moment in ms: `2026-11-20T14:30`. */
function clockText(at: number): string {
  // Sweden writes dates and times as ISO 8601 does
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

/** The value of a date field, in the market's zone, as an ISO date in UTC; null if empty or invalid. */
export function fromDateInput(typed: string): string | null {
  const asUtc = Date.parse(`${typed}Z`);
  if (Number.isNaN(asUtc)) return null;
  const shiftAt = (at: number) => Date.parse(`${clockText(at)}Z`) - at;
  // the shift of the moment itself: where clocks are changed in between, the first guess has the other one
  return new Date(asUtc - shiftAt(asUtc - shiftAt(asUtc))).toISOString();
}
