import { useEffect } from 'react';
import { Button } from '../../../ui/button';
import { useAnnounce } from '../../../ui/live-announcer';
import type { OrderStep } from './place-order';
import { checkoutText } from './texts';

/** Places the order, and says what it waits for. */
export function OrderButton({
  step,
  label,
  unconfirmed,
  disabledReason,
  onClick,
}: {
  /** What the order waits for; null before and after. */
  step: OrderStep | null;
  label: string;
  /** An order was sent and got no response: only the same order can be sent again. */
  unconfirmed: boolean;
  disabledReason: string | null;
  onClick: () => void;
}) {
  const announce = useAnnounce('order');
  useEffect(() => {
    if (step !== null) announce(checkoutText.steps[step]);
  }, [step, announce]);
  return (
    <Button
      size="lg"
      full
      busy={step !== null}
      disabledReason={unconfirmed ? null : disabledReason}
      onClick={onClick}
    >
      {step !== null
        ? checkoutText.steps[step]
        : unconfirmed
          ? checkoutText.tryAgain
          : (disabledReason ?? label)}
    </Button>
  );
}
