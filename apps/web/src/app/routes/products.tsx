import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { Id, ProductDto, ProductFacets } from '#libs/contracts';
import { AddToCart } from '../../features/cart/add-to-cart';
import { CategoryChips } from '../../features/catalogue/category-chips';
import { ActiveFilters, FilterBar } from '../../features/catalogue/filter-bar';
import { ProductFilters } from '../../features/catalogue/product-filters';
import { ProductList, useProductList } from '../../features/catalogue/product-list';
import { facetsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { filterSearch, useProductsFilter } from '../../features/catalogue/use-products-filter';
import { errorCode } from '../../lib/api';
import { cx } from '../../lib/cx';
import { farmsQueryOptions } from '../../lib/farms';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Page, PageTitle } from '../../ui/page';
import { productFavouriteButton } from '../favourite';

const addToCart = (product: ProductDto) => <AddToCart product={product} />;

/** `/products`: all products; search, filter and sort order are in the URL. */
export function Component() {
  const { filter, change, from } = useProductsFilter();
  const list = useProductList(filter, { from, keepPrevious: true });
  const facetsQuery = useQuery({ ...facetsQueryOptions(filter), enabled: from !== undefined });
  const facets = (from === undefined ? list.query.data?.pages[0] : facetsQuery.data)?.facets;
  const farmName = useFarmName(filter.farm, facets?.farm);
  const [open, setOpen] = useState(false);
  const panelId = useId();
  useWatchProducts(list.products.map((product) => product._id));
  const start = `${paths.products}?${filterSearch(filter)}`;
  if (errorCode(list.query.error) === 'CURSOR_INVALID') return <Navigate to={start} replace />;
  const title = filter.q === undefined ? catalogueText.title : catalogueText.titleFor(filter.q);
  return (
    <Page title={title}>
      <PageTitle lead={catalogueText.lead}>{title}</PageTitle>
      <CategoryChips filter={filter} facets={facets} onChange={change} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <section
          id={panelId}
          aria-label={catalogueText.filters}
          className={cx(
            'order-2 rounded-lg border border-rule bg-paper p-5 lg:order-none lg:row-span-2 lg:block lg:border-0 lg:bg-transparent lg:p-0',
            !open && 'hidden',
          )}
        >
          <ProductFilters filter={filter} facets={facets} onChange={change} farmName={farmName} />
        </section>
        <div className="order-1 grid gap-4 lg:order-none">
          <FilterBar
            filter={filter}
            total={list.query.data === undefined ? null : list.total}
            open={open}
            panelId={panelId}
            onOpen={setOpen}
            onChange={change}
          />
          <ActiveFilters filter={filter} farmName={farmName} />
          {from !== undefined && (
            <p className="text-ink-soft">
              {catalogueText.laterPage}{' '}
              <Link
                to={start}
                className="inline-flex min-h-9 items-center font-semibold text-leaf-ink underline underline-offset-4"
              >
                {catalogueText.backToStart}
              </Link>
            </p>
          )}
        </div>
        <div className="order-3 lg:order-none">
          <ProductList
            list={list}
            action={addToCart}
            favouriteButton={productFavouriteButton}
            pageAt={(cursor) => `${paths.products}?${filterSearch({ ...filter, cursor })}`}
          />
        </div>
      </div>
    </Page>
  );
}

/** Names of farms: from the facet counts, and from the directory for a chosen farm without a count. */
function useFarmName(chosen: readonly Id[] = [], counted: ProductFacets['farm'] | undefined) {
  const isCounted = (id: Id) => counted?.some(({ value }) => value === id) === true;
  const enabled = !chosen.every(isCounted);
  const { data } = useQuery({ ...farmsQueryOptions(), enabled });
  return useCallback(
    (id: Id) =>
      counted?.find(({ value }) => value === id)?.label ??
      data?.farms.find((farm) => farm._id === id)?.name,
    [counted, data],
  );
}
