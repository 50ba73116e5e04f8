import { useQuery } from '@tanstack/react-query';
import { AddToCart } from '../../features/cart/add-to-cart';
import { ProductFilters } from '../../features/catalogue/product-filters';
import { ProductList, useProductList } from '../../features/catalogue/product-list';
import { catalogueText } from '../../features/catalogue/texts';
import { useProductsFilter } from '../../features/catalogue/use-products-filter';
import { farmsQueryOptions } from '../../features/farms/farms';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Page, PageTitle } from '../../ui/page';

/** `/products`: the whole market, searched, filtered and sorted by the address. */
export function Component() {
  const { filter, change } = useProductsFilter();
  const list = useProductList(filter);
  const { data: farms } = useQuery(farmsQueryOptions());
  useWatchProducts(list.products.map((product) => product._id));
  const title = filter.q === undefined ? catalogueText.title : catalogueText.titleFor(filter.q);
  return (
    <Page title={title}>
      <PageTitle lead={catalogueText.lead}>{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <ProductFilters filter={filter} farms={farms?.farms ?? []} onChange={change} />
        <ProductList list={list} action={(product) => <AddToCart product={product} />} />
      </div>
    </Page>
  );
}
