import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatDate, formatQuantity } from '../../lib/format';
import { catalogueText } from './texts';

/** What the stock line of a product says. */
export function stockText({
  stock,
  available,
  unit,
  showsCount,
  holidayUntil,
}: Pick<ProductDto, 'stock' | 'available' | 'unit' | 'showsCount' | 'holidayUntil'>) {
  if (holidayUntil !== null) return catalogueText.backOn(formatDate(holidayUntil));
  if (stock === 'sold_out') return catalogueText.soldOut;
  // where the farm does not tell how much there is, `available` is no amount to be read
  if (stock === 'low' && !showsCount) return catalogueText.fewLeft;
  if (stock === 'low') return catalogueText.left(formatQuantity(available, unit));
  return catalogueText.inStock;
}

const looks = {
  in_stock: 'text-leaf-ink',
  low: 'text-tomato-ink',
  sold_out: 'text-ink-soft',
};

/** How much there is, as long as anybody can buy it. */
export const levelOf = ({ stock, holidayUntil }: Pick<ProductDto, 'stock' | 'holidayUntil'>) =>
  holidayUntil === null ? stock : 'sold_out';

/** In stock, 4 left, Sold out: in place, with a sign beside the colour. */
export function StockLine({ product }: { product: ProductDto }) {
  const sold = product.status === 'live';
  const level = sold ? levelOf(product) : 'sold_out';
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold', looks[level])}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="shrink-0">
        {level === 'in_stock' && <circle cx="6" cy="6" r="5" fill="currentColor" />}
        {level === 'low' && <path d="M6 1a5 5 0 1 1 0 10Z" fill="currentColor" />}
        <circle cx="6" cy="6" r="4.800" fill="none" stroke="currentColor" strokeWidth="1.300" />
      </svg>
      {sold ? stockText(product) : catalogueText.paused}
    </span>
  );
}
