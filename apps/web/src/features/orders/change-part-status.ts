import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangePartStatus,
  type DeclineReason,
  type GoodsFate,
  isLive,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  type PartStatus,
} from '#libs/contracts';
import { errorCode, request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { orderQueryOptions } from './orders';
import { orders, putOrder } from './orders.live';

export interface PartTransition {
  readonly orderId: string;
  /** The part that was on screen. */
  readonly part: OrderPart;
  readonly status: PartStatus;
  readonly details?: TransitionReason;
  /** Whether the page may be gone before the answer. */
  readonly keepalive?: boolean;
}

/** The reason of a transition, its kind where a farm declines, and an admin's further decisions. */
export interface TransitionReason {
  readonly reason: string;
  readonly declineReason?: DeclineReason;
  readonly goods?: GoodsFate;
  /** Admins only: against the transition table. */
  readonly override?: boolean;
}

/** `PATCH /orders/:id/parts/:partId`. */
export function changePartStatus({
  orderId,
  part,
  status,
  details,
  keepalive,
}: PartTransition): Promise<OrderDto> {
  return request(orderDtoSchema, `/orders/${orderId}/parts/${part._id}`, {
    method: 'PATCH',
    keepalive,
    body: {
      status,
      version: part.version,
      ...(details?.reason && { reason: details.reason }),
      ...(details?.goods && { goods: details.goods }),
      ...(details?.override && { override: true as const }),
      ...(status === 'declined' && { declineReason: details?.declineReason ?? 'other' }),
    } satisfies ChangePartStatus,
  });
}

/** Replaces a part in the query data, unless it is already newer than `seen`. */
function patchPart(client: QueryClient, orderId: string, seen: OrderPart, next: OrderPart): void {
  liveStore(client).patch(orders, orderId, (order: OrderDto) => ({
    ...order,
    parts: order.parts.map((part) =>
      part._id === seen._id && part.version === seen.version ? next : part,
    ),
  }));
}

/**
 * An optimistic status change of a part, except for its end, rolled back on an error. After a conflict the order is refetched, so that the
 * screen shows the current state.
 */
export function useChangePartStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePartStatus,
    onMutate: ({ orderId, part, status }) => {
      // an end is decided in a dialog, which stays open with what was typed until the server has agreed
      if (isLive(status)) patchPart(client, orderId, part, { ...part, status });
    },
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
    onError: async (error, { orderId, part, status }) => {
      if (isLive(status)) patchPart(client, orderId, part, part);
      const code = errorCode(error);
      if (code !== 'VERSION_CONFLICT' && code !== 'ORDER_TRANSITION_INVALID') return;
      const fresh = await client
        .fetchQuery({ ...orderQueryOptions(orderId), staleTime: 0 })
        .catch(() => null);
      if (fresh) liveStore(client).put([putOrder(fresh)]);
    },
  });
}
