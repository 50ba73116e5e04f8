import { cx } from '../../../lib/cx';
import { formatMoney } from '../../../lib/text/format';
import type { Change, ChangeCost } from './change-cost';
import { changeCostText as text } from './texts';

/** What a change costs, before it is done: goods, delivery fee and total, before and after. */
export function ChangeSummary({
  cost,
  isFlat = false,
}: {
  cost: ChangeCost;
  /** Whether the three stand side by side, where height is short. */
  isFlat?: boolean;
}) {
  const { goods, fee, total } = cost;
  const note = feeNote(cost);
  return (
    <div className="grid gap-2">
      <dl
        className={cx(
          'tabular-nums',
          isFlat ? 'flex flex-wrap justify-between gap-x-3' : 'grid gap-1',
        )}
        aria-label={text.title}
      >
        <Row label={text.goods} change={goods} isFlat={isFlat} />
        {(fee.before > 0 || cost.delivers) && (
          <Row label={text.fee} change={fee} isFlat={isFlat} isFee />
        )}
        <Row label={text.total} change={total} isFlat={isFlat} strong />
      </dl>
      <p role="status" className="font-semibold text-leaf-ink empty:hidden">
        {note}
      </p>
    </div>
  );
}

/** The sentence for a change of the fee; null if it stays. */
export function feeNote({ fee, delivers, goods, freeOver }: ChangeCost): string | null {
  if (fee.before === fee.after) return null;
  if (fee.after > 0)
    return goods.after < freeOver
      ? text.feeRises(formatMoney(freeOver).replace(/\.00$/, ''), formatMoney(fee.after))
      : text.feeAdded(formatMoney(fee.after));
  return delivers ? text.becomesFree : text.nothingDelivered;
}

function Row({
  label,
  change: { before, after },
  isFlat,
  isFee = false,
  strong = false,
}: {
  label: string;
  change: Change;
  isFlat: boolean;
  isFee?: boolean;
  strong?: boolean;
}) {
  const amount = (dollars: number) => (isFee && dollars === 0 ? text.free : formatMoney(dollars));
  return (
    <div
      className={cx(
        strong && 'font-semibold',
        !isFlat && 'flex items-baseline justify-between gap-4',
        !isFlat && strong && 'mt-1 border-t border-rule pt-2',
      )}
    >
      <dt className={cx(isFlat && 'text-sm')}>{label}</dt>
      <dd className={cx('flex flex-wrap gap-x-2', isFlat ? 'max-xs:flex-col' : 'justify-end')}>
        {before !== after && (
          <s className="font-normal text-ink-soft">
            <span className="sr-only">{text.was} </span>
            {amount(before)}
          </s>
        )}
        <span>
          {before !== after && <span className="sr-only">{text.now} </span>}
          {amount(after)}
        </span>
      </dd>
    </div>
  );
}
