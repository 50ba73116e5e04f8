import { CalendarX } from 'lucide-react';
import type { Id, SlotDto } from '#libs/contracts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { takenSlotText } from './day-words';
import { dayText } from './texts';

/** The most slots that are offered instead. */
const OFFERED = 3;

/** The id of the element with the days of a farm. */
export const daysId = (farmId: Id): string => `days-${farmId}`;

/** Buttons that take one of these slots; the focus goes to the days, because the buttons disappear. */
export function SlotOffers({
  free,
  now,
  onSlot,
}: {
  free: readonly SlotDto[];
  now: number;
  onSlot: (slot: SlotDto) => void;
}) {
  if (free.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {free.slice(0, OFFERED).map((slot, at) => (
        <Button
          key={slot._id}
          size="sm"
          tone={at === 0 ? 'leaf' : 'outline'}
          onClick={() => {
            onSlot(slot);
            document.getElementById(daysId(slot.farmId))?.focus();
          }}
        >
          {dayText.take(takenSlotText(slot, now))}
        </Button>
      ))}
    </div>
  );
}

/** Why the day of a farm cannot be had, and the days that can. */
export function DayNote({
  why,
  ...offers
}: {
  why: string;
  free: readonly SlotDto[];
  now: number;
  onSlot: (slot: SlotDto) => void;
}) {
  return (
    <div role="alert" className="my-3 flex gap-3 rounded-md bg-butter-tint p-4 text-butter-ink">
      <Icon of={CalendarX} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{why}</p>
        <SlotOffers {...offers} />
      </div>
    </div>
  );
}
