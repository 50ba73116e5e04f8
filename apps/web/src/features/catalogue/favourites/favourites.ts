import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  type FavouriteFarmsPage,
  type FavouriteProductsPage,
  favouriteFarmsPageSchema,
  favouriteProductsPageSchema,
  favouritesSchema,
} from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /favourites`: the ids of the customer's favourites, live across tabs and devices. */
export function favouritesQueryOptions() {
  return queryOptions({
    queryKey: ['favourites'] as const,
    queryFn: ({ signal }) => request(favouritesSchema, '/favourites', { signal }),
  });
}

/** `GET /favourites/products`: those that are still public, newest favourite first. */
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
    // only the server knows the position of new favourites
    refetchOnMount: 'always',
  });
}

/** `GET /favourites/farms`: the same for farms. */
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
