import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  ORDERS_FRESH_MS,
  type OrderDto,
  type OrdersFilter,
  type OrdersPage,
  orderDaysSchema,
  orderDtoSchema,
  ordersPageSchema,
  type PartDay,
  type PickListQuery,
  packingSlipSchema,
  packingSlipsSchema,
  pickListSchema,
  runSheetSchema,
} from '#libs/contracts';
import { request } from '../../lib/api/api';

/** `GET /orders`, newest first: the customer's own, the own farm's, or all for admins. */
export function ordersQueryOptions(filter: OrdersFilter & { limit?: number } = {}) {
  return infiniteQueryOptions({
    queryKey: ['orders', 'list', filter] as const,
    queryFn: ({ pageParam, signal }): Promise<OrdersPage> =>
      request(ordersPageSchema, '/orders', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: OrdersPage) => page.nextCursor ?? undefined,
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: ordersPageSchema },
  });
}

/** The most orders that the API returns at once. */
const PAGE_MAX = 100;
/** How many delivered orders a board shows. */
export const DELIVERED_SHOWN = 8;
/** Of how many ended orders a board looks whether its farm has seen it. */
const ENDED_LOADED = 50;

/** A farm's orders whose part is not delivered, declined or cancelled. */
export const openOrdersQueryOptions = () =>
  ordersQueryOptions({ status: 'Processing', limit: PAGE_MAX });
/** The latest orders that a farm has delivered, of one day or of all. */
export const deliveredOrdersQueryOptions = (day?: PartDay) =>
  ordersQueryOptions({ status: 'Delivered', ...(day && { day }), limit: DELIVERED_SHOWN });

/** The latest orders of which the farm's part is cancelled or declined, of one day or of all. */
export const endedOrdersQueryOptions = (day?: PartDay) =>
  ordersQueryOptions({ status: 'Cancelled', ...(day && { day }), limit: ENDED_LOADED });

/** `GET /orders/:id`. */
export function orderQueryOptions(id: string) {
  return queryOptions({
    queryKey: ['orders', 'detail', id] as const,
    queryFn: ({ signal }): Promise<OrderDto> =>
      request(orderDtoSchema, `/orders/${encodeURIComponent(id)}`, { signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: orderDtoSchema },
  });
}

/** `GET /orders/:id/packing-slip`: the packing slip for the farm's own part. */
export function packingSlipQueryOptions(orderId: string) {
  return queryOptions({
    queryKey: ['packing-slip', orderId] as const,
    queryFn: ({ signal }) =>
      request(packingSlipSchema, `/orders/${encodeURIComponent(orderId)}/packing-slip`, { signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: packingSlipSchema },
  });
}

/** `GET /farms/mine/pick-list`: the goods to pick, by product and by order. */
export function pickListQueryOptions(query: PickListQuery) {
  return queryOptions({
    queryKey: ['pick-list', 'list', query] as const,
    queryFn: ({ signal }) =>
      request(pickListSchema, '/farms/mine/pick-list', { query: { ...query }, signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: pickListSchema },
  });
}

/** `GET /farms/mine/order-days`: the day of each open part of the farm. */
export function orderDaysQueryOptions() {
  return queryOptions({
    queryKey: ['order-days'] as const,
    queryFn: ({ signal }) => request(orderDaysSchema, '/farms/mine/order-days', { signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: orderDaysSchema },
  });
}

/** `GET /farms/mine/packing-slips`: the slips of the parts to pack, of one day or of all. */
export function packingSlipsQueryOptions(day?: PartDay) {
  return queryOptions({
    queryKey: ['packing-slips', 'list', { day }] as const,
    queryFn: ({ signal }) =>
      request(packingSlipsSchema, '/farms/mine/packing-slips', { query: { day }, signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: packingSlipsSchema },
  });
}

/** `GET /farms/mine/run-sheet`: the deliveries in the order of a round, of one day or of all. */
export function runSheetQueryOptions(day?: PartDay) {
  return queryOptions({
    queryKey: ['run-sheet', 'list', { day }] as const,
    queryFn: ({ signal }) =>
      request(runSheetSchema, '/farms/mine/run-sheet', { query: { day }, signal }),
    staleTime: ORDERS_FRESH_MS,
    meta: { kept: runSheetSchema },
  });
}
