import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { FavouriteKind, Id } from '#libs/contracts';
import { useKeptRows } from '../../../realtime/use-kept-rows';
import {
  favouriteFarmsQueryOptions,
  favouriteProductsQueryOptions,
  favouritesQueryOptions,
} from './favourites';

/**
 * The rows of a list of favourites. What loses its mark stays where it stands until the next visit, with an
 * empty heart to press again; what is marked elsewhere waits until the reader asks for it.
 */
function useRows<Row extends { _id: Id }>(
  kind: FavouriteKind,
  loaded: readonly Row[],
  refetch: () => Promise<unknown>,
) {
  const { data, isPending } = useQuery(favouritesQueryOptions());
  const marked = useMemo(() => data && new Set(data[kind]), [data, kind]);
  // without the marks themselves the list still says what they were when it was read
  const rows = useKeptRows(loaded, ({ _id }) => marked?.has(_id) ?? !isPending);
  // also what is marked and cannot be seen any more: no list ever has it
  const [known, setKnown] = useState<ReadonlySet<Id> | undefined>(undefined);
  useEffect(() => setKnown((now) => now ?? marked), [marked]);
  const here = new Set(loaded.map(({ _id }) => _id));
  const isNew = (id: Id) => known !== undefined && !known.has(id) && !here.has(id);
  return {
    rows,
    isPending,
    waiting: [...(marked ?? [])].filter(isNew).length,
    show: () => {
      refetch().then(
        () => setKnown(marked),
        () => undefined, // the query keeps the error
      );
    },
  };
}

/** The marked products that can still be seen. */
export function useFavouriteProducts() {
  const query = useInfiniteQuery(favouriteProductsQueryOptions());
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap((page) => page.products) ?? [], [pages]);
  return { query, ...useRows('products', loaded, query.refetch) };
}

/** The marked farms that can still be seen. */
export function useFavouriteFarms() {
  const query = useInfiniteQuery(favouriteFarmsQueryOptions());
  const pages = query.data?.pages;
  const loaded = useMemo(() => pages?.flatMap((page) => page.farms) ?? [], [pages]);
  return { query, ...useRows('farms', loaded, query.refetch) };
}

export type FavouriteRows = Pick<
  ReturnType<typeof useFavouriteProducts> | ReturnType<typeof useFavouriteFarms>,
  'query' | 'isPending' | 'waiting' | 'show'
> & { readonly rows: readonly unknown[] };
