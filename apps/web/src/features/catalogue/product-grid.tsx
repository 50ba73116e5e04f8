import { memo, type ReactNode, useEffect, useState } from 'react';
import type { Day, ProductDto } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { cx } from '../../lib/cx';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ProductCard } from './product-card';
import { catalogueText } from './texts';

/** Two columns of compact cards on phones; one where the text is twice as large. */
const columns =
  'grid grid-cols-1 gap-2.5 @3xs:grid-cols-2 @md:gap-6 @3xl:grid-cols-3 @5xl:grid-cols-4';

/**
 * Each card is laid out by itself: a subgrid, for rows of equal height, would lay out all cards again for each changed
 * text.
 */
const cell = 'list-card flex flex-col';

/** A product without a card yet is as high as a usual card, so that the page below hardly moves. */
const reserved = 'before:aspect-[5/4] pb-64 @max-xs:pb-73 @md:pb-57';

let observer: IntersectionObserver | undefined;
/** A ref that lays a card out only near the view, once it is out of view: by then the browser knows its height. */
function skipOutOfView(card: Element | null): void {
  if (card === null) return;
  observer ??= new IntersectionObserver((entries) =>
    // By now the page may have been scrolled further; the next frame begins with the position that it shows.
    requestAnimationFrame(() => {
      for (const { target } of entries.filter(isOutOfView)) target.classList.add('skipped');
    }),
  );
  // It needs no unobserve: an observer does not keep removed elements alive.
  observer.observe(card);
}

function isOutOfView({ target }: { target: Element }): boolean {
  const { top, bottom } = target.getBoundingClientRect();
  return bottom < 0 || top > innerHeight;
}

/** One to four columns of products, depending on the width (docs/product.md, Screens). */
export function ProductGrid({
  products,
  action,
  favouriteButton,
  headingLevel,
  eagerCount = 0,
  day,
}: {
  products: readonly ProductDto[];
  action?: (product: ProductDto) => ReactNode;
  favouriteButton?: (product: ProductDto) => ReactNode;
  headingLevel?: 2 | 3;
  eagerCount?: number;
  /** The day to which the list is narrowed. */
  day?: Day | undefined;
}) {
  const now = useNow();
  const hasCard = useSlices(products, eagerCount);
  return (
    <div className="@container">
      <ul className={columns}>
        {products.map((product, index) => (
          <li
            key={product._id}
            ref={hasCard(product) ? skipOutOfView : null}
            className={cx(cell, !hasCard(product) && reserved)}
          >
            {hasCard(product) && (
              <Item
                product={product}
                now={now}
                day={day}
                action={action}
                favouriteButton={favouriteButton}
                headingLevel={headingLevel}
                eager={index < eagerCount}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** New cards of one render. A slow device takes a few ms for each, and answers a click only in between. */
const SLICE = 6;

/**
 * Which products have a card: those that had one already, and a slice of the new ones; the next render adds the next
 * slice. The first render has `firstCount` of them, or all if that is 0.
 */
function useSlices(products: readonly ProductDto[], firstCount: number) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const added = products
    .filter(({ _id }) => known === null || !known.has(_id))
    .slice(0, known === null ? firstCount || products.length : SLICE);
  const cards = new Set([...(known ?? []), ...added.map(({ _id }) => _id)]);
  const hasCard = ({ _id }: ProductDto) => cards.has(_id);
  useEffect(() => {
    if (added.length > 0) setKnown(new Set(products.filter(hasCard).map(({ _id }) => _id)));
  });
  return hasCard;
}

/** Rendered again when its own product changes, not with every event of the others: `action` has to stay the same. */
const Item = memo(function Item({
  product,
  action,
  favouriteButton,
  ...rest
}: {
  product: ProductDto;
  now: number;
  day?: Day | undefined;
  action?: ((product: ProductDto) => ReactNode) | undefined;
  favouriteButton?: ((product: ProductDto) => ReactNode) | undefined;
  headingLevel?: 2 | 3 | undefined;
  eager: boolean;
}) {
  return (
    <ProductCard
      {...rest}
      product={product}
      action={action?.(product)}
      favouriteButton={favouriteButton?.(product)}
    />
  );
});

/** The grid's skeleton. */
export function ProductGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <Loading label={catalogueText.loading}>
      <div className="@container">
        <div className={columns}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons without identity
            <div key={index} className="rounded-lg border border-rule bg-paper">
              <Skeleton className="aspect-[5/4] w-full rounded-b-none" />
              <div className="grid gap-3 p-3 pt-6">
                <Skeleton className="h-6 w-3/4" />
                <Skeleton className="h-4 w-1/2" />
                <Skeleton className="h-11 w-full rounded-full" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Loading>
  );
}
