import { useSearchParams } from 'react-router-dom';
import { idSchema, productStatusSchema } from '#libs/contracts';
import type { AllProductsFilter } from './product-lists';

/** The filters as they stand in the address; empty is any. */
export interface ProductsSearch {
  q: string;
  status: string;
  farm: string;
}

const LONGEST = 100;

/** Which products are listed; all of it in the address. */
export function useProductsSearch() {
  const [params, setParams] = useSearchParams();
  const search: ProductsSearch = {
    q: (params.get('q') ?? '').trim().slice(0, LONGEST),
    status: productStatusSchema.safeParse(params.get('status')).data ?? '',
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
