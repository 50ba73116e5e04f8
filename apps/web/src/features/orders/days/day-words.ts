import { addDays, type Day, type PartSlot, shortSlotText, windowText } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { formatFullDay, formatWeekday, marketZone } from '../../../lib/text/format';
import { orderDaysText as text } from './texts';
import type { DayChoice } from './use-day';

const nearDay = (day: Day, today: Day): string | undefined =>
  ({
    [addDays(today, -1)]: text.yesterday,
    [today]: text.today,
    [addDays(today, 1)]: text.tomorrow,
  })[day];

/** A day where there is little room: `Today`, `Fri, Dec 4`, `No day`, `All`. */
export function dayLabel(day: DayChoice, today: Day): string {
  if (day === 'all' || day === 'none') return text[day];
  return nearDay(day, today) ?? formatWeekday(day);
}

/** A day as a heading of a printed page, which is read later: `Friday, December 4, 2026`. */
export function dayTitle(day: DayChoice): string {
  if (day === 'all') return text.everyDayTitle;
  return day === 'none' ? text.noDayTitle : formatFullDay(day);
}

/** The slot of a part where the day is said already, `4–7 PM`, or with it, `Fri 4–7 PM`. */
export const slotLabel = (slot: PartSlot, isDayKnown: boolean, now = serverNow()): string =>
  isDayKnown ? windowText(slot, marketZone()) : shortSlotText(slot, now, marketZone());
