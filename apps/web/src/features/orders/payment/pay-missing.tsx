import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { checkoutPaymentSchema, type Id, type PayAnew, toCents } from '#libs/contracts';
import { type Card, type CardForm, heldPayment, PaymentRefused } from '../../../entities/cards';
import { ApiError, errorCode, request } from '../../../lib/api/api';
import { useOnline } from '../../../lib/browser/device';
import { formatMoney } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { orderPaymentsQueryOptions } from './payments';
import { payMissingText as text } from './texts';

/** Says that money of an order is missing, and pays it with another card or the same. */
export function PayMissing({
  orderId,
  unpaid,
  parts,
  card,
  onBusy,
}: {
  orderId: Id;
  /** In dollars. */
  unpaid: number;
  /** How many parts it is of: each is a payment. */
  parts: number;
  card: CardForm;
  /** It has to stay while a payment is made: meanwhile nothing counts as missing. */
  onBusy: (isBusy: boolean) => void;
}) {
  const [amount, setAmount] = useState(unpaid);
  const [isOpen, setOpen] = useState(false);
  const online = useOnline();
  const { mutate, error, isPending, reset } = usePayAnew(orderId, card);
  useEffect(() => onBusy(isPending), [isPending, onBusy]);
  useEffect(() => {
    if (!isPending && unpaid > 0) setAmount(unpaid);
  }, [isPending, unpaid]);
  // the button that opened it is gone
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.focus();
  }, [isOpen]);
  const disabledReason = online ? card.disabledReason : text.offline;
  const pay = async () => {
    reset();
    const chosen = await card.collect(parts);
    if (chosen) mutate({ card: chosen, amount });
  };
  return (
    <section
      aria-labelledby="pay-missing"
      className="mb-6 grid justify-items-start gap-3 rounded-lg border-2 border-tomato-ink bg-tomato-tint p-5 text-tomato-ink print:hidden"
    >
      <h2 id="pay-missing" className="text-2xl">
        {text.title}
      </h2>
      <p>{text.body(formatMoney(amount))}</p>
      {isOpen ? (
        <div
          ref={panel}
          tabIndex={-1}
          className="grid w-full max-w-lg gap-4 rounded-md bg-paper p-4 text-ink"
        >
          {card.fields(toCents(amount))}
          {error !== null && (
            <p role="alert" className="font-semibold text-tomato-ink">
              {problemText(error)}
            </p>
          )}
          <Button full busy={isPending} disabledReason={disabledReason} onClick={() => void pay()}>
            {text.pay(formatMoney(amount))}
          </Button>
        </div>
      ) : (
        <Button onClick={() => setOpen(true)}>{text.choose}</Button>
      )}
      {card.challenge}
    </section>
  );
}

/** `POST /orders/:id/payments`. A repeated attempt without an answer is the same one. */
function usePayAnew(orderId: Id, { answer }: CardForm) {
  const client = useQueryClient();
  const toast = useToast();
  const attempt = useRef<{ key: string; body: PayAnew } | null>(null);
  return useMutation({
    mutationFn: async (body: { card: Card; amount: number }) => {
      attempt.current ??= { key: nanoid(), body };
      const headers = { 'Idempotency-Key': attempt.current.key };
      try {
        const path = `/orders/${orderId}/payments`;
        const call = { method: 'POST', body: attempt.current.body, headers } as const;
        await heldPayment(await request(checkoutPaymentSchema, path, call), answer);
        attempt.current = null;
      } catch (error) {
        const isAnswered = error instanceof ApiError && error.problem.status < 500;
        if (isAnswered || error instanceof PaymentRefused) attempt.current = null;
        throw error;
      }
    },
    onSuccess: () => toast({ title: text.done }),
    // for a page that is not live
    onSettled: () =>
      client.invalidateQueries({ queryKey: orderPaymentsQueryOptions(orderId).queryKey }),
  });
}

function problemText(error: unknown): string {
  if (error instanceof PaymentRefused) {
    if (error.reason === 'left') return text.left;
    const { declines } = text;
    return error.code !== null && Object.hasOwn(declines, error.code)
      ? declines[error.code as keyof typeof declines]
      : text.declined;
  }
  return errorCode(error) === 'TOTAL_CHANGED' ? text.changed : errorMessage(error);
}
