import type { CartItem, Fulfilment } from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { Card } from '../../ui/card';
import { CartLine } from './cart-lines';
import type { FarmItems } from './cart-math';
import { FarmNotices } from './farm-notices';
import { FulfilmentChoice } from './fulfilment-choice';
import { cartPageText } from './texts';
import type { FarmFulfilment } from './use-farm-fulfilments';

/** One farm's part of the cart, with its subtotal and fulfilment. */
export function FarmGroup({
  group,
  farmFulfilment,
  onFulfilment,
  ...actions
}: {
  group: FarmItems;
  farmFulfilment: FarmFulfilment;
  onFulfilment: (fulfilment: Fulfilment) => void;
  onChange: (item: CartItem, quantity: number) => void;
  onAcknowledge: (item: CartItem) => void;
  onRemove: (item: CartItem) => void;
}) {
  const { minimum, missing } = farmFulfilment;
  return (
    <Card as="section" aria-labelledby={`farm-${group.farmId}`}>
      <h2 id={`farm-${group.farmId}`} className="mb-3 text-2xl">
        {group.farmer}
      </h2>
      <FarmNotices farmer={group.farmer} farmFulfilment={farmFulfilment} />
      <ul>
        {group.items.map((item) => (
          <CartLine key={item.productId} item={item} {...actions} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-rule pt-4">
        <FulfilmentChoice
          farmId={group.farmId}
          farmer={group.farmer}
          farmWay={farmFulfilment}
          onFulfilment={onFulfilment}
        />
        <p className="ml-auto text-right">
          <span className="block text-sm text-ink-soft">{cartPageText.subtotal(group.farmer)}</span>
          <span className="font-display text-xl font-semibold tabular-nums">
            {formatMoney(group.subtotal)}
          </span>
          {minimum > 0 && missing === 0 && (
            <span className="block text-sm text-leaf-ink">
              {cartPageText.minimumOk(formatMoney(minimum))}
            </span>
          )}
        </p>
      </div>
    </Card>
  );
}
