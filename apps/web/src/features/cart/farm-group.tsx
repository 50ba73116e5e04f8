import { CalendarDays } from 'lucide-react';
import {
  type CartItem,
  closesInText,
  type Fulfilment,
  type SlotDto,
  slotText,
} from '#libs/contracts';
import { formatMoney, marketZone } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { CartLine } from './cart-lines';
import type { FarmItems } from './cart-math';
import { DayNote, daysId } from './day-note';
import { FarmNotices } from './farm-notices';
import { FulfilmentChoice } from './fulfilment-choice';
import { SlotChoice } from './slot-choice';
import { cartPageText, dayText } from './texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** One farm's part of the cart, with its subtotal, fulfilment and day. */
export function FarmGroup({
  group,
  farmFulfilment,
  now,
  onFulfilment,
  onSlot,
  ...actions
}: {
  group: FarmItems;
  farmFulfilment: FarmFulfilment;
  /** The server's clock, in ms. */
  now: number;
  onFulfilment: (fulfilment: Fulfilment) => void;
  onSlot: (slot: SlotDto) => void;
  onChange: (item: CartItem, quantity: number) => void;
  onAcknowledge: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}) {
  const { minimum, missing } = farmFulfilment;
  return (
    <Card as="section" aria-labelledby={`farm-${group.farmId}`}>
      <h3 id={`farm-${group.farmId}`} className="mb-3 text-2xl">
        {group.farmer}
      </h3>
      <FarmNotices farmer={group.farmer} farmFulfilment={farmFulfilment} />
      <ul>
        {group.items.map((item) => (
          <CartLine key={item.productId} item={item} {...actions} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-rule pt-4">
        <FulfilmentChoice
          farmId={group.farmId}
          farmer={group.farmer}
          farmWay={farmFulfilment}
          onFulfilment={onFulfilment}
        />
        <p className="ml-auto text-right">
          <span className="block text-sm text-ink-soft">{cartPageText.subtotal(group.farmer)}</span>
          <span className="font-display text-xl font-semibold tabular-nums">
            {formatMoney(group.subtotal)}
          </span>
          {minimum > 0 && missing === 0 && (
            <span className="block text-sm text-leaf-ink">
              {cartPageText.minimumOk(formatMoney(minimum))}
            </span>
          )}
        </p>
      </div>
      <DayOfFarm group={group} farmFulfilment={farmFulfilment} now={now} onSlot={onSlot} />
    </Card>
  );
}

/** The chosen or proposed day of a farm, and its other days. */
function DayOfFarm({
  group: { farmId, farmer },
  farmFulfilment,
  now,
  onSlot,
}: {
  group: FarmItems;
  farmFulfilment: FarmFulfilment;
  now: number;
  onSlot: (slot: SlotDto) => void;
}) {
  const { day, slot } = farmFulfilment;
  if (day.kind !== 'scheduled') return null;
  const countdown = slot && closesInText(slot, now);
  return (
    <div id={daysId(farmId)} tabIndex={-1} className="mt-3 border-t border-rule pt-3">
      {day.why !== null && <DayNote why={day.why} free={day.free} now={now} onSlot={onSlot} />}
      {slot !== null && (
        <p className="flex gap-2">
          <Icon of={CalendarDays} size={20} className="mt-0.5 shrink-0 text-leaf-ink" />
          <span className="min-w-0">
            <span className="font-semibold">{slotText(slot, now, marketZone())}</span>{' '}
            {day.chosen === null && <Badge tone="leaf">{dayText.proposed}</Badge>}
            {countdown !== null && (
              <span className="block text-sm font-semibold text-tomato-ink">{countdown}</span>
            )}
          </span>
        </p>
      )}
      {day.slots.length > 1 && (
        <details>
          <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-semibold text-leaf-ink underline-offset-4 hover:underline pointer-coarse:min-h-11 pointer-coarse:py-2.5">
            {dayText.change}
            <span className="sr-only">{dayText.changeOf(farmer)}</span>
          </summary>
          <SlotChoice
            farmId={farmId}
            farmer={farmer}
            farmWay={farmFulfilment}
            now={now}
            onSlot={onSlot}
          />
        </details>
      )}
    </div>
  );
}
