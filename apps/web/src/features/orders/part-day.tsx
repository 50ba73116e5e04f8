import { CalendarDays } from 'lucide-react';
import { FARM_TELLS_WHEN, isLive, type OrderPart, shortSlotText, slotText } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { marketZone } from '../../lib/text/format';
import { Icon } from '../../ui/icon';
import { ordersText } from './texts';

const isOpen = ({ status }: OrderPart) => isLive(status) && status !== 'delivered';

/** When a part is handed over, in a line of its own; nothing for a part without a day that is over. */
export function PartDay({ part }: { part: OrderPart }) {
  const now = useNow();
  if (part.slot === null && !isOpen(part)) return null;
  return (
    <p className="mt-1 flex gap-2">
      <Icon of={CalendarDays} size={18} className="mt-0.5 shrink-0" />
      <span className="font-semibold">
        {part.slot === null ? ordersText.told : slotText(part.slot, now, marketZone())}
      </span>
    </p>
  );
}

/** When a part is handed over, where there is little room; null for a part without a day that is over. */
export function partDayText(part: OrderPart, now: number): string | null {
  if (part.slot === null) return isOpen(part) ? FARM_TELLS_WHEN : null;
  // a weekday alone would be read as the coming one
  return (isOpen(part) ? shortSlotText : slotText)(part.slot, now, marketZone());
}
