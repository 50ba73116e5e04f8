import type { ReactNode } from 'react';
import { cutOffText, type OwnSlotDto } from '#libs/contracts';
import { formatWeekday, marketZone } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { slotSpan } from './rule-text';
import { daysText as text } from './texts';

/** A date of a farm with its places taken and when it closes, for the farm and the admins. */
export function SlotCard({
  slot,
  now,
  title,
  link,
  action,
}: {
  slot: OwnSlotDto;
  now: number;
  /** Before the times; the date if absent. */
  title?: ReactNode;
  /** Beside the places. */
  link?: ReactNode;
  action?: ReactNode;
}) {
  const { name, date, cutOffAt, taken, capacity, state } = slot;
  const isOver = Date.parse(cutOffAt) <= now;
  const isFull = capacity !== null && taken >= capacity;
  return (
    <Card compact className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <p className="min-w-0 text-lg [overflow-wrap:anywhere]">
          {title ?? <strong>{formatWeekday(date)}</strong>} {slotSpan(slot)}
        </p>
        {state === 'closed' ? (
          <Badge tone="butter">{text.closed}</Badge>
        ) : (
          isFull && <Badge tone="leaf">{text.full}</Badge>
        )}
      </div>
      <p className="text-ink-soft [overflow-wrap:anywhere]">{name}</p>
      {capacity !== null && (
        <span aria-hidden="true" className="block h-2 overflow-hidden rounded-full bg-sunken">
          <span
            className="block h-full bg-leaf forced-colors:bg-[CanvasText]"
            style={{ width: `${Math.min(100, (taken / capacity) * 100)}%` }}
          />
        </span>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold tabular-nums">{text.taken(taken, capacity)}</p>
        {link}
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 text-sm text-ink-soft">
          {isOver ? text.ordersOver : text.closesAt(cutOffText(slot, now, marketZone()))}
        </p>
        {action}
      </div>
    </Card>
  );
}
