import { formatMoney } from '../../../lib/text/format';
import type { Change, ChangeCost } from './change-cost';
import { changeCostText as text } from './texts';

/** What a change costs, before it is done: goods, delivery fee and total, before and after. */
export function ChangeSummary({ cost }: { cost: ChangeCost }) {
  const { goods, fee, total } = cost;
  const note = feeNote(cost);
  return (
    <div className="grid gap-2">
      <dl className="grid gap-1 tabular-nums" aria-label={text.title}>
        <Row label={text.goods} change={goods} />
        {(fee.before > 0 || cost.delivers) && <Row label={text.fee} change={fee} isFee />}
        <Row label={text.total} change={total} strong />
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
  isFee = false,
  strong = false,
}: {
  label: string;
  change: Change;
  isFee?: boolean;
  strong?: boolean;
}) {
  const amount = (dollars: number) => (isFee && dollars === 0 ? text.free : formatMoney(dollars));
  return (
    <div
      className={
        strong
          ? 'mt-1 flex items-baseline justify-between gap-4 border-t border-rule pt-2 font-semibold'
          : 'flex items-baseline justify-between gap-4'
      }
    >
      <dt>{label}</dt>
      <dd className="flex flex-wrap justify-end gap-x-2">
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
