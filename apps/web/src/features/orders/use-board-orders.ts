import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OrderDto, OrderPart, PartDay } from '#libs/contracts';
import { serverNow } from '../../lib/api/server-clock';
import {
  deliveredOrdersQueryOptions,
  endedOrdersQueryOptions,
  openOrdersQueryOptions,
} from './orders';
import { isOnDay } from './orders.live';
import { useSeenChanges } from './shorts/seen-changes';

/** Every open order of a farm, page after page until all are there. */
export function useOpenOrders() {
  const open = useInfiniteQuery(openOrdersQueryOptions());
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = open;
  // one page after the other: each response triggers the next request, once for all who use it
  const pages = open.data?.pages.length ?? 0;
  useEffect(() => {
    if (pages > 0 && hasNextPage && !isFetching && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false });
  }, [pages, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return open;
}

/** How long the board shows an order that others cancelled, on a device where nobody has seen it. */
const CANCELLED_SHOWN_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * The orders on a farm's board, of one day or of all: the open ones, the latest delivered ones, and those that others
 * cancelled and the farm has not seen.
 */
export function useBoardOrders(day?: PartDay) {
  const open = useOpenOrders();
  const delivered = useInfiniteQuery(deliveredOrdersQueryOptions(day));
  const ended = useInfiniteQuery(endedOrdersQueryOptions(day));
  const { unseen } = useSeenChanges();
  const cancelled = useMemo(() => {
    const since = new Date(serverNow() - CANCELLED_SHOWN_MS).toISOString();
    const isShown = (part: OrderPart) => unseen(part).some(({ at }) => at > since);
    const orders = ended.data?.pages.flatMap((page) => page.orders) ?? [];
    return orders.filter(({ parts }) => parts.some(isShown));
  }, [ended.data, unseen]);
  const ofEveryDay = useMemo(() => open.data?.pages.flatMap((page) => page.orders), [open.data]);
  const orders = useMemo(() => {
    const latest = delivered.data?.pages.flatMap((page) => page.orders) ?? [];
    // an order that was just delivered is in both
    const byId = new Map<string, OrderDto>();
    for (const order of [...cancelled, ...latest, ...(ofEveryDay ?? [])])
      if (order.parts.some((part) => isOnDay(part, day))) byId.set(order._id, order);
    return [...byId.values()];
  }, [ofEveryDay, delivered.data, cancelled, day]);
  return {
    query: open,
    orders: open.data && delivered.isFetched && ended.isFetched ? orders : undefined,
    ofEveryDay,
    /** How many open orders there are; more than are shown while the rest is loading. */
    openTotal: open.data?.pages[0]?.total ?? 0,
    deliveredTotal: delivered.data?.pages[0]?.total ?? 0,
  };
}
