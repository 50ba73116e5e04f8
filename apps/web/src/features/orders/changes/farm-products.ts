import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Id, PAGE_SIZE, type ProductDto, type ProductsPage } from '#libs/contracts';
import { request } from '../../../lib/api/api';
import { useWatchProducts } from '../../../realtime/realtime-provider';

const schema = async () => (await import('../../../lib/api/schemas')).productsPageSchema;

/** `GET /products?farm=`: what a farm sells, by name. The key is that of a list of products, so that events keep it live. */
function farmProductsQueryOptions(farmId: Id) {
  const filter = { farm: [farmId], sort: 'name', limit: PAGE_SIZE.max } as const;
  return infiniteQueryOptions({
    queryKey: ['products', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<ProductsPage> =>
      request(schema, '/products', {
        query: { ...filter, farm: farmId, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ProductsPage) => page.nextCursor ?? undefined,
  });
}

/** Everything that a farm sells, live; `isComplete` once all of it is read. */
export function useFarmProducts(farmId: Id) {
  const query = useInfiniteQuery(farmProductsQueryOptions(farmId));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const products: readonly ProductDto[] = (query.data?.pages ?? []).flatMap(
    (page) => page.products,
  );
  useWatchProducts(products.map(({ _id }) => _id));
  return { query, products, isComplete: query.isSuccess && !hasNextPage };
}
