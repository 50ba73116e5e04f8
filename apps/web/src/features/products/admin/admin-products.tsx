import { useInfiniteQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useRef } from 'react';
import { useReading } from '../../../lib/browser/viewport';
import { cx } from '../../../lib/cx';
import { useKeptRows, useStableRows } from '../../../lib/lists/use-stable-rows';
import { Button } from '../../../ui/button';
import FarmCombobox from '../../../ui/farm-combobox';
import { Icon } from '../../../ui/icon';
import { NewRowsButton } from '../../../ui/live-rows';
import { LoadMore } from '../../../ui/load-more';
import { EmptyState, ErrorState } from '../../../ui/states';
import { type AllProductsFilter, allProductsQueryOptions } from '../product-queries';
import { ProductSearch } from '../product-search';
import { ProductsSkeleton } from '../products-skeleton';
import { productsText, adminProductsText as text } from '../texts';
import { useListedProducts } from '../use-listed-products';
import { useProductsSearch } from '../use-products-search';
import { AllProductsTable } from './all-products-table';

/** All products in any status; those waiting for review are announced at the top. */
export function AdminProducts() {
  const { search, filter, isFiltered, set, clear } = useProductsSearch();
  return (
    <>
      {search.status !== 'review' && <ReviewQueue onShow={() => set({ status: 'review' })} />}
      <div className="mb-6 grid gap-4 sm:flex sm:flex-wrap sm:items-end">
        <ProductSearch label={text.search} search={search} onChange={set} />
        <FarmCombobox
          label={text.farm}
          any={text.anyFarm}
          value={search.farm}
          onChange={(farm) => set({ farm })}
          className="sm:w-64"
        />
      </div>
      <ProductResults filter={filter} onClear={isFiltered ? clear : null} />
    </>
  );
}

/** The number of products waiting for review, live; renders nothing if there are none. */
function ReviewQueue({ onShow }: { onShow: () => void }) {
  const { data } = useInfiniteQuery(allProductsQueryOptions({ status: 'review' }));
  const waiting = data?.pages[0]?.total ?? 0;
  return (
    <div role="status" className={waiting > 0 ? 'mb-6' : undefined}>
      {waiting > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border-2 border-butter-ink bg-butter-tint p-4 text-butter-ink">
          <Icon of={Hourglass} />
          <strong className="tabular-nums">{text.waiting(waiting)}</strong>
          <Button tone="outline" size="sm" onClick={onShow}>
            {text.lookAt}
          </Button>
        </p>
      )}
    </div>
  );
}

function ProductResults({
  filter,
  onClear,
}: {
  filter: AllProductsFilter;
  onClear: (() => void) | null;
}) {
  const list = useListedProducts(allProductsQueryOptions(filter), filter);
  const { query } = list;
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return (
      <ErrorState query={query} title={productsText.loadFailed} otherwise={productsText.tryLater} />
    );
  }
  if (list.products.length === 0) {
    return (
      <EmptyState
        title={filter.status === 'review' ? text.noneWaiting : text.none}
        action={
          onClear !== null && (
            <Button tone="outline" onClick={onClear}>
              {productsText.clear}
            </Button>
          )
        }
      />
    );
  }
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="mb-3 text-ink-soft tabular-nums">
        {productsText.found(list.total)}
      </p>
      <Rows key={JSON.stringify(list.shownFor)} {...list} />
      <LoadMore query={query} label={productsText.showMore} />
    </div>
  );
}

/** The table; its layout is stable while somebody reads it. */
function Rows({ query, products, shownFor }: ReturnType<typeof useListedProducts>) {
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  // a row whose status or stock no longer matches stays until the list is opened again
  const kept = useKeptRows(
    products,
    ({ status, stock }) =>
      (shownFor.status ?? status) === status && (shownFor.stock ?? stock) === stock,
  );
  const stable = useStableRows(kept, reading, { readAt: query.dataUpdatedAt });
  return (
    <section ref={region} aria-label={text.caption} {...focusProps}>
      <NewRowsButton count={stable.pending} onShow={stable.showPending} />
      <AllProductsTable products={stable.shown} />
    </section>
  );
}
