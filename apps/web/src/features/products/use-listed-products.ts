import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type {
  AllProductsFilter,
  allProductsQueryOptions,
  ownProductsQueryOptions,
} from './product-queries';

type ListOptions =
  | ReturnType<typeof ownProductsQueryOptions>
  | ReturnType<typeof allProductsQueryOptions>;

/** A filtered list. Shows the previous filter's products while those of a new one are loading. */
export function useListedProducts(options: ListOptions, filter: AllProductsFilter) {
  const query = useInfiniteQuery({
    ...(options as ReturnType<typeof ownProductsQueryOptions>),
    placeholderData: keepPreviousData,
  });
  const shownFilter = useRef(filter);
  if (query.data !== undefined && !query.isPlaceholderData) shownFilter.current = filter;
  const products = query.data?.pages.flatMap((page) => page.products) ?? [];
  const total = query.data?.pages[0]?.total ?? products.length;
  return { query, products, total, shownFor: shownFilter.current };
}
