import type { QueryClient } from '@tanstack/react-query';
import {
  productQueryOptions,
  productsQueryOptions,
  railsQueryOptions,
} from '../features/catalogue/products';
import { readFilter } from '../features/catalogue/use-products-filter';
import { settingsQueryOptions } from '../lib/api/public-data';
import type { ServerData } from '../lib/api/server-data';
import { type LazyPage, lazyPage } from './lazy-page';

/** The names of the responses' schemas in lib/schemas.ts. */
type PageSchema =
  | 'productDtoSchema'
  | 'productRailsSchema'
  | 'productsPageSchema'
  | 'publicSettingsSchema';

/** An API response: its path, its schema, and its place in the query cache. */
interface PageResponse {
  readonly path: string;
  readonly schema: PageSchema;
  readonly queryKey: readonly unknown[];
  readonly toQueryData?: (body: unknown) => unknown;
}

/** A page where most visitors arrive. */
export interface EntryPage {
  /** The module of its chunk, which the browser loads beside the entry script. */
  readonly module: string;
  readonly page: LazyPage;
  /** The API responses from which the server renders it; null for a page that is rendered only in the browser. */
  readonly responses: readonly PageResponse[] | null;
}

export const homePage = lazyPage(() => import('./routes/home'));
export const productsPage = lazyPage(() => import('./routes/products'));
export const productPage = lazyPage(() => import('./routes/product'));

const settings: PageResponse = {
  path: '/settings/public',
  schema: 'publicSettingsSchema',
  queryKey: settingsQueryOptions().queryKey,
};

/** The entry page at a location; null for all other pages. */
export function entryPage({
  pathname,
  search,
}: Pick<URL, 'pathname' | 'search'>): EntryPage | null {
  if (pathname === '/') {
    const { queryKey } = railsQueryOptions();
    const rails = { path: '/products/rails', schema: 'productRailsSchema', queryKey } as const;
    return { module: 'src/app/routes/home.tsx', page: homePage, responses: [settings, rails] };
  }
  if (pathname === '/products') {
    const list = {
      path: '/products',
      schema: 'productsPageSchema',
      queryKey: productsQueryOptions().queryKey,
      toQueryData: (page: unknown) => ({ pages: [page], pageParams: [undefined] }),
    } as const;
    const responses = isWholeList(new URLSearchParams(search)) ? [settings, list] : null;
    return { module: 'src/app/routes/products.tsx', page: productsPage, responses };
  }
  const id = /^\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const { queryKey } = productQueryOptions(id);
  const product = { path: `/products/${id}`, schema: 'productDtoSchema', queryKey } as const;
  return {
    module: 'src/app/routes/product.tsx',
    page: productPage,
    responses: [settings, product],
  };
}

/** Filtered lists and later pages are rendered in the browser; parameters of others change nothing. */
const isWholeList = (search: URLSearchParams) =>
  !search.has('cursor') && Object.keys(readFilter(search)).length === 0;

/** Hydrates the query cache with the data of a server-rendered page. */
export function fillCache(
  client: QueryClient,
  responses: readonly PageResponse[],
  { answers }: ServerData,
  updatedAt: number,
): void {
  for (const { path, queryKey, toQueryData = (body: unknown) => body } of responses)
    client.setQueryData(queryKey, toQueryData(answers[path]), { updatedAt });
}
