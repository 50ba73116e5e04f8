import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CheckoutPayment,
  HoldDto,
  Id,
  PaymentMethodName,
  PublicSettings,
} from '#libs/contracts';
import { currentPaymentQueryOptions } from '../../../entities/cards';
import { errorCode } from '../../../lib/api/api';
import { useCheckoutDraft } from '../checkout-draft';

/** How the order is paid: by which method, and by a payment that has begun if there is one. */
export function usePayment(
  settings: PublicSettings,
  hold: HoldDto | null,
  total: number,
  { error, cardsOnly }: { error: unknown; cardsOnly: readonly string[] },
) {
  const found = useOpenPayment(settings, hold, total);
  const [ignored, ignore] = useState<Id | null>(null);
  const isUseless = errorCode(error) === 'PAYMENT_NOT_AUTHORISED' || found?._id === ignored;
  const open = isUseless ? null : found;
  const method = usePaymentMethod(settings, { open, cardsOnly });
  return { ...method, open, ignoreOpen: () => ignore(found?._id ?? null) };
}

/**
 * The payment that this checkout has begun, in this tab or another, and that can still become its order's; null if there
 * is none.
 */
function useOpenPayment(
  { cards }: PublicSettings,
  hold: HoldDto | null,
  total: number,
): CheckoutPayment | null {
  const { data } = useQuery({ ...currentPaymentQueryOptions(), enabled: cards !== null });
  const payment = data?.payment ?? null;
  const isOpen =
    payment?.holdId === hold?._id &&
    hold?.status === 'open' &&
    payment?.amount === total &&
    ['pending', 'challenge', 'authorised'].includes(payment.state);
  return isOpen ? payment : null;
}

/** The payment method: the chosen one, unless a farm refuses it; the first one by default. */
function usePaymentMethod(
  { paymentMethods, cards }: PublicSettings,
  { open, cardsOnly }: { open: CheckoutPayment | null; cardsOnly: readonly string[] },
) {
  const { draft, change } = useCheckoutDraft();
  const refusing = cards === null ? [] : cardsOnly;
  const preferred = draft.payment ?? (open ? 'card' : null);
  const method =
    refusing.length > 0
      ? 'card'
      : (paymentMethods.find((one) => one === preferred) ?? paymentMethods[0]);
  return {
    method,
    /** The names of the farms that refuse cash. */
    refusing,
    choose: (payment: PaymentMethodName) => change(() => ({ payment })),
  };
}
