import { cutOffText, dayName, type SlotDto, windowText } from '#libs/contracts';
import { marketZone } from '../../lib/text/format';
import { dayText } from './texts';

/** A slot inside a sentence: `Tuesday 4–7 PM`, `Friday, December 18, 4–7 PM`. */
export function takenSlotText(slot: SlotDto, now: number): string {
  const day = dayName(slot.startAt, now, marketZone());
  return `${day}${day.includes(',') ? ',' : ''} ${windowText(slot, marketZone())}`;
}

/** Why a slot cannot be chosen; null if it can. */
export function closedText(slot: SlotDto, now: number): string | null {
  if (Date.parse(slot.cutOffAt) <= now) return dayText.closed(cutOffText(slot, now, marketZone()));
  return slot.left === 0 ? dayText.full : null;
}
