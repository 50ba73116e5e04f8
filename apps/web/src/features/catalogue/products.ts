import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type Category,
  type Id,
  type ProductDto,
  type ProductsPage,
  type ProductsQuery,
  productDtoSchema,
  productsPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api';

/** What a list of products can be asked for; the page's size and place are the list's own business. */
export type ProductsFilter = Partial<Omit<ProductsQuery, 'cursor' | 'category' | 'farm'>> & {
  category?: Category | undefined;
  farm?: Id | undefined;
};

/** `GET /products`, page by page. The cache holds `InfiniteData<ProductsPage>`. */
export function productsQueryOptions(query: ProductsFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['products', 'list', query] as const,
    queryFn: ({ pageParam, signal }): Promise<ProductsPage> =>
      request(productsPageSchema, '/products', {
        query: { ...query, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ProductsPage) => page.nextCursor ?? undefined,
  });
}

/** `GET /products/:id`. */
export function productQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['products', 'detail', id] as const,
    queryFn: ({ signal }): Promise<ProductDto> =>
      request(productDtoSchema, `/products/${encodeURIComponent(id)}`, { signal }),
  });
}
