import { useInfiniteQuery } from '@tanstack/react-query';
import { Store, Truck } from 'lucide-react';
import { isLive, type OrderDto, type OrderPart, type PartStatus } from '#libs/contracts';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/status-pill';
import { nextOf, placeOf } from './order-progress';
import { SeeOrder } from './order-summary-card';
import { ordersQueryOptions } from './orders';
import { PartBar } from './part-bar';
import { PartDay } from './part-day';
import { ordersText } from './texts';

/** The statuses before the handover, the nearest to it first. */
const NEARNESS: readonly PartStatus[] = [
  'ready_for_pickup',
  'out_for_delivery',
  'packed',
  'accepted',
  'placed',
];

const isUnderWay = ({ status }: OrderPart) =>
  status === 'ready_for_pickup' || status === 'out_for_delivery';
/** When the part's slot starts; after every slot if it has none. */
const startOf = ({ slot }: OrderPart) => slot?.startAt ?? '9999';

/**
 * The part that the customer receives next, with its order: one that is on its way or ready, else the one with the
 * earliest slot, else the one that is furthest; among equals, that of the older order.
 */
export function nextHandover(
  orders: readonly OrderDto[],
): { order: OrderDto; part: OrderPart } | null {
  const open = orders.flatMap((order) =>
    order.parts
      .filter(({ status }) => isLive(status) && status !== 'delivered')
      .map((part) => ({ order, part })),
  );
  open.sort(
    (a, b) =>
      Number(isUnderWay(b.part)) - Number(isUnderWay(a.part)) ||
      startOf(a.part).localeCompare(startOf(b.part)) ||
      NEARNESS.indexOf(a.part.status) - NEARNESS.indexOf(b.part.status) ||
      a.order.createdAt.localeCompare(b.order.createdAt),
  );
  return open[0] ?? null;
}

/** The next delivery or pickup, live; nothing while none is open. */
export function NextHandover() {
  const { data } = useInfiniteQuery(ordersQueryOptions({ status: 'Processing' }));
  const next = nextHandover(data?.pages.flatMap((page) => page.orders) ?? []);
  if (next === null) return null;
  const { order, part } = next;
  const isDelivery = part.fulfilment === 'delivery';
  return (
    <section
      aria-labelledby="next-handover"
      className="mb-8 grid gap-3 rounded-lg bg-leaf-tint p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id="next-handover" className="eyebrow">
          {isDelivery ? ordersText.nextDelivery : ordersText.nextPickup}
        </p>
        <StatusPill status={part.status} />
      </div>
      <div className="flex items-start gap-4">
        <Icon of={isDelivery ? Truck : Store} size={30} className="shrink-0 text-leaf-ink" />
        <div className="min-w-0 flex-1">
          <h2 className="text-2xl sm:text-3xl">{part.farmName}</h2>
          <p className="mt-1">{placeOf(part, order)}</p>
          <PartDay part={part} />
        </div>
      </div>
      <PartBar part={part} />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="font-semibold">{nextOf(part)}</p>
        <SeeOrder order={order} />
      </div>
    </section>
  );
}
