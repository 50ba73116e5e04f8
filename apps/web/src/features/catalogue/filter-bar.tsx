import { SlidersHorizontal, X } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { type Id, PRODUCT_SORTS, type ProductSort } from '#libs/contracts';
import { useNow } from '../../lib/browser/timers';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { formatMoney } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { dayLabel } from './day-label';
import type { ProductsFilter } from './products';
import { catalogueText } from './texts';
import { defaultSort, filterSearch } from './use-products-filter';

/** Sorting by relevance needs a search. */
const sortsOf = (filter: ProductsFilter) =>
  PRODUCT_SORTS.filter((sort) => sort !== 'relevance' || filter.q !== undefined);

/** The total, the sort order, and on small screens the button that opens the filters. */
export const FilterBar = memo(function FilterBar({
  filter,
  total,
  onOpen,
  onChange,
}: {
  filter: ProductsFilter;
  /** Null while loading. */
  total: number | null;
  onOpen: () => void;
  onChange: (patch: ProductsFilter) => void;
}) {
  const { organic, inStock, farm, minPrice, maxPrice, rating, day } = filter;
  const activeCount = [organic, inStock, farm, minPrice ?? maxPrice, rating, day].filter(
    Boolean,
  ).length;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:gap-x-2">
      <p className="min-w-32 flex-1 font-display text-xl font-semibold tabular-nums max-sm:order-last max-sm:w-full max-sm:flex-none max-sm:text-lg">
        {total === null ? '' : catalogueText.count(total)}
      </p>
      <span className="lg:hidden">
        <Button
          tone="outline"
          aria-haspopup="dialog"
          icon={<Icon of={SlidersHorizontal} size={18} />}
          onClick={onOpen}
        >
          <span className={cx(activeCount > 0 && 'max-2xs:sr-only')}>{catalogueText.filters}</span>
          {activeCount > 0 && ` (${activeCount})`}
        </Button>
      </span>
      {/* as wide as its longest choice, on a line of its own where the button leaves less */}
      <label className="inline-flex max-w-full items-center gap-2 max-sm:min-w-fit max-sm:flex-1">
        <span className="text-sm whitespace-nowrap text-ink-soft max-sm:sr-only">
          {catalogueText.sort}
        </span>
        <select
          className="h-11 w-full rounded-full border border-edge bg-paper pr-3 pl-4 font-semibold max-xs:pr-1.5 max-xs:pl-3"
          value={filter.sort ?? defaultSort(filter)}
          onChange={(event) => onChange({ sort: event.target.value as ProductSort })}
        >
          {sortsOf(filter).map((sort) => (
            <option key={sort} value={sort}>
              {catalogueText.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
});

/**
 * The active filters, each as a link to the list without it, and a link to the list without any. Small screens leave out
 * the categories, which are pressed in the row above.
 */
export const ActiveFilters = memo(function ActiveFilters({
  filter,
  farmName,
}: {
  filter: ProductsFilter;
  farmName: (id: Id) => string | undefined;
}) {
  const active = activeFilters(filter, farmName, useNow());
  if (active.length === 0) return null;
  return (
    <ul
      aria-label={catalogueText.filtersInUse}
      className={cx(
        'flex flex-wrap items-center gap-2',
        active.every(({ isCategory }) => isCategory) && 'max-sm:hidden',
      )}
    >
      {active.map(({ label, without, isCategory }) => (
        <li key={label} className={isCategory ? 'max-sm:hidden' : undefined}>
          <Link
            to={{ pathname: paths.products, search: filterSearch({ ...filter, ...without }) }}
            aria-label={catalogueText.without(label)}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-leaf-tint py-1 pr-2.5 pl-3.5 text-sm font-semibold text-leaf-ink hover:bg-sunken pointer-coarse:min-h-11 forced-colors:border"
          >
            {label}
            <Icon of={X} size={15} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={paths.products}
          className="inline-flex min-h-9 items-center px-1.5 font-semibold text-tomato-ink underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {catalogueText.clearAll}
        </Link>
      </li>
    </ul>
  );
});

interface ActiveFilter {
  label: string;
  without: ProductsFilter;
  isCategory?: boolean;
}

function activeFilters(
  filter: ProductsFilter,
  farmName: (id: Id) => string | undefined,
  now: number,
): ActiveFilter[] {
  const { q, category, farm, organic, inStock, minPrice, maxPrice, rating, day } = filter;
  const except = <Item,>(all: readonly Item[], one: Item) => all.filter((other) => other !== one);
  const all: (ActiveFilter | false | undefined)[] = [
    q !== undefined && { label: `“${q}”`, without: { q: undefined } },
    ...(category ?? []).map((one) => ({
      label: catalogueText.categories[one],
      without: { category: except(category ?? [], one) },
      isCategory: true,
    })),
    ...(farm ?? []).map((one) => ({
      label: farmName(one) ?? catalogueText.farm,
      without: { farm: except(farm ?? [], one) },
    })),
    day !== undefined && { label: dayLabel(day, now), without: { day: undefined } },
    organic && { label: catalogueText.organicOnly, without: { organic: undefined } },
    inStock && { label: catalogueText.inStockOnly, without: { inStock: undefined } },
    (minPrice !== undefined || maxPrice !== undefined) && {
      label: catalogueText.priceRange(
        minPrice === undefined ? null : formatMoney(minPrice),
        maxPrice === undefined ? null : formatMoney(maxPrice),
      ),
      without: { minPrice: undefined, maxPrice: undefined },
    },
    rating !== undefined && {
      label: catalogueText.starsUp(rating),
      without: { rating: undefined },
    },
  ];
  return all.filter((one): one is ActiveFilter => Boolean(one));
}
