import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { Price } from '../../ui/price';
import { ProductTile } from './product-tile';
import { StockLine, stockLevel } from './stock-line';

/** Products as short rows, for lists on phones: name, price, stock and action. */
export function ProductRows({
  products,
  action,
  favouriteButton,
}: {
  products: readonly ProductDto[];
  action: (product: ProductDto) => ReactNode;
  favouriteButton: (product: ProductDto) => ReactNode;
}) {
  return (
    <ul className="grid gap-2">
      {products.map((product) => (
        <li
          key={product._id}
          className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 rounded-md border border-rule bg-paper p-2"
        >
          <ProductTile
            picture={{ ...(product.images[0] ?? { url: product.image }), alt: '' }}
            category={product.category}
            sizes="4rem"
            faded={stockLevel(product) === 'sold_out'}
            className="size-16 rounded-md"
          />
          <div className="min-w-0">
            <div className="flex items-start justify-between gap-2">
              <h3 className="font-sans text-base font-semibold">
                <Link
                  to={paths.product(product._id)}
                  className="inline-flex min-h-11 items-center py-1"
                >
                  {product.name}
                </Link>
              </h3>
              {favouriteButton(product)}
            </div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="grid">
                <Price dollars={product.price} unit={product.unit} />
                <StockLine product={product} />
              </p>
              <div className="ml-auto">{action(product)}</div>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
