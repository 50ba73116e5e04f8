import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { Id, ProductFacets } from '#libs/contracts';
import { usePostalCode } from '../../entities/postal-code';
import { CategoryChips } from '../../features/catalogue/category-chips';
import { ZipButton } from '../../features/catalogue/days/zip-button';
import { ActiveFilters, FilterBar } from '../../features/catalogue/filter-bar';
import { ProductFilters } from '../../features/catalogue/product-filters';
import { ProductList, useProductList } from '../../features/catalogue/product-list';
import { facetsQueryOptions } from '../../features/catalogue/products';
import { catalogueText } from '../../features/catalogue/texts';
import { filterSearch, useProductsFilter } from '../../features/catalogue/use-products-filter';
import { errorCode } from '../../lib/api/api';
import { lazyPart } from '../../lib/api/chunks';
import { farmsOfQueryOptions } from '../../lib/api/public-data';
import { paths } from '../../lib/paths';
import { useWatchProducts } from '../../realtime/realtime-provider';
import { Page, PageTitle } from '../../ui/page';
import { buyAction, productFavouriteButton } from '../card-actions';

/** Loaded on demand: on large screens the filters are beside the list. */
const FilterSheet = lazyPart(() => import('../../features/catalogue/filter-sheet'));
/** Loaded with a search. */
const FoundFarms = lazyPart(() => import('./found-farms'));

/** `/products`: all products; search, filter and sort order are in the URL. */
export function Component() {
  const { filter, chosen, change, from } = useProductsFilter();
  const zip = usePostalCode() ?? undefined;
  const narrowed = useMemo(() => ({ ...filter, zip }), [filter, zip]);
  const hasDay = filter.day !== undefined;
  // a ZIP code changes only which days there are: without a day the list is the same for everybody
  const list = useProductList(hasDay && zip !== undefined ? narrowed : filter, {
    from,
    keepPrevious: true,
  });
  const facetsQuery = useQuery({
    ...facetsQueryOptions(zip === undefined ? filter : narrowed),
    enabled: from !== undefined || (zip !== undefined && !hasDay),
    placeholderData: keepPreviousData,
  });
  const ofList = list.query.data?.pages[0]?.facets;
  const facets =
    from === undefined && ofList
      ? { ...ofList, day: (hasDay ? undefined : facetsQuery.data?.facets?.day) ?? ofList.day }
      : facetsQuery.data?.facets;
  const farmName = useFarmName(filter.farm, facets?.farm);
  const [open, setOpen] = useState(false);
  useWatchProducts(list.products.map((product) => product._id));
  const start = `${paths.products}?${filterSearch(filter)}`;
  if (errorCode(list.query.error) === 'CURSOR_INVALID') return <Navigate to={start} replace />;
  const filters = (
    <ProductFilters filter={chosen} facets={facets} onChange={change} farmName={farmName} />
  );
  const title = filter.q === undefined ? catalogueText.title : catalogueText.titleFor(filter.q);
  return (
    <Page title={title}>
      <PageTitle lead={catalogueText.lead}>{title}</PageTitle>
      <p className="-mt-4 mb-2 -ml-2 md:hidden">
        <ZipButton />
      </p>
      <CategoryChips filter={chosen} facets={facets} onChange={change} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <section aria-label={catalogueText.filters} className="hidden lg:row-span-2 lg:block">
          {!open && filters}
        </section>
        <div className="grid gap-4">
          <FilterBar
            filter={chosen}
            total={list.query.data === undefined ? null : list.total}
            onOpen={() => setOpen(true)}
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
        <div>
          {filter.q !== undefined && from === undefined && (
            <Suspense>
              <FoundFarms q={filter.q} />
            </Suspense>
          )}
          <ProductList
            list={list}
            day={filter.day}
            action={buyAction}
            favouriteButton={productFavouriteButton}
            pageAt={(cursor) => `${paths.products}?${filterSearch({ ...filter, cursor })}`}
          />
        </div>
      </div>
      {open && (
        <Suspense>
          <FilterSheet
            total={list.query.data === undefined ? null : list.total}
            onClose={() => setOpen(false)}
          >
            {filters}
          </FilterSheet>
        </Suspense>
      )}
    </Page>
  );
}

/** Names of farms: from the facet counts, and from the directory for chosen farms without one. */
function useFarmName(chosen: readonly Id[] = [], counted: ProductFacets['farm'] | undefined) {
  const missing = chosen.filter((id) => !counted?.some(({ value }) => value === id));
  const { data } = useQuery(farmsOfQueryOptions(counted === undefined ? [] : missing));
  return useCallback(
    (id: Id) =>
      counted?.find(({ value }) => value === id)?.label ??
      data?.farms.find((farm) => farm._id === id)?.name,
    [counted, data],
  );
}
