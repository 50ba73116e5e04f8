import { Temporal } from 'temporal-polyfill';
import type { QuietHours } from '#libs/contracts';

/** When the quiet hours of this moment end, in milliseconds since 1970; null if it is in none. */
export function quietUntil(quiet: QuietHours | null, now: number, timeZone: string): number | null {
  if (!quiet) return null;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const { from, to } = quiet;
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return null;
  const day = local.toPlainDate();
  const end = time < to ? day : day.add({ days: 1 });
  return end.toZonedDateTime({ timeZone, plainTime: to }).epochMilliseconds;
}
