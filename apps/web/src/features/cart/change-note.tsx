import type { CartChange, CartItem } from '#libs/contracts';
import { formatMoney, formatQuantity } from '../../lib/format';
import { Button } from '../../ui/button';
import { basketText } from './basket-texts';
import { keptQuantity } from './cart-math';

/** What has changed on a line since the customer last saw it: old, new, why, and the choice. Never silent. */
export function ChangeNote({
  item,
  onKeep,
  onRemove,
}: {
  item: CartItem;
  onKeep: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}) {
  if (item.changes.length === 0) return null;
  const keep = keepLabel(item);
  return (
    <div
      role="alert"
      className="order-5 col-span-full grid gap-3 rounded-md bg-butter-tint p-4 text-butter-ink sm:grid-cols-[1fr_auto] sm:items-center"
    >
      <div>
        <p className="font-semibold">{basketText.changes(item.name)}</p>
        {item.changes.map((change) => (
          <p key={change.kind}>{sentence(item, change)}</p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {keep !== null && (
          <Button tone="leaf" size="sm" onClick={() => onKeep(item)}>
            {keep}
          </Button>
        )}
        <Button tone="danger" size="sm" onClick={() => onRemove(item)}>
          {basketText.removeShort}
        </Button>
      </div>
    </div>
  );
}

function sentence(item: CartItem, { kind, from, to }: CartChange): string {
  const amount = (quantity: number) => formatQuantity(quantity, item.unit);
  if (kind === 'price') return basketText.priceMoved(formatMoney(from), formatMoney(to));
  if (kind === 'unavailable') return basketText.unavailable;
  if (to === 0) return basketText.soldOutNow(amount(from));
  return kind === 'stock'
    ? basketText.stockFell(amount(from), amount(to))
    : basketText.stepMoved(amount(from), amount(to));
}

/** What the customer says yes to; null where there is nothing to keep. */
function keepLabel(item: CartItem): string | null {
  const amount = keptQuantity(item);
  if (amount === 0) return null;
  return amount === undefined
    ? basketText.keepAt(formatMoney(item.price))
    : basketText.keep(formatQuantity(amount, item.unit));
}
