import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type {
  AllProductsFilter,
  allProductsQueryOptions,
  ownProductsQueryOptions,
} from './product-lists';

type ListOptions =
  | ReturnType<typeof ownProductsQueryOptions>
  | ReturnType<typeof allProductsQueryOptions>;

/** A list by a filter; what the filter before it found stays on the screen until this one has found something. */
export function useListedProducts(options: ListOptions, filter: AllProductsFilter) {
  const query = useInfiniteQuery({
    ...(options as ReturnType<typeof ownProductsQueryOptions>),
    placeholderData: keepPreviousData,
  });
  const shownFor = useRef(filter);
  if (query.data !== undefined && !query.isPlaceholderData) shownFor.current = filter;
  const products = query.data?.pages.flatMap((page) => page.products) ?? [];
  const total = query.data?.pages[0]?.total ?? products.length;
  return { query, products, total, shownFor: shownFor.current };
}
