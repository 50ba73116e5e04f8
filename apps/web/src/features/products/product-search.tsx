import { productStatusSchema } from '#libs/contracts';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { uiText } from '../../ui/texts';
import { productsText } from './texts';
import type { ProductsSearch } from './use-products-search';

/** The search above a table of products: text and status. */
export function ProductSearch({
  label,
  search,
  onChange,
}: {
  label: string;
  search: ProductsSearch;
  onChange: (change: Partial<ProductsSearch>) => void;
}) {
  return (
    <search aria-label={productsText.narrow} className="grid gap-4 xs:grid-cols-[1fr_auto] sm:flex">
      <SearchFilter
        label={label}
        value={search.q}
        onChange={(q) => onChange({ q })}
        className="min-w-0 sm:w-80"
      />
      <ChoiceFilter
        name="status"
        label={productsText.state}
        any={productsText.anyState}
        options={productStatusSchema.options.map((one) => [one, uiText.statuses[one]] as const)}
        value={search.status}
        onChange={(status) => onChange({ status })}
        className="xs:w-44"
      />
    </search>
  );
}
