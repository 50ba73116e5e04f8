import { Star } from 'lucide-react';
import type { ProductDto } from '#libs/contracts';
import type { ShownProduct } from '../../entities/products';
import { cx } from '../../lib/cx';
import { formatDate, formatNumber, formatQuantity } from '../../lib/text/format';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { catalogueText } from './texts';

/** The text of a product's stock line. */
function stockText({
  stock,
  available,
  unit,
  showsCount,
  holidayUntil,
}: Pick<ProductDto, 'stock' | 'available' | 'unit' | 'showsCount' | 'holidayUntil'>) {
  if (holidayUntil !== null) return catalogueText.backOn(formatDate(holidayUntil));
  if (stock === 'sold_out') return catalogueText.soldOut;
  // where the farm hides its stock, `available` is not the real amount
  if (stock === 'low' && !showsCount) return catalogueText.fewLeft;
  if (stock === 'low') return catalogueText.left(formatQuantity(available, unit));
  return catalogueText.inStock;
}

const colours = {
  in_stock: 'text-leaf-ink',
  low: 'text-tomato-ink',
  sold_out: 'text-ink-soft',
};

/** The stock level; `sold_out` while the farm is on holiday. */
export const stockLevel = ({ stock, holidayUntil }: Pick<ProductDto, 'stock' | 'holidayUntil'>) =>
  holidayUntil === null ? stock : 'sold_out';

/** In stock, 4 left, Sold out: with an icon, so that the colour is not the only sign. */
export function StockLine({ product }: { product: ShownProduct }) {
  const sold = product.status === 'live';
  const level = sold ? stockLevel(product) : 'sold_out';
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold', colours[level])}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="shrink-0">
        {level === 'in_stock' && <circle cx="6" cy="6" r="5" fill="currentColor" />}
        {level === 'low' && <path d="M6 1a5 5 0 1 1 0 10Z" fill="currentColor" />}
        <circle cx="6" cy="6" r="4.800" fill="none" stroke="currentColor" strokeWidth="1.300" />
      </svg>
      {sold ? stockText(product) : catalogueText.paused}
    </span>
  );
}

/** The mean rating with the number of reviews; renders nothing without reviews. */
export function Rating({ rating, count }: { rating: number | null; count: number }) {
  if (rating === null || count === 0) return null;
  const stars = formatNumber(Math.round(rating * 10) / 10);
  return (
    <span className="inline-flex items-center gap-1 text-sm">
      <Star size={15} aria-hidden="true" className="fill-butter text-butter-ink" />
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {stars}
      </span>
      <span aria-hidden="true" className="text-ink-soft">
        ({count})
      </span>
      <VisuallyHidden>{catalogueText.rating(stars, count)}</VisuallyHidden>
    </span>
  );
}
