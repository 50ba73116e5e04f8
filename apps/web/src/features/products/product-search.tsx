import { productStatusSchema, stockLevelSchema } from '#libs/contracts';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { statusText } from '../../ui/texts';
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
    <search
      aria-label={productsText.narrow}
      className="grid w-full grid-cols-2 gap-4 sm:flex sm:w-auto sm:flex-wrap"
    >
      <SearchFilter
        label={label}
        value={search.q}
        onChange={(q) => onChange({ q })}
        className="col-span-2 min-w-0 sm:w-72"
      />
      <ChoiceFilter
        name="status"
        label={productsText.state}
        any={productsText.anyState}
        options={productStatusSchema.options.map((one) => [one, statusText[one]] as const)}
        value={search.status}
        onChange={(status) => onChange({ status })}
        className="sm:w-44"
      />
      <ChoiceFilter
        name="stock"
        label={productsText.stock}
        any={productsText.anyStock}
        options={stockLevelSchema.options.map((one) => [one, productsText.levels[one]] as const)}
        value={search.stock}
        onChange={(stock) => onChange({ stock })}
        className="sm:w-44"
      />
    </search>
  );
}
