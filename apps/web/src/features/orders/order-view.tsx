import { Printer, Receipt } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  formatPhone,
  isLive,
  type OrderDto,
  type OrderPart,
  phoneHref,
  type Role,
} from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { formatDate, formatMoney, formatTime } from '../../lib/text/format';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { useAnnounce } from '../../ui/live-announcer';
import { StatusPill } from '../../ui/status-pill';
import { statusText } from '../../ui/texts';
import { BatchBar } from './batch-bar';
import { BuyAgain } from './buy-again';
import { CancelOrder } from './cancel-order';
import { changeText, historyText } from './changes/texts';
import { type LineAction, OrderPartCard } from './order-part-card';
import { OrderProgress } from './order-progress';
import { OrderThanks } from './order-thanks';
import { changedLines, OrderTimeline } from './order-timeline';
import { OrderPayment } from './payment/order-payment';
import { receiptText } from './receipt/texts';
import { Sum } from './sum';
import { ordersText } from './texts';
import { useBatch } from './use-batch';
import { usePartCommands } from './use-part-commands';

/** An order, live: one card per farm, address and totals. */
export function OrderView({
  order,
  viewer,
  isNew = false,
  lineAction,
  partExtra,
  money,
  missing,
}: {
  order: OrderDto;
  viewer: Role;
  /** Whether its customer has just placed it, and it is not finished yet. */
  isNew?: boolean;
  /** An action for each delivered line. */
  lineAction?: LineAction;
  /** What else belongs to a part. */
  partExtra?: (part: OrderPart) => ReactNode;
  /** Who got what of it. */
  money?: ReactNode;
  /** What of it has to be paid again. */
  missing?: ReactNode;
}) {
  const batch = useBatch();
  const commands = usePartCommands(viewer === 'farmer' ? batch : undefined);
  /** The part that its customer changes now. */
  const [edited, setEdited] = useState<string | null>(null);
  useAnnouncements(order, viewer);
  const hasReceipt =
    viewer !== 'farmer' && order.parts.some(({ status }) => status === 'delivered');
  return (
    <>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-[clamp(1.3rem,6.6vw,2.25rem)] sm:text-5xl">
            {isNew && (
              <span className="mb-2 block text-4xl text-leaf-ink sm:text-6xl">
                {ordersText.thanks.title(order.customer.name)}
              </span>
            )}
            <span className={cx('whitespace-nowrap', isNew && 'text-2xl sm:text-3xl')}>
              {ordersText.orderTitle(order.code)}
            </span>
          </h1>
          <p className="mt-2 text-lg text-ink-soft">
            {ordersText.placedOn}{' '}
            <time dateTime={order.createdAt}>
              {formatDate(order.createdAt)}, {formatTime(order.createdAt)}
            </time>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <span className="text-lg">
            <StatusPill status={order.status} />
          </span>
          <span className="flex flex-wrap gap-3 print:hidden">
            {viewer === 'customer' && !isNew && <BuyAgain order={order} />}
            {hasReceipt && (
              <LinkButton
                tone="outline"
                to={paths.receipt(order._id)}
                icon={<Icon of={Receipt} size={18} />}
              >
                {receiptText.receipt}
              </LinkButton>
            )}
            <Button
              tone="outline"
              icon={<Icon of={Printer} size={18} />}
              onClick={() => window.print()}
            >
              {ordersText.print}
            </Button>
          </span>
        </div>
      </header>
      {missing}
      {isNew && <OrderThanks order={order} />}
      <BatchBar batch={batch} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <OrderProgress order={order}>
            {viewer === 'customer' && (
              <div className="mt-4 empty:hidden print:hidden">
                <CancelOrder order={order} commands={commands} />
              </div>
            )}
          </OrderProgress>
          <div className={cx('grid items-start gap-4', order.parts.length > 1 && 'xl:grid-cols-2')}>
            {order.parts.map((part) => (
              <OrderPartCard
                key={part._id}
                order={order}
                part={part}
                viewer={viewer}
                commands={commands}
                lineAction={lineAction}
                extra={partExtra?.(part)}
                isEdited={edited === part._id}
                editBlocked={edited === null ? null : changeText.otherOpen}
                onEdit={
                  viewer === 'customer' ? (edits) => setEdited(edits ? part._id : null) : undefined
                }
              />
            ))}
          </div>
          {money}
          <OrderTimeline order={order} />
        </div>
        <OrderAside order={order} viewer={viewer} />
      </div>
    </>
  );
}

