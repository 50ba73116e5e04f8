import type { CartItem, Fulfilment } from '#libs/contracts';
import { formatMoney } from '../../lib/format';
import { Card } from '../../ui/card';
import { basketText } from './basket-texts';
import { CartLine } from './cart-lines';
import type { FarmItems } from './farm-items';
import { FarmNotices } from './farm-notices';
import type { FarmWay } from './use-farm-ways';
import { WayChoice } from './way-choice';

/** One farm's part of the basket with its subtotal and the way it gets to the customer. */
export function FarmGroup({
  group,
  farmWay,
  onWay,
  ...actions
}: {
  group: FarmItems;
  farmWay: FarmWay;
  onWay: (way: Fulfilment) => void;
  onChange: (item: CartItem, quantity: number) => void;
  onKeep: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}) {
  const { minimum, missing } = farmWay;
  return (
    <Card as="section" aria-labelledby={`farm-${group.farmId}`}>
      <h2 id={`farm-${group.farmId}`} className="mb-3 text-2xl">
        {group.farmer}
      </h2>
      <FarmNotices farmer={group.farmer} farmWay={farmWay} />
      <ul>
        {group.items.map((item) => (
          <CartLine key={item.productId} item={item} {...actions} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-rule pt-4">
        <WayChoice farmId={group.farmId} farmer={group.farmer} farmWay={farmWay} onWay={onWay} />
        <p className="ml-auto text-right">
          <span className="block text-sm text-ink-soft">{basketText.subtotal(group.farmer)}</span>
          <span className="font-display text-xl font-semibold tabular-nums">
            {formatMoney(group.subtotal)}
          </span>
          {minimum > 0 && missing === 0 && (
            <span className="block text-sm text-leaf-ink">
              {basketText.minimumOk(formatMoney(minimum))}
            </span>
          )}
        </p>
      </div>
    </Card>
  );
}
