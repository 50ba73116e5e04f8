import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OrderDto } from '#libs/contracts';
import { deliveredOrdersQueryOptions, openOrdersQueryOptions } from './orders';

/** The orders on a farm's board: every open one, page after page until all are there, and the latest delivered ones. */
export function useBoardOrders() {
  const open = useInfiniteQuery(openOrdersQueryOptions());
  const delivered = useInfiniteQuery(deliveredOrdersQueryOptions());
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = open;
  // one page after the other: each response triggers the next request
  const pages = open.data?.pages.length ?? 0;
  useEffect(() => {
    if (pages > 0 && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [pages, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const orders = useMemo(() => {
    // an order that was just delivered is in both
    const byId = new Map<string, OrderDto>();
    for (const data of [delivered.data, open.data])
      for (const order of data?.pages.flatMap((page) => page.orders) ?? [])
        byId.set(order._id, order);
    return [...byId.values()];
  }, [open.data, delivered.data]);
  return {
    query: open,
    orders: open.data && delivered.isFetched ? orders : undefined,
    /** How many open orders there are; more than are shown while the rest is loading. */
    openTotal: open.data?.pages[0]?.total ?? 0,
  };
}
