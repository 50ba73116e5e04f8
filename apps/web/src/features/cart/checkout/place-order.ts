import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  idempotencyKeySchema,
  type OrderDto,
  orderDtoSchema,
  type PlaceOrder,
  placeOrderSchema,
} from '#libs/contracts';
import { ApiError, request } from '../../../lib/api';
import { farmsQueryOptions } from '../../../lib/farms';
import { useSession } from '../../../lib/session';
import { tabStorage } from '../../../lib/storage';
import { cartQueryOptions } from '../cart';
import { holdQueryOptions } from './hold';

/** An order on its way, under the key that makes it one order however often it is sent. */
const attemptSchema = z.object({ key: idempotencyKeySchema, body: placeOrderSchema });
type Attempt = z.infer<typeof attemptSchema>;

/** `POST /orders`. The same key with the same body answers the same order. */
function send({ key, body }: Attempt): Promise<OrderDto> {
  const headers = { 'Idempotency-Key': key };
  return request(orderDtoSchema, '/orders', { method: 'POST', body, headers });
}

/** Whether the server has decided: then the next attempt is a new one. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && error.problem.status !== 429;
}

function readAttempt(slot: string): Attempt | null {
  try {
    return attemptSchema.parse(JSON.parse(tabStorage.get(slot) ?? ''));
  } catch {
    return null;
  }
}

/**
 * Places an order once. An attempt is kept until the server answers it, over a reload too, and goes out again
 * just as it was before anything else can: what was changed meanwhile must not become a second order.
 */
export function usePlaceOrder(onPlaced: (order: OrderDto) => void) {
  const { user } = useSession();
  const slot = `order:${user?._id ?? ''}`;
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const [unanswered, setUnanswered] = useState(() => {
    attempt.current = readAttempt(slot);
    return attempt.current !== null;
  });
  const keep = (next: Attempt | null) => {
    attempt.current = next;
    if (next === null) tabStorage.remove(slot);
    else tabStorage.set(slot, JSON.stringify(next));
  };
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (body: PlaceOrder | null) => {
      if (attempt.current === null && body !== null) keep({ key: crypto.randomUUID(), body });
      if (attempt.current === null) throw new Error('there is no order to send');
      try {
        const order = await send(attempt.current);
        keep(null);
        return order;
      } catch (problem) {
        if (isAnswer(problem)) keep(null);
        throw problem;
      }
    },
    onSuccess: onPlaced,
    onError: () => {
      // what stood against it shows at its place
      for (const queryKey of [
        cartQueryOptions().queryKey,
        farmsQueryOptions().queryKey,
        holdQueryOptions().queryKey,
      ])
        void client.invalidateQueries({ queryKey });
    },
    onSettled: () => setUnanswered(attempt.current !== null),
  });
  return { place: mutate, error, isPending, unanswered };
}
