import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { paths } from '../../lib/paths';
import { formatDate, formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/status-pill';
import { Thumb } from '../../ui/thumb';
import { fulfilmentText } from './order-part-card';
import { PartBar } from './part-bar';
import { partDayText } from './part-day';
import { ordersText } from './texts';
import { UnreadMessages } from './unread-messages';

const PICTURES_MAX = 5;

/** An order's date, total and status, as specified, and the progress of each farm's part. */
export function OrderSummaryCard({ order }: { order: OrderDto }) {
  const now = useNow();
  const titleId = `order-${order._id}`;
  const lines = order.parts.flatMap((part) => part.lines);
  return (
    <Card as="article" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={titleId} className="text-2xl">
            <Link to={paths.order(order._id)} className="hover:underline">
              <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
            </Link>
          </h2>
          <p className="mt-1 text-ink-soft">
            {order.code} · {ordersText.items(lines.length)} · {ordersText.farms(order.parts.length)}
          </p>
        </div>
        <div className="flex items-center gap-4">
          <StatusPill status={order.status} />
          <span className="font-display text-2xl font-semibold tabular-nums">
            {formatMoney(order.totalPrice)}
          </span>
        </div>
      </div>
      <ul className="mt-4 grid gap-4">
        {order.parts.map((part) => (
          <li key={part._id} className="grid gap-2.5 border-t border-rule pt-3">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 sm:flex-nowrap">
              <span className="min-w-0">
                <span className="font-semibold">{part.farmName}</span>
                <span className="text-ink-soft">
                  {[fulfilmentText(part), partDayText(part, now)].map(
                    (text) => text && ` · ${text}`,
                  )}
                </span>
              </span>
              <span className="shrink-0">
                <StatusPill status={part.status} />
              </span>
            </div>
            <PartBar part={part} />
            <UnreadMessages order={order} part={part} side="customer" />
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex -space-x-2" aria-hidden="true">
          {lines.slice(0, PICTURES_MAX).map((line) => (
            <Thumb
              key={line.productId}
              src={line.image}
              className="size-10 rounded-full border-2 border-paper"
            />
          ))}
          {lines.length > PICTURES_MAX && (
            <span className="grid size-10 place-items-center rounded-full border-2 border-paper bg-sunken text-sm font-semibold">
              +{lines.length - PICTURES_MAX}
            </span>
          )}
        </span>
        <SeeOrder order={order} />
      </div>
    </Card>
  );
}

/** The link to the page of an order. */
export function SeeOrder({ order }: { order: OrderDto }) {
  return (
    <Link
      to={paths.order(order._id)}
      className="inline-flex min-h-11 shrink-0 items-center gap-2 font-semibold text-leaf-ink hover:underline"
    >
      {ordersText.seeOrder}
      <span className="sr-only"> {order.code}</span>
      <Icon of={ArrowRight} size={18} />
    </Link>
  );
}
