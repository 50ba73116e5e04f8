import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { OwnProductsTable } from './own-products-table';
import { ownProductsQueryOptions } from './product-lists';
import { ProductSearch } from './product-search';
import { ProductsSkeleton } from './products-skeleton';
import { productsText } from './texts';

/** A farmer's own products, to be priced and counted in place. */
export function OwnProducts() {
  const query = useInfiniteQuery(ownProductsQueryOptions());
  const [text, setText] = useState('');
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return (
      <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
    );
  }
  const products = query.data.pages.flatMap((page) => page.products);
  if (products.length === 0) {
    return <EmptyState title={productsText.noneOwn}>{productsText.noneOwnHint}</EmptyState>;
  }
  const wanted = text.trim().toLowerCase();
  const found = products.filter((product) => product.name.toLowerCase().includes(wanted));
  const total = query.data.pages[0]?.total ?? products.length;
  return (
    <>
      <ProductSearch label={productsText.search} value={text} onChange={setText} />
      <p className="mb-3 text-ink-soft tabular-nums">
        {wanted === '' ? productsText.found(total) : productsText.foundOf(found.length, total)}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={productsText.noneMatch(text.trim())}
          action={
            <Button tone="outline" onClick={() => setText('')}>
              {productsText.clear}
            </Button>
          }
        />
      ) : (
        <OwnProductsTable products={found} />
      )}
      <LoadMore query={query} label={productsText.showMore} />
    </>
  );
}
