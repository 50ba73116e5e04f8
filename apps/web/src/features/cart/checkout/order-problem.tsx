import { useEffect, useRef } from 'react';
import type { CartItem, Id, SlotDto } from '#libs/contracts';
import { ApiError } from '../../../lib/api/api';
import { Button } from '../../../ui/button';
import { uiText } from '../../../ui/texts';
import { SlotOffers } from '../day-note';
import type { OrderStep } from './place-order';
import { refusalOf, slotRefusalOf } from './refusal';
import { checkoutText } from './texts';

/** Why the order was not placed; takes the focus, because it is above the button. */
export function OrderProblem({
  error,
  unconfirmed,
  busy,
  items,
  now,
  onRetry,
  onSlot,
}: {
  error: unknown;
  /** The step of an order that got no response, and may have arrived. */
  unconfirmed: OrderStep | null;
  busy: boolean;
  items: readonly CartItem[];
  /** The server's clock, in ms. */
  now: number;
  onRetry: () => void;
  /** Chooses a day that is offered instead of a refused one. */
  onSlot: (farmId: Id, slot: SlotDto) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) box.current?.focus();
  }, [error]);
  if (error === null && unconfirmed === null) return null;
  const { title, text, list } =
    unconfirmed === null
      ? refusalOf(error, items)
      : { ...checkoutText.unknown[unconfirmed], list: [] };
  const refused = unconfirmed === null ? slotRefusalOf(error) : null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-md border-2 border-tomato-ink bg-tomato-tint p-4 text-tomato-ink"
    >
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      {list.length > 0 && (
        <ul className="mt-2 list-disc pl-5 font-semibold">
          {list.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {refused !== null && (
        <SlotOffers free={refused.free} now={now} onSlot={(slot) => onSlot(refused.farmId, slot)} />
      )}
      {unconfirmed !== null && (
        <div className="mt-3">
          <Button busy={busy} onClick={onRetry}>
            {checkoutText.tryAgain}
          </Button>
        </div>
      )}
      {error instanceof ApiError && error.problem.requestId !== '' && (
        <p className="mt-2 font-mono text-xs">{uiText.requestId(error.problem.requestId)}</p>
      )}
    </div>
  );
}