function OrderAside({ order, viewer }: { order: OrderDto; viewer: Role }) {
  // the fee belongs to the whole order: a farm's copy does not contain it
  const delivers =
    viewer !== 'farmer' &&
    order.parts.some((part) => isLive(part.status) && part.fulfilment === 'delivery');
  return (
    <Card as="aside" className="grid gap-6 lg:sticky lg:top-24" aria-label={ordersText.total}>
      <dl className="grid gap-2 tabular-nums">
        <Sum label={ordersText.goods} value={formatMoney(order.goodsTotal)} />
        {delivers && (
          <Sum
            label={ordersText.delivery}
            value={order.deliveryFee === 0 ? ordersText.free : formatMoney(order.deliveryFee)}
          />
        )}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-3">
          <dt className="font-semibold">{ordersText.total}</dt>
          <dd className="font-display text-3xl font-semibold">{formatMoney(order.totalPrice)}</dd>
        </div>
        {order.payment.credit !== undefined && (
          <Sum label={ordersText.byCredit} value={formatMoney(order.payment.credit)} />
        )}
      </dl>
      <Block title={ordersText.payment}>
        <OrderPayment order={order} viewer={viewer} />
      </Block>
      {viewer !== 'customer' && (
        <Block title={ordersText.customer}>
          <p>{order.customer.name}</p>
        </Block>
      )}
      <Block title={ordersText.address}>
        {order.address === null ? (
          <p>{ordersText.noAddress}</p>
        ) : (
          <address className="not-italic">
            <span className="block font-semibold">{order.address.recipient}</span>
            {order.address.line1}
            <br />
            {order.address.line2 && (
              <>
                {order.address.line2}
                <br />
              </>
            )}
            <bdi>{order.address.city}</bdi>, {order.address.state} {order.address.postalCode}
            <a className="block w-fit underline" href={phoneHref(order.address.phone)}>
              {formatPhone(order.address.phone)}
            </a>
          </address>
        )}
      </Block>
      {order.notes !== null && order.notes !== '' && (
        <Block title={ordersText.notes}>
          <p className="font-quote italic">{ordersText.because(order.notes)}</p>
        </Block>
      )}
    </Card>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 font-sans text-base font-semibold tracking-normal">{title}</h2>
      {children}
    </div>
  );
}

/** Announces steps of parts, changes that others made, and the order's status to screen readers. */
function useAnnouncements(order: OrderDto, viewer: Role): void {
  const announce = useAnnounce('order');
  const before = useRef(order);
  useEffect(() => {
    const texts = order.parts.flatMap((part) => {
      const old = before.current.parts.find((candidate) => candidate._id === part._id);
      if (!old) return [];
      if (old.status !== part.status)
        return [ordersText.statusChanged(part.farmName, statusText[part.status])];
      const fresh = part.changes.slice(old.changes.length);
      const others = fresh.filter(({ by }) => by.role !== viewer);
      if (others.length === 0) return [];
      return [historyText.announced(part.farmName, changedLines(part, others).join(', '))];
    });
    if (before.current.status !== order.status) {
      texts.push(ordersText.orderStatusNow(statusText[order.status]));
    }
    before.current = order;
    if (texts.length > 0) announce(texts.join(' '));
  }, [order, viewer, announce]);
}
