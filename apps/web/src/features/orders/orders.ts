import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  ORDERS_FRESH_MS,
  type OrderDto,
  type OrderStatus,
  type OrdersPage,
  orderDtoSchema,
  ordersPageSchema,
} from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys } from '../../realtime/cache';

export interface OrdersFilter {
  status?: OrderStatus;
  limit?: number;
}

/** `GET /orders`, newest first: the reader's own, the own farm's, or all. */
export function ordersQueryOptions(filter: OrdersFilter = {}) {
  return infiniteQueryOptions({
    queryKey: cacheKeys.orders(filter),
    queryFn: ({ pageParam, signal }): Promise<OrdersPage> =>
      request(ordersPageSchema, '/orders', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: OrdersPage) => page.nextCursor ?? undefined,
    staleTime: ORDERS_FRESH_MS,
  });
}

/** `GET /orders/:id`. */
export function orderQueryOptions(id: string) {
  return queryOptions({
    queryKey: cacheKeys.order(id),
    queryFn: ({ signal }): Promise<OrderDto> =>
      request(orderDtoSchema, `/orders/${encodeURIComponent(id)}`, { signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}
