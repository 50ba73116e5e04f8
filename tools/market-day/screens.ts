import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { type ProductDto, type ProductsPage, TOTAL_MAX } from '#libs/contracts';
import { productQueryOptions } from '../../apps/web/src/features/catalogue/products';
import { errorCode } from '../../apps/web/src/lib/api/api';
import { differencesOf } from './differences';

/** A query of the web app on a page: fetched once, then kept live. */
export interface Screen {
  readonly name: string;
  readonly key: QueryKey;
  /** The screen shows the last days, so after the market's midnight the first event of the new day changes it. */
  readonly daily?: true;
  /** Opens the screen; once loaded, resolves with the function that closes it. */
  show(client: QueryClient): Promise<() => void>;
  /** Fetches the query again and compares. */
  compare(client: QueryClient): Promise<string[]>;
}

/** What of a page is not live: its cursor, what was found beside it, and the number of open reports in another list. */
const NOT_LIVE = new Set(['nextCursor', 'facets', 'open']);

interface Observed {
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly error: Error | null;
}

/** A query with a single response; `view` removes fields that are not meant to be live. */
export function one<Data, Key extends QueryKey>(
  name: string,
  options: QueryObserverOptions<Data, Error, Data, Data, Key> & { queryKey: Key },
  view: (data: Data) => unknown = (data) => data,
): Screen {
  return {
    name,
    key: options.queryKey,
    show: (client) => shown(new QueryObserver(client, options)),
    async compare(client) {
      const expected = await answerOf(new QueryObserver(new QueryClient(), options).refetch());
      const seen = client.getQueryData<Data>(options.queryKey);
      return differencesOf(seen === undefined ? undefined : view(seen), view(expected));
    },
  };
}

type ListPage = { readonly nextCursor: string | null; readonly total: number };
type ListOptions<Page, Key extends QueryKey> = InfiniteQueryObserverOptions<
  Page,
  Error,
  InfiniteData<Page>,
  Key,
  string | undefined
> & { queryKey: Key };

interface ListView<Row> {
  /** Selects the rows to compare: a row that no longer matches the filter stays on the screen until the next visit. */
  readonly matches?: (row: Row) => boolean;
  /** The part of a row that is meant to be live. */
  readonly seen?: (row: Row) => unknown;
  /** Of a list whose rows end with time, which no event says. */
  readonly withoutTotal?: true;
}

/** A list, as far as the page has loaded it. */
export function list<Page extends ListPage, Row, Key extends QueryKey>(
  name: string,
  options: ListOptions<Page, Key>,
  rowsOf: (page: Page) => readonly Row[],
  { matches = () => true, seen: seenOf = (row) => row, withoutTotal }: ListView<Row> = {},
): Screen {
  const view = ({ pages }: InfiniteData<Page>, most?: number) => {
    const rows = pages.flatMap((page) => rowsOf(page).filter(matches).map(seenOf));
    const [first] = pages;
    const head = Object.entries(first ?? {}).filter(
      ([field, value]) => !NOT_LIVE.has(field) && !Array.isArray(value),
    );
    const total = withoutTotal ? 0 : (first?.total ?? 0);
    return { ...Object.fromEntries(head), total, rows: rows.slice(0, most) };
  };
  return {
    name,
    key: options.queryKey,
    show: (client) => shown(new InfiniteQueryObserver(client, options)),
    async compare(client) {
      const seen = client.getQueryData<InfiniteData<Page>>(options.queryKey);
      if (!seen) return differencesOf(undefined, 'a list');
      const model = view(seen);
      const observer = new InfiniteQueryObserver(new QueryClient(), options);
      let expected = await answerOf(observer.refetch());
      while (view(expected).rows.length < model.rows.length && expected.pages.at(-1)?.nextCursor)
        expected = await answerOf(observer.fetchNextPage());
      // A total above `TOTAL_MAX` only means "many", and events do not change it.
      const many = model.total > TOTAL_MAX && { total: model.total };
      return differencesOf(model, { ...view(expected, model.rows.length), ...many });
    },
  };
}

/** A page of the shop: each card is live, but the server's order changes only with the next visit. */
export function cards<Key extends QueryKey>(
  name: string,
  options: ListOptions<ProductsPage, Key>,
): Screen {
  return {
    ...list(name, options, ({ products }) => products),
    async compare(client) {
      const seen = client.getQueryData<InfiniteData<ProductsPage>>(options.queryKey);
      const products = seen?.pages.flatMap((page) => page.products) ?? [];
      const expected = await Promise.all(products.map(({ _id }) => productNow(_id)));
      return products.flatMap((product, at) => {
        const now = expected[at];
        // a product no longer for sale stays on the screen, marked as such
        return !now && product.status !== 'live' ? [] : differencesOf(product, now);
      });
    },
  };
}

async function productNow(id: string): Promise<ProductDto | undefined> {
  const observer = new QueryObserver(new QueryClient(), productQueryOptions(id));
  const { data, error } = await observer.refetch();
  if (error && errorCode(error) !== 'PRODUCT_NOT_FOUND') throw error;
  return data;
}

function shown(observer: {
  subscribe(listener: (result: Observed) => void): () => void;
  getCurrentResult(): Observed;
}): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const look = ({ isSuccess, isError, error }: Observed) => {
      if (isSuccess) resolve(end);
      else if (isError) reject(error ?? new Error('it could not be loaded'));
    };
    const end = observer.subscribe(look);
    look(observer.getCurrentResult());
  });
}

async function answerOf<Data>(
  asked: Promise<{ readonly data: Data | undefined; readonly error: Error | null }>,
): Promise<Data> {
  const { data, error } = await asked;
  if (error) throw error;
  if (data === undefined) throw new Error('the answer is empty');
  return data;
}
