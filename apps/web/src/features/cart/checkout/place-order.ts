import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  idempotencyKeySchema,
  type OrderDto,
  orderDtoSchema,
  type PlaceOrder,
  placeOrderSchema,
} from '#libs/contracts';
import { ApiError, request } from '../../../lib/api/api';
import { sessionStore } from '../../../lib/browser/storage';
import { useSession } from '../../../lib/session/session';
import { cartQueryOptions } from '../cart';
import { holdQueryOptions } from './hold';

/** An order request with its idempotency key. */
const attemptSchema = z.object({ key: idempotencyKeySchema, body: placeOrderSchema });
type Attempt = z.infer<typeof attemptSchema>;

/** `POST /orders`. The same key with the same body returns the same order. */
function send({ key, body }: Attempt): Promise<OrderDto> {
  const headers = { 'Idempotency-Key': key };
  return request(orderDtoSchema, '/orders', { method: 'POST', body, headers });
}

/** Whether the server has refused the order: the next attempt is then a new order. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && error.problem.status !== 429;
}

function readAttempt(slot: string): Attempt | null {
  try {
    return attemptSchema.parse(JSON.parse(sessionStore.get(slot) ?? ''));
  } catch {
    return null;
  }
}

/**
 * Places an order exactly once. An attempt is stored until the server responds, also across a reload, and is retried
 * unchanged before another order can be sent: later changes must not become a second order.
 */
export function usePlaceOrder(onPlaced: (order: OrderDto) => void) {
  const { user } = useSession();
  const slot = `order:${user?._id ?? ''}`;
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const sending = useRef(false);
  const [unconfirmed, setUnconfirmed] = useState(() => {
    attempt.current = readAttempt(slot);
    return attempt.current !== null;
  });
  const storeAttempt = (next: Attempt | null) => {
    attempt.current = next;
    if (next === null) sessionStore.remove(slot);
    else sessionStore.set(slot, JSON.stringify(next));
  };
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: async (body: PlaceOrder | null) => {
      if (attempt.current === null && body !== null) storeAttempt({ key: nanoid(), body });
      if (attempt.current === null) throw new Error('there is no order to send');
      try {
        const order = await send(attempt.current);
        storeAttempt(null);
        return order;
      } catch (problem) {
        if (isFinal(problem)) storeAttempt(null);
        throw problem;
      }
    },
    onSuccess: onPlaced,
    onError: () => {
      // refetches the data that may show the reason
      for (const queryKey of [
        cartQueryOptions().queryKey,
        ['farms', 'of'],
        holdQueryOptions().queryKey,
        ['calendars'],
      ])
        void client.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      sending.current = false;
      setUnconfirmed(attempt.current !== null);
    },
  });
  const place = (body: PlaceOrder | null) => {
    // a second click can come before the render that disables the button
    if (sending.current) return;
    sending.current = true;
    mutate(body);
  };
  return { place, forgetRefusal: reset, error, isPending, unconfirmed };
}
