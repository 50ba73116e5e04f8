import { cutOffText, dayName, type SlotDto, windowText } from '#libs/contracts';
import { marketZone } from '../../lib/text/format';
import { dayText } from './texts';

const HOUR_MS = 3_600_000;
/** How long before a cut-off the time to it is counted down. */
const COUNTDOWN_MS = 6 * HOUR_MS;

/** A slot inside a sentence: `Tuesday 4–7 PM`, `Friday, December 18, 4–7 PM`. */
export function takenSlotText(slot: SlotDto, now: number): string {
  const day = dayName(slot.startAt, now, marketZone());
  return `${day}${day.includes(',') ? ',' : ''} ${windowText(slot, marketZone())}`;
}

/** `closes in 12 min` within the last hours before the cut-off; null before and after. */
export function countdownText({ cutOffAt }: Pick<SlotDto, 'cutOffAt'>, now: number): string | null {
  const left = Date.parse(cutOffAt) - now;
  return left > 0 && left <= COUNTDOWN_MS ? dayText.closesIn(Math.ceil(left / 60_000)) : null;
}

/** Why a slot cannot be chosen; null if it can. */
export function closedText(slot: SlotDto, now: number): string | null {
  if (Date.parse(slot.cutOffAt) <= now) return dayText.closed(cutOffText(slot, now, marketZone()));
  return slot.left === 0 ? dayText.full : null;
}
