import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import { type HandOver, handOverCodesSchema, type OrderDto, orderDtoSchema } from '#libs/contracts';
import { ApiError, request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { putOrder } from '../orders.live';

/** `GET /orders/:id/hand-over-codes`: they never change, and no event has them. */
export function handOverCodesQueryOptions(orderId: string) {
  return queryOptions({
    queryKey: ['hand-over-codes', orderId] as const,
    queryFn: ({ signal }) =>
      request(handOverCodesSchema, `/orders/${encodeURIComponent(orderId)}/hand-over-codes`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    // shown in a barn without a signal
    meta: { kept: handOverCodesSchema },
  });
}

/** What became of a code: the order, or why nothing was handed over. */
export interface Outcome {
  readonly id: string;
  readonly code: string;
  readonly at: string;
  readonly order?: OrderDto;
  readonly error?: unknown;
}

/** Outcomes that stay on the screen. */
const SHOWN = 20;

/**
 * `POST /farms/mine/hand-overs`, one code at a time. A code that is sent again because there was no answer has the same
 * idempotency key.
 */
export function useHandOver() {
  const client = useQueryClient();
  const unanswered = useRef<{ code: string; key: string } | null>(null);
  const busy = useRef(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ code, key }: { code: string; key: string }) =>
      request(orderDtoSchema, '/farms/mine/hand-overs', {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: { code } satisfies HandOver,
      }),
    onSuccess: (order) => liveStore(client).put([putOrder(order)]),
  });
  const send = async (code: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    if (unanswered.current?.code !== code) unanswered.current = { code, key: nanoid() };
    const outcome = await mutateAsync(unanswered.current)
      .then((order) => ({ order }))
      .catch((error: unknown) => ({ error }));
    if ('order' in outcome || outcome.error instanceof ApiError) unanswered.current = null;
    busy.current = false;
    const about = { id: nanoid(), code, at: new Date().toISOString() };
    setOutcomes((now) => [{ ...about, ...outcome }, ...now].slice(0, SHOWN));
    return 'order' in outcome;
  };
  return { send, outcomes, isPending };
}

/** `K7Q M2X`, which is easier to read out. */
export const inGroups = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
