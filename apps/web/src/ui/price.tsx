import type { Unit } from '#libs/contracts';
import { cx } from '../lib/cx';
import { formatMoney, formatPerUnit } from '../lib/text/format';

/** A price, per unit if one is given; `tag` styles it as a paper price tag. */
export function Price({
  dollars,
  unit,
  tag = false,
  size = 'md',
}: {
  dollars: number;
  unit?: Unit;
  tag?: boolean;
  size?: 'md' | 'lg';
}) {
  return (
    <span
      className={cx(
        'whitespace-nowrap',
        tag && 'price-tag',
        size === 'lg' ? 'text-2xl' : 'text-lg',
      )}
    >
      <span className="font-display font-semibold tabular-nums">{formatMoney(dollars)}</span>
      {unit !== undefined && (
        <span className={cx('text-[0.8em]', !tag && 'text-ink-soft')}> {formatPerUnit(unit)}</span>
      )}
    </span>
  );
}
