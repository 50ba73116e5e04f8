import type { ReactNode } from 'react';
import { type CheckoutPayment, cardText, type PaymentMethodName } from '#libs/contracts';
import { formatMoney } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { checkoutText } from './texts';

/** The payment methods; of a card, which one. */
export function PaymentChoice({
  methods,
  method,
  refusing,
  choose,
  children,
}: {
  methods: readonly PaymentMethodName[];
  method: PaymentMethodName | undefined;
  refusing: readonly string[];
  choose: (method: PaymentMethodName) => void;
  /** The card, if it is paid by card. */
  children: ReactNode;
}) {
  return (
    <Card as="section" aria-labelledby="checkout-payment" compact>
      <h2 id="checkout-payment" className="mb-2 text-xl">
        {checkoutText.payment}
      </h2>
      <div role="radiogroup" aria-labelledby="checkout-payment" className="grid gap-3">
        {methods.map((one) => {
          const isRefused = one === 'pay_on_handover' && refusing.length > 0;
          return (
            <label key={one} className="flex cursor-pointer items-start gap-3">
              <input
                type="radio"
                name="payment"
                checked={one === method}
                disabled={isRefused}
                onChange={() => choose(one)}
                className="mt-0.5 size-5 shrink-0 accent-(--leaf)"
              />
              <span>
                <span className="block font-semibold">{checkoutText.methods[one]}</span>
                <span className="block text-sm text-ink-soft">
                  {isRefused ? checkoutText.cardsOnly(refusing) : checkoutText.methodHints[one]}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {method === 'card' && (
        <div className="mt-3 border-t border-rule pt-3 sm:ml-8">{children}</div>
      )}
    </Card>
  );
}

/** The payment that has begun, instead of a card to choose. */
export function OpenPayment({
  payment: { state, amount, card },
  onAnother,
}: {
  payment: CheckoutPayment;
  /** Chooses another card. */
  onAnother: () => void;
}) {
  const { begun } = checkoutText;
  const sum = formatMoney(amount);
  const held = card ? begun.heldOn(sum, cardText(card)) : begun.held(sum);
  return (
    <div className="grid justify-items-start gap-1">
      <p className="font-semibold">{state === 'authorised' ? held : begun.asked(sum)}</p>
      <p className="text-sm text-ink-soft">
        {state === 'authorised' ? begun.heldHint : begun.askedHint}
      </p>
      <div className="-ml-3">
        <Button tone="ghost" size="sm" onClick={onAnother}>
          {begun.another}
        </Button>
      </div>
    </div>
  );
}
