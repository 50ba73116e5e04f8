import type { OrderPart } from '#libs/contracts';
import { formatQuantity } from '../../lib/text/format';
import { lineAmountText as text } from './changes/texts';

type Amounts = Pick<OrderPart['lines'][number], 'ordered' | 'quantity' | 'unit'>;

/** What comes of a line, and what was ordered where that is another amount. */
export function LineAmount({ line: { ordered, quantity, unit } }: { line: Amounts }) {
  if (ordered === 0 && quantity === 0) return <span>{text.removed}</span>;
  if (ordered === quantity) return <span>{formatQuantity(quantity, unit)}</span>;
  return (
    <>
      <span className="sr-only">{text.ordered} </span>
      <s>{formatQuantity(ordered, unit)}</s>{' '}
      {quantity === 0 ? (
        <span className="font-semibold">{text.nothingComes}</span>
      ) : (
        <>
          <span className="sr-only">{text.comes} </span>
          <span className="font-semibold text-ink">{formatQuantity(quantity, unit)}</span>{' '}
          <span>({text.short(formatQuantity(round(ordered - quantity), unit))})</span>
        </>
      )}
    </>
  );
}

const round = (amount: number) => Math.round(amount * 1000) / 1000;
