import { queryOptions } from '@tanstack/react-query';
import { type Id, ORDERS_FRESH_MS, orderReceiptSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /orders/:id/receipt`. */
export function receiptQueryOptions(orderId: Id) {
  return queryOptions({
    queryKey: ['receipt', orderId] as const,
    queryFn: ({ signal }) =>
      request(orderReceiptSchema, `/orders/${encodeURIComponent(orderId)}/receipt`, { signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}
