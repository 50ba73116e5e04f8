import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OrderDto, PartDay } from '#libs/contracts';
import { deliveredOrdersQueryOptions, openOrdersQueryOptions } from './orders';
import { isOnDay } from './orders.live';

/** Every open order of a farm, page after page until all are there. */
export function useOpenOrders() {
  const open = useInfiniteQuery(openOrdersQueryOptions());
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = open;
  // one page after the other: each response triggers the next request
  const pages = open.data?.pages.length ?? 0;
  useEffect(() => {
    if (pages > 0 && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [pages, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return open;
}

/** The orders on a farm's board, of one day or of all: the open ones, and the latest delivered ones. */
export function useBoardOrders(day?: PartDay) {
  const open = useOpenOrders();
  const delivered = useInfiniteQuery(deliveredOrdersQueryOptions(day));
  const ofEveryDay = useMemo(() => open.data?.pages.flatMap((page) => page.orders), [open.data]);
  const orders = useMemo(() => {
    const latest = delivered.data?.pages.flatMap((page) => page.orders) ?? [];
    // an order that was just delivered is in both
    const byId = new Map<string, OrderDto>();
    for (const order of [...latest, ...(ofEveryDay ?? [])])
      if (order.parts.some((part) => isOnDay(part, day))) byId.set(order._id, order);
    return [...byId.values()];
  }, [ofEveryDay, delivered.data, day]);
  return {
    query: open,
    orders: open.data && delivered.isFetched ? orders : undefined,
    ofEveryDay,
    /** How many open orders there are; more than are shown while the rest is loading. */
    openTotal: open.data?.pages[0]?.total ?? 0,
    deliveredTotal: delivered.data?.pages[0]?.total ?? 0,
  };
}
