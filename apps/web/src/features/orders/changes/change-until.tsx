import {
  changeRefusal,
  clockText,
  type OrderPart,
  type PartSlot,
  shortDayText,
} from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { useNow } from '../../../lib/browser/timers';
import { marketZone } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { changeText as text } from './texts';

/** Why the customer cannot change a part now; null if they can. Changes at the cut-off. */
export function useRefusal(part: OrderPart) {
  const now = useNow(60_000, part.slot ? [Date.parse(part.slot.cutOffAt)] : []);
  return { refusal: changeRefusal('set', part, now), now };
}

/** Until when the customer can change or cancel a part, or why they no longer can. */
export function ChangeUntil({ part }: { part: OrderPart }) {
  const { refusal, now } = useRefusal(part);
  if (refusal === 'ended' || refusal === 'delivered') return null;
  return <p className="mt-1 text-sm text-ink-soft">{words(part, refusal, now)}</p>;
}

function words({ slot }: OrderPart, refusal: 'cut_off' | 'packed' | null, now: number): string {
  if (refusal === 'packed' || (refusal && !slot)) return text.closed.packed;
  if (!slot) return text.untilPacked;
  const when = shortCutOff(slot, now);
  return refusal ? text.closed.cut_off(when) : text.until(when, timeLeft(slot, now));
}

/** When a day closes, where there is little room: `Thu 6 PM`. */
function shortCutOff({ cutOffAt }: PartSlot, now: number): string {
  const zone = marketZone();
  return `${shortDayText(cutOffAt, now, zone)} ${clockText(cutOffAt, zone)}`;
}

/** The time until a day closes in its largest unit, rounded down to what there is at least. */
export function timeLeft({ cutOffAt }: Pick<PartSlot, 'cutOffAt'>, now: number): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(cutOffAt) - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return text.left.minutes(minutes);
  return hours < 48 ? text.left.hours(hours) : text.left.days(Math.floor(hours / 24));
}

/** Begins a change; nothing when the part is closed. */
export function ChangeButton({
  part,
  blocked,
  onClick,
}: {
  part: OrderPart;
  /** Why it cannot begin. */
  blocked: string | null;
  onClick: () => void;
}) {
  const online = useOnline();
  const { refusal } = useRefusal(part);
  if (refusal) return null;
  return (
    <Button
      tone="leaf"
      disabledReason={online ? blocked : text.offline}
      onClick={onClick}
      aria-label={text.changeOf(part.farmName)}
    >
      {text.change}
    </Button>
  );
}
