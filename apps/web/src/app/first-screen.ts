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
import type { Served } from '../lib/served';
import { settingsQueryOptions } from '../lib/settings';
import { homePage, type LoadPage, productPage, productsPage } from './ready-pages';

/** An answer of the API, by its path, and its place in the cache. */
interface FirstAnswer {
  readonly path: string;
  readonly put: (client: QueryClient, body: unknown, updatedAt: number) => void;
}

/** A page that the server draws: what it is drawn from, and the file that draws it. */
export interface FirstScreen {
  readonly answers: readonly FirstAnswer[];
  readonly page: LoadPage;
}

function answer<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  queryKey: readonly unknown[],
  asCached: (data: z.infer<Schema>) => unknown = (data) => data,
): FirstAnswer {
  return {
    path,
    put: (client, body, updatedAt) =>
      void client.setQueryData(queryKey, asCached(schema.parse(body)), { updatedAt }),
  };
}

const settings = answer('/settings/public', publicSettingsSchema, settingsQueryOptions().queryKey);

/** What visitors mostly come in by; null for any other address, whose page is drawn in the browser alone. */
export function firstScreen(pathname: string, search: string): FirstScreen | null {
  if (pathname === '/') {
    const rails = answer('/products/rails', productRailsSchema, railsQueryOptions().queryKey);
    return { answers: [settings, rails], page: homePage };
  }
  // what a filter finds is asked for by the page
  if (pathname === '/products' && search === '') {
    const { queryKey } = productsQueryOptions();
    const list = answer('/products', productsPageSchema, queryKey, (page) => ({
      pages: [page],
      pageParams: [undefined],
    }));
    return { answers: [settings, list], page: productsPage };
  }
  const id = /^\/products\/([0-9a-f]{24})$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const product = answer(`/products/${id}`, productDtoSchema, productQueryOptions(id).queryKey);
  return { answers: [settings, product], page: productPage };
}

/** Lays what the server has drawn from into the cache. */
export function fillCache(
  client: QueryClient,
  { answers }: FirstScreen,
  served: Served,
  updatedAt: number,
): void {
  for (const { path, put } of answers) put(client, served.answers[path], updatedAt);
}
