import { Sprout } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { Icon } from '../../../ui/icon';
import { favouritesText } from '../texts';

const stateOf = ({ status, stock, holidayUntil }: ProductDto) => {
  if (status !== 'live') return 'notOnSale';
  if (holidayUntil !== null) return 'onHoliday';
  return stock === 'sold_out' ? 'soldOut' : 'buyable';
};
const states = ['buyable', 'soldOut', 'onHoliday', 'notOnSale'] as const;

/** How many favourites can be bought now, and which of them are back in stock. */
export function FavouriteSummary({
  products,
  restocked,
}: {
  products: readonly ProductDto[];
  /** Paths of products with a recent restock notification. */
  restocked: ReadonlySet<string>;
}) {
  const backInStock = products.filter(
    (product) => stateOf(product) === 'buyable' && restocked.has(paths.product(product._id)),
  );
  const counts = states
    .map((state) => ({ state, count: products.filter((one) => stateOf(one) === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className="mb-5 grid gap-3">
      <p className="text-ink-soft tabular-nums">
        {counts.map(({ state, count }) => favouritesText[state](count)).join(' · ')}
      </p>
      {backInStock.length > 0 && (
        <div className="flex items-start gap-3 rounded-lg bg-leaf-tint px-4 py-2.5 text-leaf-ink">
          <Icon of={Sprout} className="mt-1.5" />
          <p className="py-1">
            <span className="font-semibold">{favouritesText.back}:</span>{' '}
            {backInStock.map((product, at) => (
              <span key={product._id}>
                {at > 0 && ', '}
                <Link
                  to={paths.product(product._id)}
                  className="inline-block min-h-6 underline underline-offset-4"
                >
                  {product.name}
                </Link>
              </span>
            ))}
          </p>
        </div>
      )}
    </div>
  );
}
