import { addDays, dayOf, type NotificationDto } from '#libs/contracts';
import { formatLongDay } from '../../lib/text/format';
import { inboxText } from './texts';

/** Groups notifications by the days of a time zone, `now` being a moment of today in ms. */
export function byDay(
  entries: readonly NotificationDto[],
  now: number,
  timeZone: string,
): [day: string, entries: NotificationDto[]][] {
  const today = dayOf(now, timeZone);
  const names = new Map([
    [today, inboxText.today],
    [addDays(today, -1), inboxText.yesterday],
  ]);
  const days = new Map<string, NotificationDto[]>();
  for (const entry of entries) {
    const day = dayOf(entry.createdAt, timeZone);
    const name = names.get(day) ?? formatLongDay(day);
    days.set(name, [...(days.get(name) ?? []), entry]);
  }
  return [...days];
}
