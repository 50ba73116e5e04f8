import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import { type FarmRole, handOverCodesSchema } from '#libs/contracts';
import { ApiError, request } from '../../../lib/api/api';
import { liveStore } from '../../../realtime/live-store';
import { type HandedOver, handOverWays } from './hand-over-ways';

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

/** What became of a code: what was handed over, or why nothing was. */
export interface Outcome {
  readonly id: string;
  readonly code: string;
  readonly at: string;
  readonly handed?: HandedOver;
  readonly error?: unknown;
}

/** Outcomes that stay on the screen. */
const SHOWN = 20;

/**
 * Hands over by codes, one at a time, as an owner, a packer or a driver. A code that is sent again because there was no
 * answer has the same idempotency key.
 */
export function useHandOver(as: FarmRole) {
  const client = useQueryClient();
  const unanswered = useRef<{ code: string; key: string } | null>(null);
  const busy = useRef(false);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ code, key }: { code: string; key: string }) => handOverWays[as](code, key),
    onSuccess: ({ put }) => liveStore(client).put([put]),
  });
  const send = async (code: string): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    if (unanswered.current?.code !== code) unanswered.current = { code, key: nanoid() };
    const outcome = await mutateAsync(unanswered.current)
      .then(({ handed }) => ({ handed }))
      .catch((error: unknown) => ({ error }));
    if ('handed' in outcome || outcome.error instanceof ApiError) unanswered.current = null;
    busy.current = false;
    const about = { id: nanoid(), code, at: new Date().toISOString() };
    setOutcomes((now) => [{ ...about, ...outcome }, ...now].slice(0, SHOWN));
    return 'handed' in outcome;
  };
  return { send, outcomes, isPending };
}

/** `K7Q M2X`, which is easier to read out. */
export const inGroups = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;
