import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangePartStatus,
  type DeclineReason,
  type GoodsFate,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  type PartStatus,
} from '#libs/contracts';
import { errorCode, request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { orderQueryOptions } from './orders';
import { orders, putOrder } from './orders.live';

export interface PartStep {
  readonly orderId: string;
  /** The part as the reader saw it. */
  readonly part: OrderPart;
  readonly status: PartStatus;
  readonly why?: StepReason;
}

/** Why a step is taken: in words, of which kind where a farm declines, and what an admin decides beside it. */
export interface StepReason {
  readonly reason: string;
  readonly declineReason?: DeclineReason;
  readonly goods?: GoodsFate;
  /** Admins only: against the usual order of steps. */
  readonly override?: boolean;
}

/** `PATCH /orders/:id/parts/:partId`. */
export function changePartStatus({ orderId, part, status, why }: PartStep): Promise<OrderDto> {
  return request(orderDtoSchema, `/orders/${orderId}/parts/${part._id}`, {
    method: 'PATCH',
    body: {
      status,
      version: part.version,
      ...(why?.reason && { reason: why.reason }),
      ...(why?.goods && { goods: why.goods }),
      ...(why?.override && { override: true as const }),
      ...(status === 'declined' && { declineReason: why?.declineReason ?? 'other' }),
    } satisfies ChangePartStatus,
  });
}

/** Replaces a part, but only while nothing newer than `seen` has come in. */
function showPart(client: QueryClient, orderId: string, seen: OrderPart, shown: OrderPart): void {
  liveStore(client).edit(orders, orderId, (order: OrderDto) => ({
    ...order,
    parts: order.parts.map((part) =>
      part._id === seen._id && part.version === seen.version ? shown : part,
    ),
  }));
}

/**
 * Takes one step with a part: shown at once, taken back when the server refuses. After a refusal because
 * of the version, the order is read again, so that the reader sees what happened meanwhile.
 */
export function useChangePartStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePartStatus,
    onMutate: ({ orderId, part, status }) => {
      showPart(client, orderId, part, { ...part, status });
    },
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
    onError: async (error, { orderId, part }) => {
      showPart(client, orderId, part, part);
      const code = errorCode(error);
      if (code !== 'VERSION_CONFLICT' && code !== 'ORDER_TRANSITION_INVALID') return;
      const fresh = await client
        .fetchQuery({ ...orderQueryOptions(orderId), staleTime: 0 })
        .catch(() => null);
      if (fresh) liveStore(client).put([putOrder(fresh)]);
    },
  });
}
