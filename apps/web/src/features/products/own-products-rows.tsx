import { Link } from 'react-router-dom';
import type { OwnProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatQuantity } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Tick } from '../../ui/figure';
import { Price } from '../../ui/price';
import { StatusPill } from '../../ui/status-pill';
import { PriceCell } from './own-products-table';
import { ModerationNote, ProductThumb } from './product-name';
import { RowActions } from './row-actions';
import { StockFields } from './stock-fields';
import { productsText } from './texts';
import { useProductEditing } from './use-product-editing';

/** The farmer's products on a phone: three short lines each, one main action, and the others in the menu. */
export function OwnProductsRows({ products }: { products: readonly OwnProductDto[] }) {
  const editing = useProductEditing();
  return (
    <ul className="grid gap-2">
      {products.map((product) => {
        const { _id, name, status, listed, onHand, unit, stock } = product;
        const draft = editing.draftOf(product);
        return (
          <li
            key={_id}
            className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 rounded-md border border-rule bg-paper p-2"
          >
            <ProductThumb product={product} className="size-16" />
            <div className="min-w-0">
              <h2 className="font-sans text-base font-semibold">
                <Link
                  to={paths.ownProduct(_id)}
                  className="inline-flex min-h-8 items-center underline decoration-rule decoration-2 underline-offset-4"
                >
                  {name}
                </Link>
              </h2>
              <ModerationNote product={product} />
              {status === 'live' && !listed && (
                <p className="text-sm text-butter-ink">{productsText.notSeen}</p>
              )}
              {draft !== null && (
                <div className="grid justify-items-start gap-x-2 gap-y-1 py-2 text-ink-soft">
                  <span aria-hidden="true" className="text-sm">
                    {productsText.price}
                  </span>
                  <PriceCell product={product} editing={editing} />
                  <span aria-hidden="true" className="text-sm">
                    {productsText.onHand}
                  </span>
                  <StockFields product={product} draft={draft} editing={editing} />
                </div>
              )}
              <div className="flex flex-wrap items-center gap-x-2">
                {draft === null && (
                  <p className="flex flex-wrap items-center gap-x-2 text-sm">
                    <Price dollars={product.price} unit={unit} />
                    <span className="tabular-nums">
                      <span className="sr-only">{productsText.onHand}: </span>
                      <Tick>{formatQuantity(onHand, unit)}</Tick>
                    </span>
                    {/* being on sale is the normal status and needs no label */}
                    {status !== 'live' && <StatusPill status={status} />}
                    {status === 'live' && stock === 'sold_out' && (
                      <Badge tone="tomato">{productsText.soldOut}</Badge>
                    )}
                    {status === 'live' && stock === 'low' && (
                      <Badge tone="butter">{productsText.low}</Badge>
                    )}
                  </p>
                )}
                <div className="ml-auto flex items-center gap-1">
                  <RowActions product={product} editing={editing} short />
                </div>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
