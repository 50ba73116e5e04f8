import { Store, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { deliveredAtOf, type OrderDto, type OrderPart, sentence } from '#libs/contracts';
import { formatDateTime } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/status-pill';
import { fulfilmentText } from './order-part-card';
import { PartBar } from './part-bar';
import { PartDay } from './part-day';
import { ordersText } from './texts';

/** Where the part is handed over: the address, or the pickup place. */
export function placeOf(part: OrderPart, { address }: Pick<OrderDto, 'address'>): string {
  return part.fulfilment === 'delivery' && address !== null
    ? ordersText.deliveredTo(sentence`${address.line1}, ${address.city}`)
    : fulfilmentText(part);
}

/** What comes next for the part, and when. */
export function nextOf(part: OrderPart): string {
  if (part.status === 'declined' || part.status === 'cancelled') return ordersText.notCharged;
  if (part.slot !== null && (part.status === 'accepted' || part.status === 'packed'))
    return ordersText.upNextOnDay[part.status];
  if (part.status !== 'delivered') return ordersText.upNext[part.fulfilment][part.status];
  const at = deliveredAtOf(part);
  return at === undefined ? '' : formatDateTime(at);
}

/** When and where the parts of an order arrive, and the progress of each; `children` are shown below. */
export function OrderProgress({ order, children }: { order: OrderDto; children?: ReactNode }) {
  return (
    <Card as="section" aria-labelledby="progress">
      <h2 id="progress" className="text-2xl">
        {ordersText.whenAndWhere}
      </h2>
      <ul>
        {order.parts.map((part) => (
          <li
            key={part._id}
            className="grid gap-2 border-t border-rule py-4 first:border-t-0 last:pb-0"
          >
            <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
              <Icon
                of={part.fulfilment === 'delivery' ? Truck : Store}
                className="mt-0.5 shrink-0 text-leaf-ink"
              />
              <div className="min-w-28 flex-1">
                <p className="font-semibold">{part.farmName}</p>
                <p className="text-sm text-ink-soft">{placeOf(part, order)}</p>
                <div className="text-sm">
                  <PartDay part={part} />
                </div>
              </div>
              <span className="shrink-0">
                <StatusPill status={part.status} />
              </span>
            </div>
            <PartBar part={part} />
            <p className="text-sm">{nextOf(part)}</p>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}
