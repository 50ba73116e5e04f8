import { Store, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addDollars, isLive, type OrderDto, type OrderPart, type Role } from '#libs/contracts';
import { afterPage } from '../../lib/api/after-page';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/status-pill';
import { Thumb } from '../../ui/thumb';
import { AddToCalendar } from './add-to-calendar';
import { ChangeButton, ChangeUntil } from './changes/change-until';
import { HandOverCode } from './hand-over/hand-over-code';
import { Intervene } from './intervene';
import { LineAmount } from './line-amount';
import { PartActions } from './part-actions';
import { PartDay } from './part-day';
import { PartMoney } from './payment/part-money';
import { ordersText } from './texts';
import type { PartCommands } from './use-part-commands';

const ChangeForm = afterPage(() => import('./changes/change-form'));

export type LineAction = (line: OrderPart['lines'][number]) => ReactNode;

/** One farm's part of an order: lines, subtotal and actions. */
export function OrderPartCard({
  order,
  part,
  viewer,
  commands,
  lineAction,
  extra,
  isEdited = false,
  editBlocked = null,
  onEdit,
}: {
  order: OrderDto;
  part: OrderPart;
  viewer: Role;
  commands: PartCommands;
  lineAction?: LineAction | undefined;
  /** What else belongs to it, such as reports of problems. */
  extra?: ReactNode;
  /** Whether its customer changes it now. */
  isEdited?: boolean;
  /** Why a change cannot begin now. */
  editBlocked?: string | null;
  /** Begins and ends a change; only for the customer. */
  onEdit?: ((edits: boolean) => void) | undefined;
}) {
  const titleId = `part-${part._id}`;
  return (
    <Card as="section" aria-labelledby={titleId} compact className="break-inside-avoid">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <h2 id={titleId} className="text-xl">
            <Link to={paths.farm(part.farmSlug)} className="hover:underline">
              {part.farmName}
            </Link>
          </h2>
          <p className="mt-1 flex items-center gap-2 text-ink-soft">
            <Icon of={part.fulfilment === 'delivery' ? Truck : Store} size={18} />
            {fulfilmentText(part)}
          </p>
          <PartDay part={part} />
          {viewer === 'customer' && <ChangeUntil part={part} />}
        </div>
        <span className="shrink-0">
          <StatusPill status={part.status} />
        </span>
      </div>
      {isEdited && <ChangeForm order={order} part={part} onClose={() => onEdit?.(false)} />}
      <div className={cx('mt-3', isEdited && 'hidden')}>
        <PartLines part={part} action={part.status === 'delivered' ? lineAction : undefined} />
        {part.note && (
          <p className="mt-3 rounded-sm bg-butter-tint p-3 text-sm text-butter-ink">
            <span className="block font-semibold">{ordersText.farmNote(part.farmName)}</span>
            {part.note}
          </p>
        )}
        <p className="mt-3 flex justify-between gap-4 border-t border-rule pt-3 font-semibold">
          <span>{ordersText.subtotal}</span>
          <span className="tabular-nums">
            {isLive(part.status) ? (
              formatMoney(part.subtotal)
            ) : (
              <>
                <s className="font-normal text-ink-soft">{formatMoney(part.orderedTotal)}</s>{' '}
                {ordersText.notCharged}
              </>
            )}
          </span>
        </p>
        {part.refunds.length > 0 && (
          <p className="flex justify-between gap-4">
            <span>{ordersText.refunded}</span>
            <span className="tabular-nums">
              {formatMoney(addDollars(...part.refunds.map(({ amount }) => amount)))}
            </span>
          </p>
        )}
        <PartMoney order={order} part={part} viewer={viewer} />
      </div>
      {viewer === 'customer' && <HandOverCode order={order} part={part} />}
      {extra}
      {viewer === 'customer' && <AddToCalendar order={order} part={part} />}
      <div className={cx('mt-4 flex flex-wrap gap-2 empty:hidden', isEdited && 'hidden')}>
        {onEdit && <ChangeButton part={part} blocked={editBlocked} onClick={() => onEdit(true)} />}
        {viewer === 'admin' ? (
          <Intervene order={order} part={part} commands={commands} />
        ) : (
          <PartActions order={order} part={part} viewer={viewer} commands={commands} />
        )}
      </div>
    </Card>
  );
}

export function fulfilmentText(part: OrderPart): string {
  if (part.fulfilment === 'delivery') return ordersText.delivered;
  return part.pickupPlace === null ? ordersText.pickup : ordersText.pickupAt(part.pickupPlace);
}

function PartLines({ part, action }: { part: OrderPart; action: LineAction | undefined }) {
  return (
    <ul aria-label={ordersText.lines(part.farmName)} className="grid gap-3">
      {part.lines.map((line) => (
        <li key={line.productId} className="flex items-center gap-3">
          <Thumb src={line.image} className="size-11 rounded-md" />
          <span className="min-w-0 flex-1">
            <Link
              to={paths.product(line.productId)}
              className="inline-block min-h-6 font-semibold hover:underline"
            >
              {line.quantity === 0 ? <s className="text-ink-soft">{line.name}</s> : line.name}
            </Link>
            <span className="block text-sm text-ink-soft tabular-nums">
              <LineAmount line={line} />
              {line.quantity > 0 && ` × ${formatMoney(line.price)}`}
            </span>
            {line.note && (
              <span className="block font-quote text-sm italic">
                {ordersText.because(line.note)}
              </span>
            )}
            {action && <span className="mt-1.5 block">{action(line)}</span>}
          </span>
          <span className="tabular-nums">{formatMoney(line.total)}</span>
        </li>
      ))}
    </ul>
  );
}
