import { queryOptions } from '@tanstack/react-query';
import { ORDERS_FRESH_MS, packingSlipSchema } from '#libs/contracts';
import { request } from '../../../lib/api/api';

/** `GET /orders/:id/packing-slip`: the packing slip for the farm's own part. */
export function packingSlipQueryOptions(orderId: string) {
  return queryOptions({
    queryKey: ['packing-slip', orderId] as const,
    queryFn: ({ signal }) =>
      request(packingSlipSchema, `/orders/${encodeURIComponent(orderId)}/packing-slip`, { signal }),
    staleTime: ORDERS_FRESH_MS,
  });
}
