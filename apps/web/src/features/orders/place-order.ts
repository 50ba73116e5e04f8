import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type OrderDto, orderDtoSchema, type PlaceOrder } from '#libs/contracts';
import { ApiError, request } from '../../lib/api';

/** `POST /orders`. The same key with the same body answers the same order, however often it is sent. */
export function placeOrder(body: PlaceOrder, idempotencyKey: string): Promise<OrderDto> {
  return request(orderDtoSchema, '/orders', {
    method: 'POST',
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

/** Whether the server has decided: then the next attempt is a new one. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && error.problem.status !== 429;
}

/**
 * Places an order once. The key of an attempt is kept until the server answers it, so that a lost answer
 * followed by another click finds the first order instead of making a second; another basket is another attempt.
 */
export function usePlaceOrder(onPlaced: (order: OrderDto) => void) {
  const attempt = useRef<{ key: string; body: string } | null>(null);
  return useMutation({
    mutationFn: async (body: PlaceOrder) => {
      const text = JSON.stringify(body);
      if (attempt.current?.body !== text) {
        attempt.current = { key: crypto.randomUUID(), body: text };
      }
      const { key } = attempt.current;
      try {
        const order = await placeOrder(body, key);
        attempt.current = null;
        return order;
      } catch (error) {
        if (isAnswer(error)) attempt.current = null;
        throw error;
      }
    },
    onSuccess: onPlaced,
  });
}
