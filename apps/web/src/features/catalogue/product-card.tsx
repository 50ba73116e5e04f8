import { Leaf } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Day } from '#libs/contracts';
import type { ShownProduct } from '../../entities/products';
import { afterPage } from '../../lib/api/after-page';
import { paths } from '../../lib/paths';
import { formatComparable, formatPicked } from '../../lib/text/format';
import { Badge } from '../../ui/badge';
import { Icon } from '../../ui/icon';
import { Price } from '../../ui/price';
import { ProductTile } from './product-tile';
import { Rating, StockLine, stockLevel } from './stock-line';
import { catalogueText } from './texts';

const DaysLine = afterPage(() => import('./days/days-line'));

/** The maximum width of a card in the columns of product-grid.tsx. */
export const CARD_SIZES = '(min-width: 64rem) 18rem, (min-width: 48rem) 33vw, 50vw';

/** Products that were picked longer ago come from storage, and get no stamp. */
const STAMPED_MS = 14 * 24 * 3_600_000;

/** One product in a list. The route provides `action` (buying) and `favouriteButton` (the favourite button). */
export function ProductCard({
  product,
  now,
  day,
  action,
  favouriteButton,
  eager = false,
  headingLevel = 2,
}: {
  product: ShownProduct;
  now: number;
  /** The day to which the list is narrowed. */
  day?: Day | undefined;
  action?: ReactNode;
  /** Shown in the corner of the picture. */
  favouriteButton?: ReactNode;
  eager?: boolean;
  headingLevel?: 2 | 3;
}) {
  const picked =
    now - Date.parse(product.harvestedAt ?? '') < STAMPED_MS
      ? formatPicked(product.harvestedAt, now)
      : null;
  const comparable = formatComparable(product);
  const soldOut = stockLevel(product) === 'sold_out';
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <article className="group relative flex grow flex-col rounded-lg border border-rule bg-paper transition-shadow hover:shadow-lift">
      <div className="relative">
        <ProductTile
          picture={{ ...(product.images[0] ?? { url: product.image }), alt: '' }}
          category={product.category}
          sizes={CARD_SIZES}
          eager={eager}
          faded={soldOut}
          className="aspect-[5/4] rounded-t-lg"
        />
        {picked !== null && !soldOut && (
          <span className="stamp absolute top-2.5 left-2.5 bg-paper text-center text-balance @max-md:max-w-18 text-leaf-ink">
            {picked}
          </span>
        )}
        {soldOut && (
          <span
            aria-hidden="true"
            className="stamp absolute top-2.5 left-2.5 bg-paper text-center text-balance @max-md:max-w-18 text-tomato-ink"
          >
            {product.holidayUntil === null ? catalogueText.soldOut : catalogueText.onHoliday}
          </span>
        )}
        <span className="absolute right-2 -bottom-4 drop-shadow-sm @max-md:[&>span]:text-base">
          <Price dollars={product.price} unit={product.unit} tag />
        </span>
      </div>
      <div className="px-3 pt-6 @md:grow @md:px-4">
        {/* compact cards have room for two lines, so that what follows is in line */}
        <Heading className="min-h-10 text-base/tight @md:min-h-0 @md:text-xl">
          <Link
            to={paths.product(product._id)}
            className="inline-block min-h-6 after:absolute after:inset-0 after:rounded-lg"
          >
            {product.name}
          </Link>
        </Heading>
        <Link
          to={paths.farm(product.farmSlug)}
          className="relative z-10 -mb-6.5 inline-block pb-6.5 leading-snug text-ink-soft underline-offset-4 hover:underline @max-md:text-sm @max-xs:min-h-16"
        >
          {product.farmer}
        </Link>
        {comparable !== null && (
          <p className="text-sm text-ink-soft tabular-nums @max-md:hidden">{comparable}</p>
        )}
        {favouriteButton !== undefined && (
          <div className="absolute top-2 right-2 z-10">{favouriteButton}</div>
        )}
      </div>
      <div className="flex flex-wrap content-start @max-md:grow items-center gap-x-3 gap-y-1.5 px-3 pt-2 @md:px-4">
        <StockLine product={product} />
        {product.organic && (
          <Badge tone="leaf" icon={<Icon of={Leaf} size={14} />}>
            {catalogueText.organic}
          </Badge>
        )}
        <Rating rating={product.rating} count={product.reviewCount} />
        {comparable !== null && (
          // the last line of a compact card, so that the others stay in line
          <p className="basis-full text-sm text-ink-soft tabular-nums @md:hidden">{comparable}</p>
        )}
      </div>
      {/* as high as its two lines before they are loaded */}
      <p className="min-h-12 px-3 pt-2 text-sm/5 text-ink-soft @md:px-4">
        {product.farmId !== null && product.status === 'live' && !soldOut && (
          <DaysLine farmId={product.farmId} day={day} />
        )}
      </p>
      <div className="relative z-10 grid gap-2 p-2.5 empty:pt-0 @max-xs:px-1.5 @max-md:[&_button]:px-2 @md:px-4 @md:pb-4">
        {action}
      </div>
    </article>
  );
}
