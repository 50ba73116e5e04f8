import type { QueryClient } from '@tanstack/react-query';
import {
  productQueryOptions,
  productsQueryOptions,
  railsQueryOptions,
} from '../features/catalogue/products';
import { readFilter } from '../features/catalogue/use-products-filter';
import type { ServerData } from '../lib/server-data';
import { settingsQueryOptions } from '../lib/settings';
import { homePage, type LoadPage, productPage, productsPage } from './preloaded-pages';

/** The names of the responses' schemas in lib/schemas.ts. */
export type PageSchema =
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

/** A page that the server renders: its API responses and its chunk. */
export interface ServerRenderedPage {
  readonly responses: readonly PageResponse[];
  readonly page: LoadPage;
}

const settings: PageResponse = {
  path: '/settings/public',
  schema: 'publicSettingsSchema',
  queryKey: settingsQueryOptions().queryKey,
};

/** The most common landing pages are server-rendered; null for all others, which are rendered in the browser. */
export function serverRenderedPage(pathname: string, search: string): ServerRenderedPage | null {
  if (pathname === '/') {
    const { queryKey } = railsQueryOptions();
    const rails = { path: '/products/rails', schema: 'productRailsSchema', queryKey } as const;
    return { responses: [settings, rails], page: homePage };
  }
  if (pathname === '/products' && isWholeList(new URLSearchParams(search))) {
    const { queryKey } = productsQueryOptions();
    const toQueryData = (page: unknown) => ({ pages: [page], pageParams: [undefined] });
    const list = {
      path: '/products',
      schema: 'productsPageSchema',
      queryKey,
      toQueryData,
    } as const;
    return { responses: [settings, list], page: productsPage };
  }
  const id = /^\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const { queryKey } = productQueryOptions(id);
  const product = { path: `/products/${id}`, schema: 'productDtoSchema', queryKey } as const;
  return { responses: [settings, product], page: productPage };
}

/** Filtered lists and later pages are rendered in the browser; parameters of others change nothing. */
const isWholeList = (search: URLSearchParams) =>
  !search.has('cursor') && Object.keys(readFilter(search)).length === 0;

/** Hydrates the query cache with the data of a server-rendered page. */
export function fillCache(
  client: QueryClient,
  { responses }: ServerRenderedPage,
  { answers }: ServerData,
  updatedAt: number,
): void {
  for (const { path, queryKey, toQueryData = (body: unknown) => body } of responses)
    client.setQueryData(queryKey, toQueryData(answers[path]), { updatedAt });
}
