import { Plus } from 'lucide-react';
import type { OwnProductDto, OwnProductsFilter } from '#libs/contracts';
import { PHONE, useMatches } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { Button, LinkButton } from '../../ui/button';
import { DownloadButton } from '../../ui/download-button';
import { Icon } from '../../ui/icon';
import { EmptyState } from '../../ui/states';
import { ListedProducts } from './listed-products';
import { OwnProductsRows } from './own-products-rows';
import { OwnProductsTable } from './own-products-table';
import { ownProductsQueryOptions } from './product-queries';
import { ProductSearch } from './product-search';
import { productsText } from './texts';
import { useProductsSearch } from './use-products-search';

/** A farmer's own products with search; price, stock and status are edited in place. */
export function OwnProducts() {
  const { search, filter, isFiltered, set, clear } = useProductsSearch();
  const own: OwnProductsFilter = { q: filter.q, status: filter.status, stock: filter.stock };
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <ProductSearch label={productsText.search} search={search} onChange={set} />
        <LinkButton to={paths.newProduct} icon={<Icon of={Plus} size={18} />}>
          {productsText.add}
        </LinkButton>
      </div>
      <ListedProducts
        options={ownProductsQueryOptions(own)}
        filter={own}
        caption={productsText.ownCaption}
        empty={<NoProducts onClear={isFiltered ? clear : null} />}
        download={
          <DownloadButton path="/farms/mine/products.csv" query={{ ...own }} name="products.csv" />
        }
        rows={Rows}
      />
    </>
  );
}

/** On a phone three short lines each. */
function Rows(list: { products: readonly OwnProductDto[] }) {
  const List = useMatches(PHONE) ? OwnProductsRows : OwnProductsTable;
  return <List {...list} />;
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
