import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Day, ProductDto } from '#libs/contracts';
import { useDelayed } from '../../lib/browser/timers';
import { useReading } from '../../lib/browser/viewport';
import { cx } from '../../lib/cx';
import { useStableRows } from '../../lib/lists/use-stable-rows';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { useAnnounce } from '../../ui/live-announcer';
import { NewRowsButton } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { ProductGrid, ProductGridSkeleton } from './product-grid';
import { type ProductsFilter, productsQueryOptions } from './products';
import { catalogueText } from './texts';

/** The loaded pages of a filter, as one list. */
export function useProductList(
  filter: ProductsFilter,
  options: {
    /** The cursor of the first page. */
    from?: string | undefined;
    /** Shows the previous filter's products while those of this one are loading. */
    keepPrevious?: boolean;
  } = {},
) {
  const query = useInfiniteQuery({
    ...productsQueryOptions(filter, options.from),
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  });
  const pages = query.data?.pages;
  const products = useMemo(() => pages?.flatMap((page) => page.products) ?? [], [pages]);
  return { query, products, total: pages?.[0]?.total ?? 0, nextCursor: pages?.at(-1)?.nextCursor };
}

/** The list of products with its loading, empty and error states (docs/product.md, Errors). */
export function ProductList({
  list,
  action,
  favouriteButton,
  pageAt,
  day,
}: {
  list: ReturnType<typeof useProductList>;
  /** Path of the list from a cursor on, if it has one: "Load more" is then a link. */
  pageAt?: (cursor: string) => string;
  action: (product: ProductDto) => ReactNode;
  favouriteButton: (product: ProductDto) => ReactNode;
  /** The day to which the list is narrowed. */
  day?: Day | undefined;
}) {
  const { query, total } = list;
  const region = useRef<HTMLDivElement>(null);
  const { reading, focusProps } = useReading(region);
  // paused products are removed, but not while somebody reads the list
  const products = list.products.filter(({ status }) => reading || status === 'live');
  const stable = useStableRows(products, reading, { readAt: query.dataUpdatedAt });
  // a quick answer replaces the list without dimming it before: that would paint all of it twice more
  const isLate = useDelayed(150, query.isPlaceholderData);
  const announce = useAnnounce('products');
  const ready = query.isSuccess && !query.isFetching && !query.isPlaceholderData;
  useEffect(() => {
    if (ready) announce(total === 0 ? catalogueText.none : catalogueText.count(total));
  }, [ready, total, announce]);

  if (query.isPending) return <ProductGridSkeleton />;
  if (query.isError && products.length === 0) {
    return (
      <ErrorState query={query} title={catalogueText.failed} otherwise={catalogueText.failedHint} />
    );
  }
  if (products.length === 0) {
    return (
      <EmptyState
        title={catalogueText.none}
        action={
          <LinkButton to={paths.products} tone="outline">
            {catalogueText.seeAll}
          </LinkButton>
        }
      >
        {catalogueText.noneHint}
      </EmptyState>
    );
  }
  return (
    <div
      aria-busy={query.isPlaceholderData}
      ref={region}
      className={cx('grid gap-8 transition-opacity', isLate && 'opacity-60')}
      {...focusProps}
    >
      <NewRowsButton
        count={stable.pending}
        onShow={() => {
          stable.showPending();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <ProductGrid
        products={stable.shown}
        action={action}
        favouriteButton={favouriteButton}
        day={day}
        // the first row beside the filters
        eagerCount={3}
      />
      <div className="text-center">
        <p className="text-ink-soft">{catalogueText.shownOf(products.length, total)}</p>
        <LoadMore
          query={query}
          label={catalogueText.loadMore}
          to={pageAt && list.nextCursor ? pageAt(list.nextCursor) : undefined}
        />
      </div>
    </div>
  );
}
