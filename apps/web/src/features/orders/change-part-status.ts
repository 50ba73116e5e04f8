import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChangePartStatus,
  type DeclineReason,
  type GoodsFate,
  isLive,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  orderStepsResultSchema,
  type PartStatus,
  type Problem,
} from '#libs/contracts';
import { errorCode, request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { orderQueryOptions } from './orders';
import { orders, putOrder } from './orders.live';

export interface PartTransition {
  readonly orderId: string;
  /** The part that was on screen. */
  readonly part: OrderPart;
  readonly status: PartStatus;
  readonly details?: TransitionReason;
}

/** The reason of a transition, its kind if a farm declines, and an admin's further decisions. */
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
}: PartTransition): Promise<OrderDto> {
  return request(orderDtoSchema, `/orders/${orderId}/parts/${part._id}`, {
    method: 'PATCH',
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
 * Changes the status of a part: optimistically, with a rollback on an error, unless the part is declined or cancelled.
 * After a conflict the order is refetched, so that the screen shows the current state.
 */
export function useChangePartStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changePartStatus,
    onMutate: ({ orderId, part, status }) => {
      // declining and cancelling have a dialog, which stays open with the typed text until the server confirms
      if (isLive(status)) patchPart(client, orderId, part, { ...part, status });
    },
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
    onError: async (error, step) => {
      if (isLive(step.status)) rollBack(client, step);
      if (isConflict(errorCode(error))) await refetchOrder(client, step.orderId);
    },
  });
}

/** The step of a part that was on screen. */
export type PartStep = Pick<PartTransition, 'orderId' | 'part' | 'status'>;

/**
 * The same for many parts in one request, `POST /farms/mine/order-steps`. Rolls refused steps back; resolves to a
 * result per step, which is the order or the problem.
 */
export function useChangePartStatuses() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ steps, keepalive }: { steps: readonly PartStep[]; keepalive: boolean }) =>
      (
        await request(orderStepsResultSchema, '/farms/mine/order-steps', {
          method: 'POST',
          // the page may be closed before the response
          keepalive,
          body: {
            steps: steps.map(({ orderId, part: { _id: partId, version }, status }) => ({
              orderId,
              partId,
              version,
              status,
            })),
          },
        })
      ).results,
    onMutate: ({ steps }) => {
      for (const { orderId, part, status } of steps)
        patchPart(client, orderId, part, { ...part, status });
    },
    onSuccess: async (results, { steps }) => {
      const done = results.flatMap((result) => ('order' in result ? [putOrder(result.order)] : []));
      liveStore(client).put(done);
      const conflicts: string[] = [];
      for (const [at, step] of steps.entries()) {
        const result = results[at];
        if (result === undefined || 'order' in result) continue;
        rollBack(client, step);
        if (isConflict(result.problem.code)) conflicts.push(step.orderId);
      }
      await Promise.all(conflicts.map((orderId) => refetchOrder(client, orderId)));
    },
    onError: (_, { steps }) => {
      for (const step of steps) rollBack(client, step);
    },
  });
}

const rollBack = (client: QueryClient, { orderId, part }: PartStep) =>
  patchPart(client, orderId, part, part);

const isConflict = (code: Problem['code'] | null) =>
  code === 'VERSION_CONFLICT' || code === 'ORDER_TRANSITION_INVALID';

async function refetchOrder(client: QueryClient, orderId: string): Promise<void> {
  const fresh = await client
    .fetchQuery({ ...orderQueryOptions(orderId), staleTime: 0 })
    .catch(() => null);
  if (fresh) liveStore(client).put([putOrder(fresh)]);
}
