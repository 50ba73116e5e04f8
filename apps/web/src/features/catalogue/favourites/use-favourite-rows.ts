import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { FavouriteKind, Id } from '#libs/contracts';
import { useKeptRows } from '../../../lib/lists/use-stable-rows';
import {
  favouriteFarmsQueryOptions,
  favouriteProductsQueryOptions,
  favouritesQueryOptions,
} from './favourites';

/**
 * The rows of a list of favourites. A removed favourite keeps its row until the next visit, so that it can be added
 * again; favourites that are added elsewhere stay pending until the user shows them.
 */
function useRows<Row extends { _id: Id }>(
  kind: FavouriteKind,
  loaded: readonly Row[],
  refetch: () => Promise<unknown>,
) {
  const { data, isPending } = useQuery(favouritesQueryOptions());
  const marked = useMemo(() => data && new Set(data[kind]), [data, kind]);
  // if the ids fail to load, the rows are the favourites of when they were fetched
  const rows = useKeptRows(loaded, ({ _id }) => marked?.has(_id) ?? !isPending);
  // includes favourites that are not public any more: no list contains them
  const [known, setKnown] = useState<ReadonlySet<Id> | undefined>(undefined);
  useEffect(() => setKnown((now) => now ?? marked), [marked]);
  const loadedIds = new Set(loaded.map(({ _id }) => _id));
  const isNew = (id: Id) => known !== undefined && !known.has(id) && !loadedIds.has(id);
  return {
    rows,
    isPending,
    pending: [...(marked ?? [])].filter(isNew).length,
    showPending: () => {
      refetch().then(
        () => setKnown(marked),
        () => undefined, // the query keeps the error
      );
    },
  };
}

/** The favourite products that are still public. */
export function useFavouriteProducts() {
  const query = useInfiniteQuery(favouriteProductsQueryOptions());
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap((page) => page.products) ?? [], [pages]);
  return { query, ...useRows('products', loaded, query.refetch) };
}

/** The favourite farms that are still public. */
export function useFavouriteFarms() {
  const query = useInfiniteQuery(favouriteFarmsQueryOptions());
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap((page) => page.farms) ?? [], [pages]);
  return { query, ...useRows('farms', loaded, query.refetch) };
}

export type FavouriteRows = Pick<
  ReturnType<typeof useFavouriteProducts> | ReturnType<typeof useFavouriteFarms>,
  'query' | 'isPending' | 'pending' | 'showPending'
> & { readonly rows: readonly unknown[] };
