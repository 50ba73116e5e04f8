import { isLive, type OrderPart, type PartChange } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatQuantity } from '../../../lib/text/format';
import { Thumb } from '../../../ui/thumb';
import { ordersText } from '../texts';
import { amountText, shownLines } from './amounts';
import { shortsText as text } from './texts';

type Line = OrderPart['lines'][number];
type LineChange = PartChange['lines'][number];

/**
 * The lines of a ticket, struck through once nothing of them comes; what changed since the farm looked is shown as a
 * change.
 */
export function TicketLines({ part, unseen }: { part: OrderPart; unseen: readonly PartChange[] }) {
  const isOver = !isLive(part.status);
  const changed = isOver ? [] : unseen.flatMap(({ lines }) => lines);
  const shown = new Map(shownLines(part.lines, part).map((line) => [line.productId, line]));
  return (
    <ul className="my-2 grid gap-1 border-y border-rule py-2 lg:my-3">
      {part.lines.map((line) => {
        const changes = changed.filter(({ productId }) => productId === line.productId);
        const now = shown.get(line.productId) ?? (changes.length > 0 ? line : null);
        if (now === null) return null;
        const isGone = isOver || now.quantity === 0;
        return (
          <li
            key={line.productId}
            className={cx(
              'flex items-center gap-x-2',
              changes.length > 0 && '-mx-1 flex-wrap rounded-sm bg-butter-tint px-1',
            )}
          >
            <Thumb src={line.image} className="size-6 rounded-sm" />
            <span className="min-w-0 flex-1 basis-24">
              {isGone ? <s>{line.name}</s> : line.name}
              {line.note && (
                <span className="block text-sm italic">{ordersText.because(line.note)}</span>
              )}
            </span>
            <span className="ml-auto text-right font-semibold tabular-nums">
              {changes.length === 0 ? (
                <span className={cx('whitespace-nowrap', isGone && 'font-normal text-ink-soft')}>
                  {amountText(now, line.unit)}
                </span>
              ) : (
                <ChangedAmount line={now} changes={changes} />
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ChangedAmount({ line, changes }: { line: Line; changes: readonly LineChange[] }) {
  const { quantity, unit } = line;
  const was = changes[0]?.from ?? 0;
  if (quantity === 0) {
    // added and removed again, it was never there for the farm
    const gone = was || Math.max(...changes.map(({ from }) => from));
    return (
      <>
        {gone > 0 && <s className="font-normal whitespace-nowrap">{formatQuantity(gone, unit)}</s>}{' '}
        <span className="text-sm">{gone === was ? text.removed : text.addedAndRemoved}</span>
      </>
    );
  }
  const now = <span className="whitespace-nowrap">{amountText(line, unit)}</span>;
  if (was === 0 || was === quantity)
    return (
      <>
        <span className="text-sm">{was === 0 ? text.added : text.changedBack}</span> {now}
      </>
    );
  return (
    <>
      <s className="font-normal whitespace-nowrap" aria-hidden="true">
        {formatQuantity(was, unit)}
      </s>{' '}
      <span className="sr-only">{text.was(formatQuantity(was, unit))}</span>
      <span aria-hidden="true">→ </span>
      {now}
    </>
  );
}
