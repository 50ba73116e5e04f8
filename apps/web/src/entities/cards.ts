import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type CheckoutPayment,
  checkoutPaymentSchema,
  currentPaymentSchema,
  type Id,
  type PayCheckout,
  savedCardsSchema,
} from '#libs/contracts';
import { request } from '../lib/api/api';

/** A new card as its provider's tokens, or a saved one. */
export type Card = PayCheckout['card'];

/** How a page lets its customer choose a card, and answer what its bank asks. */
export interface CardForm {
  /** `cents` is what is to be paid. */
  readonly fields: (cents: number) => ReactNode;
  /** What a bank asks now. */
  readonly challenge: ReactNode;
  /** Why there is no card yet; null if there is one. */
  readonly disabledReason: string | null;
  /**
   * The chosen card, to make up to so many payments, one for each farm; null if there is none, and the fields say why.
   */
  readonly collect: (payments: number) => Promise<Card | null>;
  /** Shows what a bank asks; resolves to whether the customer has answered. */
  readonly answer: (challenge: string) => Promise<boolean>;
  /** Ends the open challenge: its payment has come to an end. */
  readonly endChallenge: () => void;
}

/** `GET /cards`: the customer's saved cards. */
export function savedCardsQueryOptions() {
  return queryOptions({
    queryKey: ['cards'] as const,
    queryFn: ({ signal }) => request(savedCardsSchema, '/cards', { signal }),
  });
}

/** `GET /checkout/payments/current`; refetched at every visit, because its customer may have paid in another tab. */
export function currentPaymentQueryOptions() {
  return queryOptions({
    queryKey: ['payment'] as const,
    queryFn: ({ signal }) =>
      request(currentPaymentSchema, '/checkout/payments/current', { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** `POST /checkout/payments/:id/confirm`: asks the provider, and waits some seconds for it. */
export function confirmPayment(id: Id): Promise<CheckoutPayment> {
  return request(checkoutPaymentSchema, `/checkout/payments/${id}/confirm`, { method: 'POST' });
}

/** Why a payment holds nothing. `left`: its customer has not answered the bank, and still can. */
export class PaymentRefused extends Error {
  constructor(
    readonly reason: 'declined' | 'ended' | 'left',
    /** The bank's reason, in the words of `DeclineCode`. */
    readonly code: string | null = null,
  ) {
    super(`the payment was not made: ${reason}`);
    this.name = 'PaymentRefused';
  }
}

/** Milliseconds before a question is repeated. */
const ASK_AGAIN_MS = 1_500;
const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));

/**
 * Follows a payment until its money is held: asks while the provider has no answer, and lets the customer answer one
 * challenge after the other. Throws {@link PaymentRefused}.
 */
export async function heldPayment(
  payment: CheckoutPayment,
  answer: CardForm['answer'],
): Promise<CheckoutPayment> {
  let now = payment;
  let answered: string | undefined;
  for (;;) {
    const [challenge] = now.challenges;
    switch (now.state) {
      case 'authorised':
      case 'placed':
        return now;
      case 'declined':
      case 'ended':
        throw new PaymentRefused(now.state, now.code);
      case 'challenge':
        if (challenge === undefined || challenge === answered) await pause();
        else if (await answer(challenge)) answered = challenge;
        else throw new PaymentRefused('left');
        break;
      case 'pending':
        await pause();
    }
    now = await confirmPayment(now._id);
  }
}
