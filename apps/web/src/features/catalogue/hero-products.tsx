import { Link } from 'react-router-dom';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { formatMoney, formatPerUnit } from '../../lib/format';
import { paths } from '../../lib/paths';
import { isCutout } from '../../lib/pictures';

/** Positions of the four products on the hero image. */
const positions = [
  'left-1/2 top-[11%] w-[44%] -translate-x-1/2 z-10',
  'left-[3%] top-[52%] w-[30%]',
  'right-[3%] top-[52%] w-[30%]',
  'left-1/2 bottom-[3%] w-[28%] -translate-x-1/2',
];

/** The freshest products on the hero image; each links to its page. */
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
      {products.slice(0, positions.length).map((product, index) => {
        const { url, sizes } = heroPicture(product);
        return (
          <li key={product._id} className={`absolute ${positions[index] ?? ''}`}>
            <Link
              to={paths.product(product._id)}
              className="group grid justify-items-center rounded-lg"
            >
              <img
                src={url}
                srcSet={sizes?.map((one) => `${one.url} ${one.width}w`).join()}
                sizes="16rem"
                alt=""
                width="256"
                height="256"
                fetchPriority="high"
                className={cx(
                  'aspect-square w-full transition-transform duration-300 [filter:drop-shadow(0_12px_10px_rgb(0_0_0/0.35))] group-hover:-translate-y-1.5',
                  // others have rectangular edges: shown as circles
                  !isCutout(url) && 'rounded-full border-4 border-paper object-cover',
                )}
              />
              <span className="price-tag -mt-3 text-sm font-semibold drop-shadow-sm sm:text-base">
                <span className="sr-only">{product.name}, </span>
                {formatMoney(product.price)}
                <span className="hidden text-[0.8em] sm:inline">{formatPerUnit(product.unit)}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const heroPicture = ({ images, image }: ProductDto) =>
  images.find(({ url }) => isCutout(url)) ?? images[0] ?? { url: image, sizes: undefined };
