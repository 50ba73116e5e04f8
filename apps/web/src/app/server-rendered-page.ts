import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  productDtoSchema,
  productRailsSchema,
  productsPageSchema,
  publicSettingsSchema,
} from '#libs/contracts';
import {
  productQueryOptions,
  productsQueryOptions,
  railsQueryOptions,
} from '../features/catalogue/products';
import type { ServerData } from '../lib/server-data';
import { settingsQueryOptions } from '../lib/settings';
import { homePage, type LoadPage, productPage, productsPage } from './preloaded-pages';

/** A response of the API by its path, with a function that puts it into the query cache. */
interface PageResponse {
  readonly path: string;
  readonly setQueryData: (client: QueryClient, body: unknown, updatedAt: number) => void;
}

/** A page that the server renders: its API responses and its chunk. */
export interface ServerRenderedPage {
  readonly responses: readonly PageResponse[];
  readonly page: LoadPage;
}

function pageResponse<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  queryKey: readonly unknown[],
  toQueryData: (data: z.infer<Schema>) => unknown = (data) => data,
): PageResponse {
  return {
    path,
    setQueryData: (client, body, updatedAt) =>
      void client.setQueryData(queryKey, toQueryData(schema.parse(body)), { updatedAt }),
  };
}

const settings = pageResponse(
  '/settings/public',
  publicSettingsSchema,
  settingsQueryOptions().queryKey,
);

/** The most common landing pages are server-rendered; null for all others, which are rendered in the browser. */
export function serverRenderedPage(pathname: string, search: string): ServerRenderedPage | null {
  if (pathname === '/') {
    const rails = pageResponse('/products/rails', productRailsSchema, railsQueryOptions().queryKey);
    return { responses: [settings, rails], page: homePage };
  }
  // filtered lists are fetched by the page
  if (pathname === '/products' && search === '') {
    const { queryKey } = productsQueryOptions();
    const list = pageResponse('/products', productsPageSchema, queryKey, (page) => ({
      pages: [page],
      pageParams: [undefined],
    }));
    return { responses: [settings, list], page: productsPage };
  }
  const id = /^\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const product = pageResponse(
    `/products/${id}`,
    productDtoSchema,
    productQueryOptions(id).queryKey,
  );
  return { responses: [settings, product], page: productPage };
}

/** Hydrates the query cache with the data of a server-rendered page. */
export function fillCache(
  client: QueryClient,
  { responses }: ServerRenderedPage,
  serverData: ServerData,
  updatedAt: number,
): void {
  for (const { path, setQueryData } of responses)
    setQueryData(client, serverData.answers[path], updatedAt);
}
