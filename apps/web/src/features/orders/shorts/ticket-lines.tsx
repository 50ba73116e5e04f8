import { isLive, type OrderPart, type PartChange } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatQuantity } from '../../../lib/text/format';
import { Thumb } from '../../../ui/thumb';
import { ordersText } from '../texts';
import { amountText, shownLines } from './amounts';
import { shortsText as text } from './texts';

type Line = OrderPart['lines'][number];

/** The lines of a ticket; what changed since the farm looked is shown as a change. */
export function TicketLines({ part, unseen }: { part: OrderPart; unseen: readonly PartChange[] }) {
  const before = new Map<string, number>();
  for (const { lines } of isLive(part.status) ? unseen : [])
    for (const { productId, from } of lines)
      if (!before.has(productId)) before.set(productId, from);
  const shown = new Map(shownLines(part.lines, part).map((line) => [line.productId, line]));
  return (
    <ul className="my-2 grid gap-1 border-y border-rule py-2 lg:my-3">
      {part.lines.map((line) => {
        const was = before.get(line.productId);
        const now = shown.get(line.productId) ?? (was ? line : null);
        if (now === null) return null;
        const isGone = now.quantity === 0;
        return (
          <li
            key={line.productId}
            className={cx(
              'flex items-center gap-2',
              was !== undefined && was !== now.quantity && 'rounded-sm bg-butter-tint px-1 -mx-1',
            )}
          >
            <Thumb src={line.image} className="size-6 rounded-sm" />
            <span className="min-w-0 flex-1">
              <span className={cx(isGone && 'line-through')}>{line.name}</span>
              {line.note && (
                <span className="block text-sm italic">{ordersText.because(line.note)}</span>
              )}
            </span>
            <span className="text-right font-semibold tabular-nums">
              {was === undefined || was === now.quantity ? (
                <span className={cx('whitespace-nowrap', isGone && 'font-normal text-ink-soft')}>
                  {amountText(now, line.unit)}
                </span>
              ) : (
                <ChangedAmount line={now} was={was} />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ChangedAmount({ line, was }: { line: Line; was: number }) {
  if (line.quantity === 0)
    return (
      <>
        <s className="font-normal whitespace-nowrap">{formatQuantity(was, line.unit)}</s>{' '}
        <span className="text-sm">{text.removed}</span>
      </>
    );
  if (was === 0)
    return (
      <>
        <span className="text-sm">{text.added}</span>{' '}
        <span className="whitespace-nowrap">{amountText(line, line.unit)}</span>
      </>
    );
  return (
    <>
      <s className="font-normal whitespace-nowrap" aria-hidden="true">
        {formatQuantity(was, line.unit)}
      </s>{' '}
      <span className="sr-only">{text.was(formatQuantity(was, line.unit))}</span>
      <span aria-hidden="true">→ </span>
      <span className="whitespace-nowrap">{amountText(line, line.unit)}</span>
    </>
  );
}
