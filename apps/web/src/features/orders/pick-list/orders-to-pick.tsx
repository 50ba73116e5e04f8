import { Link } from 'react-router-dom';
import { type PickList, sentence } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { formatDateTime } from '../../../lib/text/format';
import { LinkButton } from '../../../ui/button';
import { StatusPill } from '../../../ui/status-pill';
import { slotLabel } from '../days/day-words';
import { amountText } from '../shorts/amounts';
import { pickListText as text } from '../texts';
import { PickBox } from './pick-box';
import type { Picks } from './use-picks';

type Line = PickList['orders'][number]['lines'][number];
const keyOf = (partId: string, { productId, unit }: Line) => `${partId} ${productId} ${unit}`;

/** One card per order, oldest first, with a link to its packing slip. */
export function OrdersToPick({ list, picks }: { list: PickList; picks: Picks }) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">
      {list.orders.map((order) => (
        <li
          key={order.partId}
          className="grid break-inside-avoid content-start gap-3 rounded-md border border-rule border-t-4 border-t-leaf-ink bg-paper p-4"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 className="font-sans text-lg font-bold tracking-wide">
              <Link
                to={paths.order(order.orderId)}
                className="inline-flex min-h-11 items-center whitespace-nowrap underline decoration-rule decoration-2 underline-offset-4 sm:min-h-6"
              >
                {order.code}
              </Link>
            </h2>
            <StatusPill status={order.status} />
          </div>
          <p className="text-sm text-ink-soft">
            {order.slot && (
              <>
                <time dateTime={order.slot.startAt} className="font-semibold text-ink">
                  {slotLabel(order.slot, false)}
                </time>{' '}
                ·{' '}
              </>
            )}
            {text[order.fulfilment]} · {text.placedAt}{' '}
            <time dateTime={order.placedAt}>{formatDateTime(order.placedAt)}</time>
          </p>
          <ul className="grid gap-2 border-y border-rule py-2">
            {order.lines.map((line) => (
              <li key={`${line.productId} ${line.unit}`} className="flex items-start gap-3">
                <PickBox
                  name={sentence`${line.name}, ${order.code}`}
                  id={keyOf(order.partId, line)}
                  quantity={line.quantity}
                  picks={picks}
                />
                <span className="min-w-0 flex-1">
                  {line.quantity === 0 ? <s>{line.name}</s> : line.name}
                  {line.note && (
                    <em className="block text-sm text-ink-soft">{text.because(line.note)}</em>
                  )}
                </span>
                <span
                  className={cx(
                    'whitespace-nowrap tabular-nums',
                    line.quantity === 0 ? 'text-ink-soft' : 'font-semibold',
                  )}
                >
                  {amountText(line, line.unit)}
                </span>
              </li>
            ))}
          </ul>
          {order.note && (
            <p className="rounded-sm bg-butter-tint p-2 text-sm text-butter-ink">{order.note}</p>
          )}
          <p className="print:hidden">
            <LinkButton
              to={paths.packingSlip(order.orderId)}
              tone="outline"
              size="sm"
              aria-label={text.slipOf(order.code)}
            >
              {text.slip}
            </LinkButton>
          </p>
        </li>
      ))}
    </ul>
  );
}
