import { useState } from 'react';
import type { PaymentMethodName } from '#libs/contracts';
import { Card } from '../../../ui/card';
import { checkoutText } from '../texts';

/** The payment method; the first one by default. */
export function usePayment(methods: readonly PaymentMethodName[]) {
  const [chosen, choose] = useState<PaymentMethodName | null>(null);
  return { method: chosen ?? methods[0], choose };
}

export function PaymentChoice({
  methods,
  method,
  onChoose,
}: {
  methods: readonly PaymentMethodName[];
  method: PaymentMethodName | undefined;
  onChoose: (method: PaymentMethodName) => void;
}) {
  return (
    <Card as="section" aria-labelledby="checkout-payment" compact>
      <h2 id="checkout-payment" className="mb-2 text-xl">
        {checkoutText.payment}
      </h2>
      <div role="radiogroup" aria-labelledby="checkout-payment">
        {methods.map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-3">
            <input
              type="radio"
              name="payment"
              checked={one === method}
              onChange={() => onChoose(one)}
              className="mt-0.5 size-5 shrink-0 accent-(--leaf)"
            />
            <span>
              <span className="block font-semibold">{checkoutText.methods[one]}</span>
              <span className="block text-sm text-ink-soft">{checkoutText.methodHints[one]}</span>
            </span>
          </label>
        ))}
      </div>
    </Card>
  );
}
