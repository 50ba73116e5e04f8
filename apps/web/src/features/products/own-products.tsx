import { Plus } from 'lucide-react';
import { useRef } from 'react';
import type { OwnProductsFilter } from '#libs/contracts';
import { PHONE, useMatches } from '../../lib/browser/device';
import { useReading } from '../../lib/browser/viewport';
import { cx } from '../../lib/cx';
import { useKeptRows, useStableRows } from '../../lib/lists/use-stable-rows';
import { paths } from '../../lib/paths';
import { Button, LinkButton } from '../../ui/button';
import { DownloadButton } from '../../ui/download-button';
import { Icon } from '../../ui/icon';
import { NewRowsButton } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { OwnProductsRows } from './own-products-rows';
import { OwnProductsTable } from './own-products-table';
import { ownProductsQueryOptions } from './product-queries';
import { ProductSearch } from './product-search';
import { ProductsSkeleton } from './products-skeleton';
import { productsText } from './texts';
import { useListedProducts } from './use-listed-products';
import { useProductsSearch } from './use-products-search';

/** A farmer's own products with search; price, stock and status are edited in place. */
export function OwnProducts() {
  const { search, filter, isFiltered, set, clear } = useProductsSearch();
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <ProductSearch label={productsText.search} search={search} onChange={set} />
        <LinkButton to={paths.newProduct} icon={<Icon of={Plus} size={18} />}>
          {productsText.add}
        </LinkButton>
      </div>
      <ProductResults
        filter={{ q: filter.q, status: filter.status, stock: filter.stock }}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

function ProductResults({
  filter,
  onClear,
}: {
  filter: OwnProductsFilter;
  onClear: (() => void) | null;
}) {
  const list = useListedProducts(ownProductsQueryOptions(filter), filter);
  const { query } = list;
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return (
      <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
    );
  }
  if (list.products.length === 0) return <NoProducts onClear={onClear} />;
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {productsText.found(list.total)}
        </p>
        <DownloadButton path="/farms/mine/products.csv" query={{ ...filter }} name="products.csv" />
      </div>
      <Rows key={JSON.stringify(list.shownFor)} {...list} />
      <LoadMore query={query} label={productsText.showMore} />
    </div>
  );
}

/** The list; its layout is stable while somebody reads it. */
function Rows({ query, products, shownFor }: ReturnType<typeof useListedProducts>) {
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const List = useMatches(PHONE) ? OwnProductsRows : OwnProductsTable;
  // a row whose status or stock no longer matches stays until the list is opened again
  const kept = useKeptRows(
    products,
    ({ status, stock }) =>
      (shownFor.status ?? status) === status && (shownFor.stock ?? stock) === stock,
  );
  const stable = useStableRows(kept, reading, { readAt: query.dataUpdatedAt });
  return (
    <section ref={region} aria-label={productsText.ownCaption} {...focusProps}>
      <NewRowsButton count={stable.pending} onShow={stable.showPending} />
      <List products={stable.shown} />
    </section>
  );
}

function NoProducts({ onClear }: { onClear: (() => void) | null }) {
  if (onClear !== null) {
    return (
      <EmptyState
        title={productsText.none}
        action={
          <Button tone="outline" onClick={onClear}>
            {productsText.clear}
          </Button>
        }
      >
        {productsText.noneMatch}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={productsText.noneOwn}
      action={
        <LinkButton to={paths.newProduct} tone="outline">
          {productsText.add}
        </LinkButton>
      }
    >
      {productsText.noneOwnHint}
    </EmptyState>
  );
}
