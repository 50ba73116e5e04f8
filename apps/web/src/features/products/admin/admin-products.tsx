import { useInfiniteQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { Button } from '../../../ui/button';
import FarmCombobox from '../../../ui/farm-combobox';
import { Icon } from '../../../ui/icon';
import { EmptyState } from '../../../ui/states';
import { ListedProducts } from '../listed-products';
import { allProductsQueryOptions } from '../product-queries';
import { ProductSearch } from '../product-search';
import { productsText, adminProductsText as text } from '../texts';
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
      <ListedProducts
        options={allProductsQueryOptions(filter)}
        filter={filter}
        caption={text.caption}
        empty={
          <EmptyState
            title={filter.status === 'review' ? text.noneWaiting : text.none}
            action={
              isFiltered && (
                <Button tone="outline" onClick={clear}>
                  {productsText.clear}
                </Button>
              )
            }
          />
        }
        rows={AllProductsTable}
      />
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
