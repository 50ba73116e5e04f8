import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type CheckoutPayment,
  checkoutPaymentSchema,
  idempotencyKeySchema,
  idSchema,
  type OrderDto,
  orderDtoSchema,
  payCheckoutSchema,
  placeOrderSchema,
} from '#libs/contracts';
import {
  type CardForm,
  confirmPayment,
  currentPaymentQueryOptions,
  heldPayment,
  PaymentRefused,
} from '../../../entities/cards';
import { ApiError, request } from '../../../lib/api/api';
import { settingsQueryOptions } from '../../../lib/api/public-data';
import { sessionStore } from '../../../lib/browser/storage';
import { useSession } from '../../../lib/session/session';
import { cartQueryOptions } from '../cart';
import { holdQueryOptions } from './hold';

/** An order as its customer has decided on it. */
const newOrderSchema = z.object({
  body: placeOrderSchema,
  /** How a card pays it: by a new payment, or by one that has begun. */
  payment: z.optional(
    z.union([
      z.pick(payCheckoutSchema, { card: true, total: true }),
      z.strictObject({ begun: idSchema }),
    ]),
  ),
});
export type NewOrder = z.infer<typeof newOrderSchema>;
/** With its idempotency key. */
const attemptSchema = z.extend(newOrderSchema, { key: idempotencyKeySchema });
type Attempt = z.infer<typeof attemptSchema>;

/** `POST /orders`. The same key with the same body returns the same order. */
function send({ key, body }: Attempt): Promise<OrderDto> {
  const headers = { 'Idempotency-Key': key };
  return request(orderDtoSchema, '/orders', { method: 'POST', body, headers });
}

/** `POST /checkout/payments`, likewise; or asks about the payment that has begun. */
function pay({ key, body, payment }: Attempt): Promise<CheckoutPayment> {
  if (payment !== undefined && 'begun' in payment) return confirmPayment(payment.begun);
  return request(checkoutPaymentSchema, '/checkout/payments', {
    method: 'POST',
    body: { order: body, ...payment },
    headers: { 'Idempotency-Key': `${key}-pay` },
  });
}

/** Whether the server has refused the order: the next attempt is then a new order. */
function isFinal(error: unknown, { payment }: Attempt): boolean {
  if (error instanceof PaymentRefused) return true;
  if (!(error instanceof ApiError) || error.problem.status >= 500) return false;
  // a payment that arrived before too many did is found again
  return error.problem.status !== 429 || (payment !== undefined && 'card' in payment);
}

function readAttempt(slot: string): Attempt | null {
  try {
    return attemptSchema.parse(JSON.parse(sessionStore.get(slot) ?? ''));
  } catch {
    return null;
  }
}

/** What an attempt waits for. */
export type OrderStep = 'paying' | 'placing';

/**
 * Places an order exactly once; the money of an order by card is held before. An attempt is stored until the server
 * responds, also across a reload, and is retried unchanged before another order can be sent: later changes must not become
 * a second order.
 */
export function usePlaceOrder(card: CardForm, onPlaced: (order: OrderDto) => void) {
  const { user } = useSession();
  const slot = `order:${user?._id ?? ''}`;
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const sending = useRef(false);
  const isGone = useRef(false);
  const [step, setStep] = useState<OrderStep>('placing');
  const [unconfirmed, setUnconfirmed] = useState<OrderStep | null>(() => {
    attempt.current = readAttempt(slot);
    return unconfirmedStep(attempt.current);
  });
  const storeAttempt = (next: Attempt | null) => {
    attempt.current = next;
    if (next === null) sessionStore.remove(slot);
    else sessionStore.set(slot, JSON.stringify(next));
  };
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: async (order: NewOrder | null) => {
      if (attempt.current === null && order !== null) storeAttempt({ ...order, key: nanoid() });
      if (attempt.current === null) throw new Error('there is no order to send');
      try {
        if (attempt.current.payment !== undefined) {
          setStep('paying');
          const payment = await pay(attempt.current);
          storeAttempt({ ...attempt.current, payment: { begun: payment._id } });
          await heldPayment(payment, card.answer);
          // who has left the checkout orders nothing; the payment ends with the hold
          if (isGone.current) throw new PaymentRefused('left');
        }
        setStep('placing');
        const placed = await send(attempt.current);
        storeAttempt(null);
        return placed;
      } catch (problem) {
        if (isFinal(problem, attempt.current)) storeAttempt(null);
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
        currentPaymentQueryOptions().queryKey,
        ['calendars'],
        ['credit', 'balance'],
        settingsQueryOptions().queryKey,
      ])
        void client.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      sending.current = false;
      setUnconfirmed(unconfirmedStep(attempt.current));
    },
  });
  const place = (order: NewOrder | null) => {
    // a second click can come before the render that disables the button
    if (sending.current) return;
    sending.current = true;
    mutate(order);
  };
  const latest = useRef(place);
  useEffect(() => {
    latest.current = place;
  });
  useEffect(() => {
    isGone.current = false;
    // a payment goes on after a reload, where its bank may still ask
    if (attempt.current?.payment !== undefined) latest.current(null);
    return () => {
      isGone.current = true;
    };
  }, []);
  return { place, forgetRefusal: reset, error, isPending, step, unconfirmed };
}

const unconfirmedStep = (attempt: Attempt | null): OrderStep | null =>
  attempt && (attempt.payment === undefined ? 'placing' : 'paying');
