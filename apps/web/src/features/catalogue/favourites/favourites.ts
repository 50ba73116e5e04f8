import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type FavouriteFarmsPage,
  type FavouriteProductsPage,
  favouriteFarmsPageSchema,
  favouriteProductsPageSchema,
  favouritesSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api';

/** `GET /favourites`: the ids of what this customer has marked, kept in step live over tabs and devices. */
export function favouritesQueryOptions() {
  return queryOptions({
    queryKey: ['favourites'] as const,
    queryFn: ({ signal }) => request(favouritesSchema, '/favourites', { signal }),
  });
}

/** `GET /favourites/products`: what of it shoppers can still see, newest mark first. */
export function favouriteProductsQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['favourites', 'products'] as const,
    queryFn: ({ pageParam, signal }): Promise<FavouriteProductsPage> =>
      request(favouriteProductsPageSchema, '/favourites/products', {
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FavouriteProductsPage) => page.nextCursor ?? undefined,
    // what was marked since the last visit is the server's to place
    refetchOnMount: 'always',
  });
}

/** `GET /favourites/farms`, in the same way. */
export function favouriteFarmsQueryOptions() {
  return infiniteQueryOptions({
    queryKey: ['favourites', 'farms'] as const,
    queryFn: ({ pageParam, signal }): Promise<FavouriteFarmsPage> =>
      request(favouriteFarmsPageSchema, '/favourites/farms', {
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: FavouriteFarmsPage) => page.nextCursor ?? undefined,
    refetchOnMount: 'always',
  });
}
