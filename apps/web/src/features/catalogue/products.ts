import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ProductDto,
  ProductRail,
  ProductRails,
  ProductsPage,
  ProductsQuery,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

const schemas = () => import('../../lib/api/schemas');
const productsPage = async () => (await schemas()).productsPageSchema;
const rails = async () => (await schemas()).productRailsSchema;
const related = async () => (await schemas()).productRailSchema;
const product = async () => (await schemas()).productDtoSchema;

type Query = Partial<Omit<ProductsQuery, 'cursor'>>;
/** The filter of a list of products, without the cursor. */
export type ProductsFilter = { [Name in keyof Query]?: Query[Name] | undefined };

const asQuery = (filter: ProductsFilter) =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join() : value,
    ]),
  );

/** `GET /products`, page by page, from the start or from a cursor. The cache holds `InfiniteData<ProductsPage>`. */
export function productsQueryOptions(query: ProductsFilter = {}, from?: string) {
  return infiniteQueryOptions({
    queryKey: ['products', 'list', query, ...(from === undefined ? [] : [from])] as const,
    meta: { kept: productsPage },
    queryFn: ({ pageParam, signal }): Promise<ProductsPage> =>
      request(productsPage, '/products', {
        query: { ...asQuery(query), cursor: pageParam },
        signal,
      }),
    initialPageParam: from,
    getNextPageParam: (page: ProductsPage) => page.nextCursor ?? undefined,
  });
}

/** Only the facets, for a list that does not start at its first page. */
export function facetsQueryOptions(query: ProductsFilter) {
  return queryOptions({
    queryKey: ['products', 'facets', query] as const,
    meta: { kept: productsPage },
    queryFn: ({ signal }): Promise<ProductsPage> =>
      request(productsPage, '/products', { query: { ...asQuery(query), limit: 1 }, signal }),
  });
}

/** `GET /products/rails`. The key starts with `products`, so that events keep it live. */
export function railsQueryOptions() {
  return queryOptions({
    queryKey: ['products', 'rails'] as const,
    meta: { kept: rails },
    queryFn: ({ signal }): Promise<ProductRails> => request(rails, '/products/rails', { signal }),
  });
}

/** `GET /products/:id/related`. */
export function relatedQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['products', 'related', id] as const,
    meta: { kept: related },
    queryFn: ({ signal }): Promise<ProductRail> =>
      request(related, `/products/${encodeURIComponent(id)}/related`, { signal }),
  });
}

/** `GET /products/:id`. */
export function productQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['products', 'detail', id] as const,
    meta: { kept: product },
    queryFn: ({ signal }): Promise<ProductDto> =>
      request(product, `/products/${encodeURIComponent(id)}`, { signal }),
  });
}

const schema = async () => (await import('../../lib/api/schemas')).suggestionsSchema;

/** `GET /search/suggestions` for the typed text; not live, because it is shown only for a moment. */
export function suggestionsQueryOptions(text: string) {
  return queryOptions({
    queryKey: ['suggestions', text] as const,
    queryFn: ({ signal }) => request(schema, '/search/suggestions', { query: { q: text }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}
