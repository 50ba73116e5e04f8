import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FarmStep,
  type OrderDto,
  type OrderPart,
  orderDtoSchema,
  orderStepsResultSchema,
  type Problem,
  type TakeStep,
} from '#libs/contracts';
import { errorCode, request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { orderQueryOptions } from './orders';
import { orders, putOrder } from './orders.live';

/** The farm's next step with a part that was on screen. */
export interface PartStep {
  readonly orderId: string;
  readonly part: OrderPart;
  readonly status: FarmStep;
}

/** `PATCH /orders/:id/parts/:partId`. */
function takeStep({ orderId, part, status }: PartStep): Promise<OrderDto> {
  return request(orderDtoSchema, `/orders/${orderId}/parts/${part._id}`, {
    method: 'PATCH',
    body: { status, version: part.version } satisfies TakeStep,
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
 * Takes a step: optimistically, with a rollback on an error. After a conflict the order is refetched, so that the screen
 * shows the current state.
 */
export function useTakeStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: takeStep,
    onMutate: ({ orderId, part, status }) => patchPart(client, orderId, part, { ...part, status }),
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
    onError: async (error, step) => {
      rollBack(client, step);
      if (isConflict(errorCode(error))) await refetchOrder(client, step.orderId);
    },
  });
}

/**
 * The same for many parts in one request, `POST /farms/mine/order-steps`. Rolls refused steps back; resolves to a
 * result per step, which is the order or the problem.
 */
export function useTakeSteps() {
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

/** Whether somebody else has changed the part meanwhile. */
export const isConflict = (code: Problem['code'] | null) =>
  code === 'VERSION_CONFLICT' || code === 'ORDER_TRANSITION_INVALID' || code === 'ORDER_CLOSED';

export async function refetchOrder(client: QueryClient, orderId: string): Promise<void> {
  const fresh = await client
    .fetchQuery({ ...orderQueryOptions(orderId), staleTime: 0 })
    .catch(() => null);
  if (fresh) liveStore(client).put([putOrder(fresh)]);
}
