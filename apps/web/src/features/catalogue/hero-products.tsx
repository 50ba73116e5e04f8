import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { formatMoney, formatPerUnit } from '../../lib/text/format';
import { CARD_SIZES } from './product-card';
import { ProductTile } from './product-tile';

/** Where the four prints lie on the hero's poster; they overlap like photographs on a table. */
const places = [
  'left-[4%] top-[5%] w-[47%] -rotate-5',
  'right-[4%] top-[14%] w-[44%] rotate-4',
  'left-[5%] bottom-[12%] w-[44%] rotate-3',
  'right-[4%] bottom-[4%] w-[48%] -rotate-3',
];

/**
 * Products as prints on the hero's poster: the pictures of their cards, which the browser loads once. The paper of a
 * print has a fixed colour, like the poster: neither changes in the dark scheme. No tint is behind the picture, because
 * it would show at the edges of a rotated print.
 */
export function HeroProducts({
  products,
  label,
}: {
  products: readonly ProductDto[];
  label: string;
}) {
  if (products.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className="absolute inset-y-0 left-1/2 aspect-[0.93] h-full max-w-full -translate-x-1/2"
    >
      {products.slice(0, places.length).map((product, index) => (
        <li
          key={product._id}
          className={`absolute transition-[translate] duration-300 hover:z-10 hover:-translate-y-1.5 ${places[index]}`}
        >
          <Link
            to={paths.product(product._id)}
            className="group block rounded-md bg-[#fffaf0] p-[3.5%] pb-[9%] shadow-[0_10px_18px_rgb(0_0_0/0.35)]"
          >
            <ProductTile
              picture={{ ...(product.images[0] ?? { url: product.image }), alt: '' }}
              category={product.category}
              sizes={CARD_SIZES}
              eager
              className="aspect-[5/4] rounded-sm bg-transparent!"
            />
            <span className="absolute right-[4%] bottom-[4%] drop-shadow-sm">
              <span className="price-tag text-sm font-semibold sm:text-base">
                <span className="sr-only">{product.name}, </span>
                {formatMoney(product.price)}
                <span className="hidden text-[0.8em] sm:inline">{formatPerUnit(product.unit)}</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
