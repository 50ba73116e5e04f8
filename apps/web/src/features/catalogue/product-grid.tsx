import { memo, type ReactNode, useDeferredValue } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { useNow } from '../../lib/use-now';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ProductCard } from './product-card';
import { catalogueText } from './texts';

const columns = 'grid gap-5 grid-cols-1 @md:grid-cols-2 md:gap-6 @3xl:grid-cols-3 @5xl:grid-cols-4';

/** Each card spans the rows of its picture, text, stock and action, which are as high as the highest of its row. */
const cardRows = 'row-span-4 grid grid-rows-subgrid gap-y-0';

/** One to four columns of products, depending on the width (SPEC section 2). */
export function ProductGrid({
  products,
  action,
  favouriteButton,
  headingLevel,
  eagerCount = 0,
}: {
  products: readonly ProductDto[];
  action?: (product: ProductDto) => ReactNode;
  favouriteButton?: (product: ProductDto) => ReactNode;
  headingLevel?: 2 | 3;
  eagerCount?: number;
}) {
  const now = useNow();
  // products below the first screen are rendered later, in a deferred render that does not block it
  const rendersAll = useDeferredValue(true, eagerCount === 0);
  return (
    <div className="@container">
      <ul className={columns}>
        {products.map((product, index) => (
          <li key={product._id} className={cx(cardRows, !rendersAll && 'min-h-96')}>
            {(rendersAll || index < eagerCount) && (
              <Item
                product={product}
                now={now}
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

/** Rendered again when its own product changes, not with every event of the others: `action` has to stay the same. */
const Item = memo(function Item({
  product,
  action,
  favouriteButton,
  ...rest
}: {
  product: ProductDto;
  now: number;
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
              <div className="grid gap-3 p-4 pt-6">
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
