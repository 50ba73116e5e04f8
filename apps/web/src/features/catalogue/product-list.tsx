import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ProductDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { useCalmRows } from '../../lib/use-calm-rows';
import { useReading } from '../../lib/use-reading';
import { LinkButton } from '../../ui/button';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { WaitingRows } from '../../ui/waiting-rows';
import { ProductGrid, ProductGridSkeleton } from './product-grid';
import { type ProductsFilter, productsQueryOptions } from './products';
import { catalogueText } from './texts';

/** The pages of a filter that are here so far, as one list. */
export function useProductList(
  filter: ProductsFilter,
  options: {
    /** The cursor to begin at. */
    from?: string | undefined;
    /** Keeps what another filter found on the screen until this one has found something. */
    keep?: boolean;
  } = {},
) {
  const query = useInfiniteQuery({
    ...productsQueryOptions(filter, options.from),
    placeholderData: options.keep ? keepPreviousData : undefined,
  });
  const pages = query.data?.pages;
  const products = useMemo(() => pages?.flatMap((page) => page.products) ?? [], [pages]);
  return { query, products, total: pages?.[0]?.total ?? 0, nextCursor: pages?.at(-1)?.nextCursor };
}

/** What a filter finds: loading, empty, failed (SPEC section 8), or the stall itself. */
export function ProductList({
  list,
  action,
  mark,
  pageAt,
}: {
  list: ReturnType<typeof useProductList>;
  /** The address of the list from a cursor on, where it has one: "Load more" is then a link. */
  pageAt?: (cursor: string) => string;
  action: (product: ProductDto) => ReactNode;
  mark: (product: ProductDto) => ReactNode;
}) {
  const { query, total } = list;
  const region = useRef<HTMLDivElement>(null);
  const { reading, focusProps } = useReading(region);
  // what its farm takes off the stall goes, but not from under the eyes of whoever is reading
  const products = list.products.filter(({ status }) => reading || status === 'live');
  const calm = useCalmRows(products, reading, { readAt: query.dataUpdatedAt });
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
      className={cx('grid gap-8 transition-opacity', query.isPlaceholderData && 'opacity-60')}
      {...focusProps}
    >
      <WaitingRows
        count={calm.waiting}
        onShow={() => {
          calm.show();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <ProductGrid products={calm.shown} action={action} mark={mark} eagerCount={4} />
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
