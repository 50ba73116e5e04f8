import type { CartChange, CartItem } from '#libs/contracts';
import { formatMoney, formatQuantity } from '../../lib/text/format';
import { Button } from '../../ui/button';
import { changedQuantity } from './cart-math';
import { cartPageText } from './texts';

/** The changes of a line since the customer last saw it: old and new value, reason, and buttons to accept or remove. */
export function ChangeNote({
  item,
  onAcknowledge,
  onRemove,
}: {
  item: CartItem;
  onAcknowledge: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}) {
  if (item.changes.length === 0) return null;
  const acknowledge = acknowledgeLabel(item);
  return (
    <div
      role="alert"
      className="order-5 col-span-full grid gap-3 rounded-md bg-butter-tint p-4 text-butter-ink sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <div>
        <p className="font-semibold">{cartPageText.changes(item.name)}</p>
        {item.changes.map((change) => (
          <p key={change.kind}>{sentence(item, change)}</p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {acknowledge !== null && (
          <Button tone="leaf" size="sm" onClick={() => onAcknowledge(item)}>
            {acknowledge}
          </Button>
        )}
        <Button tone="danger" size="sm" onClick={() => onRemove(item)}>
          {cartPageText.removeShort}
        </Button>
      </div>
    </div>
  );
}

function sentence(item: CartItem, { kind, from, to }: CartChange): string {
  const amount = (quantity: number) => formatQuantity(quantity, item.unit);
  if (kind === 'price') return cartPageText.priceMoved(formatMoney(from), formatMoney(to));
  if (kind === 'unavailable') return cartPageText.unavailable;
  if (to === 0) return cartPageText.soldOutNow(amount(from));
  return kind === 'stock'
    ? cartPageText.stockFell(amount(from), amount(to))
    : cartPageText.stepMoved(amount(from), amount(to));
}

/** The label of the button that accepts the changes; null if the line is sold out. */
function acknowledgeLabel(item: CartItem): string | null {
  const amount = changedQuantity(item);
  if (amount === 0) return null;
  return amount === undefined
    ? cartPageText.keepAt(formatMoney(item.price))
    : cartPageText.keep(formatQuantity(amount, item.unit));
}
