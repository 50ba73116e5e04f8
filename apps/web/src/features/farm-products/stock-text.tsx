import type { ProductDto } from '#libs/contracts';
import { formatQuantity } from '../../lib/format';
import { Badge } from '../../ui/badge';
import { productsText } from './texts';

/** How much is left, with a word where that is little or nothing. */
export function StockText({ product }: { product: ProductDto }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
      {formatQuantity(product.available, product.unit)}
      {product.stock === 'sold_out' && <Badge tone="tomato">{productsText.soldOut}</Badge>}
      {product.stock === 'low' && <Badge tone="butter">{productsText.low}</Badge>}
    </span>
  );
}
