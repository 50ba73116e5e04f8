import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef } from 'react';
import type { OwnProductDto } from '#libs/contracts';
import { useReading } from '../../lib/browser/viewport';
import { cx } from '../../lib/cx';
import { useKeptRows, useStableRows } from '../../lib/lists/use-stable-rows';
import { NewRowsButton } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import type {
  AllProductsFilter,
  allProductsQueryOptions,
  ownProductsQueryOptions,
} from './product-queries';
import { productsText } from './texts';

type RowsOf = ComponentType<{ products: readonly OwnProductDto[] }>;

/** A filtered list of products. Shows the previous filter's while those of a new one are loading. */
export function ListedProducts({
  options,
  filter,
  caption,
  empty,
  download,
  rows,
}: {
  options: ReturnType<typeof ownProductsQueryOptions> | ReturnType<typeof allProductsQueryOptions>;
  filter: AllProductsFilter;
  caption: string;
  empty: ReactNode;
  download?: ReactNode;
  rows: RowsOf;
}) {
  const query = useInfiniteQuery({
    ...(options as ReturnType<typeof ownProductsQueryOptions>),
    placeholderData: keepPreviousData,
  });
  const shownFor = useRef(filter);
  if (query.data !== undefined && !query.isPlaceholderData) shownFor.current = filter;
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return (
      <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
    );
  }
  const products = query.data.pages.flatMap((page) => page.products);
  if (products.length === 0) return empty;
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {productsText.found(query.data.pages[0]?.total ?? products.length)}
        </p>
        {download}
      </div>
      <StableRows
        key={JSON.stringify(shownFor.current)}
        products={products}
        filter={shownFor.current}
        readAt={query.dataUpdatedAt}
        caption={caption}
        rows={rows}
      />
      <LoadMore query={query} label={productsText.showMore} />
    </div>
  );
}

/** The rows; their layout is stable while somebody reads them. */
function StableRows({
  products,
  filter,
  readAt,
  caption,
  rows: Rows,
}: {
  products: readonly OwnProductDto[];
  filter: AllProductsFilter;
  readAt: number;
  caption: string;
  rows: RowsOf;
}) {
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  // a row whose status or stock no longer matches stays until the list is opened again
  const kept = useKeptRows(
    products,
    ({ status, stock }) =>
      (filter.status ?? status) === status && (filter.stock ?? stock) === stock,
  );
  const stable = useStableRows(kept, reading, { readAt });
  return (
    <section ref={region} aria-label={caption} {...focusProps}>
      <NewRowsButton count={stable.pending} onShow={stable.showPending} />
      <Rows products={stable.shown} />
    </section>
  );
}

/** Skeleton of a table of products. */
export function ProductsSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-6 h-11 w-80 max-w-full" />
      <div className="grid gap-3">
        {[0, 1, 2, 3, 4, 5].map((at) => (
          <Skeleton key={at} className="h-16" />
        ))}
      </div>
    </Loading>
  );
}
