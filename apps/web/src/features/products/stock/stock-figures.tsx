import type { OwnProductDto } from '#libs/contracts';
import { formatQuantity } from '../../../lib/text/format';
import { Tick } from '../../../ui/tick';
import { stockText as text } from '../texts';

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
