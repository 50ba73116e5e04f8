import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef } from 'react';
import {
  type FarmStep,
  type PackingShort,
  packingOrderDtoSchema,
  packingOrdersSchema,
  stopDtoSchema,
  stopsSchema,
  type TakeStep,
} from '#libs/contracts';
import { packingOrders, stops } from '../../entities/crew-orders';
import { ApiError, request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';

/** `GET /farms/mine/packing-orders`: every open order of the farm, as its packers see them. */
export function packingOrdersQueryOptions() {
  return queryOptions({
    queryKey: ['packing-orders'] as const,
    meta: { kept: packingOrdersSchema },
    queryFn: ({ signal }) => request(packingOrdersSchema, '/farms/mine/packing-orders', { signal }),
  });
}

/** `GET /farms/mine/stops`: today's deliveries of the farm, as its drivers see them. */
export function stopsQueryOptions() {
  return queryOptions({
    queryKey: ['stops'] as const,
    meta: { kept: stopsSchema },
    queryFn: ({ signal }) => request(stopsSchema, '/farms/mine/stops', { signal }),
  });
}

/** A step with an order that was on screen. */
interface CrewStep {
  readonly _id: string;
  readonly status: FarmStep;
  /** Of the part that was shown. */
  readonly version: number;
}

const bodyOf = ({ status, version }: CrewStep): TakeStep => ({ status, version });

/** `POST /farms/mine/packing-orders/:id/steps`. After an error the list is read again. */
export function usePack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: CrewStep) =>
      request(packingOrderDtoSchema, `/farms/mine/packing-orders/${step._id}/steps`, {
        method: 'POST',
        body: bodyOf(step),
      }),
    onSuccess: (order) => liveStore(client).put([packingOrders.of(order)]),
    onError: () => client.invalidateQueries(packingOrdersQueryOptions()),
  });
}

/** What is missing of an order that was on screen. */
interface Short extends PackingShort {
  readonly _id: string;
}

/** `POST /farms/mine/packing-orders/:id/shorts`. After an error the list is read again. */
export function useShort() {
  const client = useQueryClient();
  const key = useRef(nanoid());
  return useMutation({
    mutationFn: ({ _id, ...body }: Short) =>
      request(packingOrderDtoSchema, `/farms/mine/packing-orders/${_id}/shorts`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key.current },
        body: body satisfies PackingShort,
      }),
    onSuccess: (order) => {
      key.current = nanoid();
      liveStore(client).put([packingOrders.of(order)]);
    },
    onError: (error) => {
      // without an answer, the next try is the same request
      if (error instanceof ApiError) key.current = nanoid();
      return client.invalidateQueries(packingOrdersQueryOptions());
    },
  });
}

/** `POST /farms/mine/stops/:id/steps`. After an error the round is read again. */
export function useDeliver() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: CrewStep) =>
      request(stopDtoSchema, `/farms/mine/stops/${step._id}/steps`, {
        method: 'POST',
        body: bodyOf(step),
      }),
    onSuccess: (stop) => liveStore(client).put([stops.of(stop)]),
    onError: () => client.invalidateQueries(stopsQueryOptions()),
  });
}
