import type { QueryClient } from '@tanstack/react-query';
import {
  productQueryOptions,
  productsQueryOptions,
  railsQueryOptions,
} from '../features/catalogue/products';
import { readFilter } from '../features/catalogue/use-products-filter';
import { farmsQueryOptions, settingsQueryOptions } from '../lib/api/public-data';
import type { ServerData } from '../lib/api/server-data';
import { type LazyPage, lazyPage } from './lazy-page';

/** The names of the responses' schemas in lib/api/schemas.ts. */
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

/** What an entry page shows: its URL's search parameters, and the id in its path. */
interface Shown {
  readonly search: URLSearchParams;
  readonly id: string;
}

/** A page where most visitors arrive. */
interface EntryPage {
  /** The router's path. */
  readonly path: string;
  /** The module of its chunk, which the browser loads beside the entry script. */
  readonly module: string;
  readonly page: LazyPage;
  /** The API responses from which the server renders it; null if it is rendered only in the browser. */
  responses(shown: Shown): readonly PageResponse[] | null;
  /** Fetches its queries in the browser while its chunk is loading. */
  prefetch(client: QueryClient, shown: Shown): void;
}

const settings: PageResponse = {
  path: '/settings/public',
  schema: 'publicSettingsSchema',
  queryKey: settingsQueryOptions().queryKey,
};

/** The pages that the server renders; the router has their routes from here. */
export const entryPages: readonly EntryPage[] = [
  {
    path: '/',
    module: 'src/app/routes/home.tsx',
    page: lazyPage(() => import('./routes/home')),
    responses: () => {
      const { queryKey } = railsQueryOptions();
      return [settings, { path: '/products/rails', schema: 'productRailsSchema', queryKey }];
    },
    prefetch: (client) => {
      void client.prefetchQuery(railsQueryOptions());
      void client.prefetchQuery(farmsQueryOptions());
    },
  },
  {
    path: '/products',
    module: 'src/app/routes/products.tsx',
    page: lazyPage(() => import('./routes/products')),
    responses: ({ search }) => {
      // filtered lists and later pages are rendered in the browser; other parameters change nothing
      if (search.has('cursor') || Object.keys(readFilter(search)).length > 0) return null;
      const { queryKey } = productsQueryOptions();
      const toQueryData = (page: unknown) => ({ pages: [page], pageParams: [undefined] });
      return [settings, { path: '/products', schema: 'productsPageSchema', queryKey, toQueryData }];
    },
    prefetch: (client, { search }) => {
      const from = search.get('cursor') ?? undefined;
      void client.prefetchInfiniteQuery(productsQueryOptions(readFilter(search), from));
    },
  },
  {
    path: '/products/:id',
    module: 'src/app/routes/product.tsx',
    page: lazyPage(() => import('./routes/product')),
    responses: ({ id }) => {
      const { queryKey } = productQueryOptions(id);
      return [settings, { path: `/products/${id}`, schema: 'productDtoSchema', queryKey }];
    },
    prefetch: (client, { id }) => void client.prefetchQuery(productQueryOptions(id)),
  },
];

/** The entry page at a location, and what it shows; null for all other pages. */
function find({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
  for (const entry of entryPages) {
    const pattern = entry.path.replace(':id', '(?<id>[0-9a-f]{24})');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    const shown = { search: new URLSearchParams(search), id: match?.groups?.id ?? '' };
    if (match) return { entry, shown };
  }
  return null;
}

/** The entry page at a location with the responses that it is rendered from; null for all other pages. */
export function entryPage(location: Pick<URL, 'pathname' | 'search'>) {
  const found = find(location);
  if (found === null) return null;
  const { module, page } = found.entry;
  return { module, page, responses: found.entry.responses(found.shown) };
}

/** Prefetches the first page's queries while its chunk is loading. */
export function prefetchPage(client: QueryClient, location: Location): void {
  void client.prefetchQuery(settingsQueryOptions());
  const found = find(location);
  found?.entry.prefetch(client, found.shown);
}

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
