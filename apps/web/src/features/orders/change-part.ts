import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { type ChangePart, type OrderDto, type OrderPart, orderDtoSchema } from '#libs/contracts';
import { errorCode, request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putOrder } from './orders.live';
import { isConflict, refetchOrder } from './take-step';

/** Other amounts of a part's lines, or its end. */
export interface PartEdit {
  readonly orderId: string;
  /** The part that was on screen. */
  readonly part: Pick<OrderPart, '_id' | 'version'>;
  readonly change: Omit<ChangePart, 'version'>;
  /** Whether the request outlives the page. */
  readonly keepalive?: boolean;
}

/** `POST /orders/:id/parts/:partId/changes`. */
function changePart({ orderId, part, change, keepalive }: PartEdit): Promise<OrderDto> {
  return request(orderDtoSchema, `/orders/${orderId}/parts/${part._id}/changes`, {
    method: 'POST',
    headers: { 'Idempotency-Key': nanoid() },
    body: { version: part.version, ...change } satisfies ChangePart,
    keepalive,
  });
}

/**
 * Changes a part. Not optimistic: what is typed stays on the screen until the server confirms. After a conflict the
 * order is refetched, so that the screen shows the current state.
 */
export function useChangePart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePart,
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
    onError: async (error, { orderId }) => {
      if (isConflict(errorCode(error))) await refetchOrder(client, orderId);
    },
  });
}
