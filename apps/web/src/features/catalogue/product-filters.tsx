import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  type Category,
  categorySchema,
  type FarmDto,
  type ProductSort,
  productSortSchema,
} from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { categoryFace } from './category-face';
import type { ProductsFilter } from './products';
import { catalogueText } from './texts';
import { filterSearch, usualSort } from './use-products-filter';

function CategoryLink({
  category,
  filter,
}: {
  category: Category | undefined;
  filter: ProductsFilter;
}) {
  const current = filter.category === category;
  const search = filterSearch({ ...filter, category });
  return (
    <Link
      to={{ pathname: paths.products, search }}
      aria-current={current ? 'true' : undefined}
      className={cx(
        'flex min-h-11 items-center gap-2 rounded-full border-2 py-1 pr-3.5 pl-1.5 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors',
        current ? 'border-leaf bg-leaf text-on-leaf' : 'border-rule bg-paper hover:border-edge',
      )}
    >
      <img src={categoryFace(category)} alt="" width="28" height="28" className="size-7" />
      {category === undefined ? catalogueText.everything : catalogueText.categories[category]}
    </Link>
  );
}

/** Relevance is an order only where something is searched. */
const sortsOf = (filter: ProductsFilter) =>
  productSortSchema.options.filter((sort) => sort !== 'relevance' || filter.q !== undefined);

const selectClass =
  'h-11 max-w-full rounded-full border border-edge bg-paper pr-3 pl-4 font-semibold';

function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-(--leaf)"
      />
      {label}
    </label>
  );
}

/** Category, farm, organic, stock and order; the address keeps them all. */
export function ProductFilters({
  filter,
  farms,
  onChange,
}: {
  filter: ProductsFilter;
  farms: readonly FarmDto[];
  onChange: (patch: ProductsFilter) => void;
}) {
  const narrowed = filterSearch({ ...filter, sort: undefined }) !== '';
  return (
    <section aria-label={catalogueText.filters} className="grid min-w-0 gap-4">
      <nav aria-label={catalogueText.category} className="min-w-0">
        <ul className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 lg:flex-wrap">
          {[undefined, ...categorySchema.options].map((category) => (
            <li key={category ?? 'all'} className="shrink-0">
              <CategoryLink category={category} filter={filter} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <label className="inline-flex max-w-full items-center gap-2">
          <span className="text-sm text-ink-soft">{catalogueText.farm}</span>
          <select
            className={selectClass}
            value={filter.farm ?? ''}
            onChange={(event) => onChange({ farm: event.target.value || undefined })}
          >
            <option value="">{catalogueText.allFarms}</option>
            {farms.map((farm) => (
              <option key={farm._id} value={farm._id}>
                {farm.name}
              </option>
            ))}
          </select>
        </label>
        <label className="inline-flex max-w-full items-center gap-2">
          <span className="text-sm text-ink-soft">{catalogueText.sort}</span>
          <select
            className={selectClass}
            value={filter.sort ?? usualSort(filter)}
            onChange={(event) => onChange({ sort: event.target.value as ProductSort })}
          >
            {sortsOf(filter).map((sort) => (
              <option key={sort} value={sort}>
                {catalogueText.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
        <Toggle
          label={catalogueText.organicOnly}
          checked={filter.organic === true}
          onChange={(organic) => onChange({ organic })}
        />
        <Toggle
          label={catalogueText.inStockOnly}
          checked={filter.inStock === true}
          onChange={(inStock) => onChange({ inStock })}
        />
        {narrowed && (
          <Link
            to={paths.products}
            className="inline-flex min-h-11 items-center gap-1 font-semibold text-tomato-ink underline underline-offset-4"
          >
            <Icon of={X} size={16} />
            {catalogueText.clearAll}
          </Link>
        )}
      </div>
    </section>
  );
}
