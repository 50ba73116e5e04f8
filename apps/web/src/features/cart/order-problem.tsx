import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import type { CartItem } from '#libs/contracts';
import { ApiError, OfflineError } from '../../lib/api';
import { formatQuantity } from '../../lib/format';
import { errorMessage } from '../../ui/states';
import { cartText } from './texts';

const lineSchema = z.object({
  productId: z.string(),
  available: z.optional(z.number()),
});
const detailsSchema = z.union([
  z.pipe(
    z.object({ items: z.array(lineSchema) }),
    z.transform(({ items }) => items),
  ),
  z.pipe(
    lineSchema,
    z.transform((line) => [line]),
  ),
]);

/** What a refused order says of single items; none where the refusal is of another kind. */
export function refusedItems(error: unknown) {
  if (!(error instanceof ApiError)) return [];
  const parsed = detailsSchema.safeParse(error.problem.details);
  return parsed.success ? parsed.data : [];
}

/** Why the order did not happen, item by item; takes the focus, because it stands above the button. */
export function OrderProblem({ error, items }: { error: unknown; items: readonly CartItem[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) box.current?.focus();
  }, [error]);
  if (error === null) return null;
  const offline = error instanceof OfflineError;
  const refused = refusedItems(error);
  const title = offline
    ? cartText.offlineTitle
    : refused.length > 0
      ? cartText.stockTitle
      : cartText.orderFailed;
  const text = offline
    ? cartText.offlineText
    : refused.length > 0
      ? cartText.stockText
      : errorMessage(error);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-md border-2 border-tomato-ink bg-tomato-tint p-4 text-tomato-ink"
    >
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      {refused.length > 0 && (
        <ul className="mt-2 list-disc pl-5 font-semibold">
          {refused.map(({ productId, available }) => {
            const item = items.find((one) => one.productId === productId);
            if (item === undefined) return null;
            if (available === undefined) {
              return <li key={productId}>{cartText.goneLine(item.name)}</li>;
            }
            const left = formatQuantity(available, item.unit);
            return (
              <li key={productId}>
                {available > 0
                  ? cartText.stockLine(item.name, left)
                  : cartText.stockNone(item.name)}
              </li>
            );
          })}
        </ul>
      )}
      {error instanceof ApiError && error.problem.requestId !== '' && (
        <p className="mt-2 font-mono text-xs">{error.problem.requestId}</p>
      )}
    </div>
  );
}
