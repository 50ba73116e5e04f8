import { useSearchParams } from 'react-router-dom';
import {
  beginningOf,
  idSchema,
  MAX_LENGTH,
  productStatusSchema,
  stockLevelSchema,
} from '#libs/contracts';
import type { AllProductsFilter } from './product-queries';

/** The filters in the URL; empty means any. */
export interface ProductsSearch {
  q: string;
  status: string;
  stock: string;
  farm: string;
}

/** The filter of the products, stored in the URL. */
export function useProductsSearch() {
  const [params, setParams] = useSearchParams();
  const search: ProductsSearch = {
    q: beginningOf((params.get('q') ?? '').trim(), MAX_LENGTH.search),
    status: productStatusSchema.safeParse(params.get('status')).data ?? '',
    stock: stockLevelSchema.safeParse(params.get('stock')).data ?? '',
    farm: idSchema.safeParse(params.get('farm')).data ?? '',
  };
  const set = (change: Partial<ProductsSearch>) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  const filter: AllProductsFilter = Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== ''),
  );
  const isFiltered = Object.values(search).some((value) => value !== '');
  return { search, filter, isFiltered, set, clear: () => setParams({}, { replace: true }) };
}
