import { useEffect, useRef } from 'react';
import type { CartItem } from '#libs/contracts';
import { ApiError } from '../../../lib/api/api';
import { Button } from '../../../ui/button';
import { uiText } from '../../../ui/texts';
import { checkoutText } from '../texts';
import { refusalOf } from './refusal';

/** Why the order was not placed; takes the focus, because it is above the button. */
export function OrderProblem({
  error,
  unconfirmed,
  busy,
  items,
  onRetry,
}: {
  error: unknown;
  /** Whether an order was sent and got no response: it may have arrived. */
  unconfirmed: boolean;
  busy: boolean;
  items: readonly CartItem[];
  onRetry: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) box.current?.focus();
  }, [error]);
  if (error === null && !unconfirmed) return null;
  const { problem } = checkoutText;
  const { title, text, list } = unconfirmed
    ? { title: problem.unknown, text: problem.unknownText, list: [] }
    : refusalOf(error, items);
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
      {unconfirmed && (
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
