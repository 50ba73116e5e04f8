import type { OwnProductDto } from '#libs/contracts';
import { formatQuantity } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Tick } from '../../ui/figure';
import { productsText, stockText as text } from './texts';

/** The amount on hand, with a badge if stock is low or sold out, and the held, available and sold amounts. */
export function StockText({ product }: { product: OwnProductDto }) {
  const { onHand, held, available, sold, unit, stock } = product;
  return (
    <span className="grid gap-0.5 text-right tabular-nums lg:text-left">
      <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 lg:justify-start">
        <span className="font-semibold">
          <Tick>{formatQuantity(onHand, unit)}</Tick>
        </span>
        {stock === 'sold_out' && <Badge tone="tomato">{productsText.soldOut}</Badge>}
        {stock === 'low' && <Badge tone="butter">{productsText.low}</Badge>}
      </span>
      <span className="text-sm text-ink-soft">
        {held > 0 && `${productsText.held(formatQuantity(held, unit))} · `}
        {productsText.free(formatQuantity(available, unit))}
        {sold > 0 && ` · ${productsText.sold(formatQuantity(sold, unit))}`}
      </span>
    </span>
  );
}

/** The amounts on hand, held, available and sold, live. */
export function StockFigures({ product }: { product: OwnProductDto }) {
  const figures = (['onHand', 'held', 'available', 'sold'] as const).map((name) => ({
    name,
    amount: formatQuantity(product[name], product.unit),
  }));
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-rule bg-rule lg:grid-cols-4">
      {figures.map(({ name, amount }) => (
        <div key={name} className="bg-paper p-4">
          <dt className="text-sm text-ink-soft">{text[name]}</dt>
          <dd className="font-display text-2xl font-semibold">
            <Tick>{amount}</Tick>
          </dd>
        </div>
      ))}
    </dl>
  );
}
