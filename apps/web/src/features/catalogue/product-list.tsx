import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ProductDto } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { Button, LinkButton } from '../../ui/button';
import { useAnnounce } from '../../ui/live-announcer';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { ProductGrid, ProductGridSkeleton } from './product-grid';
import { type ProductsFilter, productsQueryOptions } from './products';
import { catalogueText } from './texts';

/** The pages of a filter that are here so far, as one list. */
export function useProductList(filter: ProductsFilter) {
  const query = useInfiniteQuery(productsQueryOptions(filter));
  const pages = query.data?.pages;
  const products = useMemo(() => pages?.flatMap((page) => page.products) ?? [], [pages]);
  return { query, products, total: pages?.[0]?.total ?? 0 };
}

/** What a filter finds: loading, empty, failed (SPEC section 8), or the stall itself. */
export function ProductList({
  list,
  action,
}: {
  list: ReturnType<typeof useProductList>;
  action: (product: ProductDto) => ReactNode;
}) {
  const { query, products, total } = list;
  const announce = useAnnounce('products');
  const ready = query.isSuccess && !query.isFetching;
  useEffect(() => {
    if (ready) announce(total === 0 ? catalogueText.none : catalogueText.count(total));
  }, [ready, total, announce]);

  if (query.isPending) return <ProductGridSkeleton />;
  if (query.isError && products.length === 0) {
    return (
      <ErrorState
        title={catalogueText.failed}
        message={errorMessage(query.error, catalogueText.failedHint)}
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
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
    <div className="grid gap-8">
      <ProductGrid products={products} action={action} eagerCount={4} />
      <div className="grid justify-items-center gap-3">
        <p className="text-ink-soft">{catalogueText.shownOf(products.length, total)}</p>
        {query.isFetchNextPageError && (
          <p role="alert" className="font-semibold text-tomato-ink">
            {catalogueText.failed} {errorMessage(query.error)}
          </p>
        )}
        {query.hasNextPage && (
          <Button
            tone="outline"
            size="lg"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {catalogueText.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}
