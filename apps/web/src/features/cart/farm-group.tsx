import type { CartItem, Fulfilment } from '#libs/contracts';
import { formatMoney } from '../../lib/format';
import { Card } from '../../ui/card';
import { CartLine } from './cart-lines';
import { cartText } from './texts';

/** What one farm packs, in a basket. */
export interface FarmItems {
  farmId: string;
  farmer: string;
  items: CartItem[];
  subtotal: number;
}

/** The basket by farm, in the order in which the farms came into it. */
export function groupByFarm(items: readonly CartItem[]): FarmItems[] {
  const groups = new Map<string, FarmItems>();
  for (const item of items) {
    const { farmId, farmer } = item;
    const group = groups.get(farmId) ?? { farmId, farmer, items: [], subtotal: 0 };
    group.items.push(item);
    group.subtotal = Math.round((group.subtotal + item.total) * 100) / 100;
    groups.set(farmId, group);
  }
  return [...groups.values()];
}

/** One farm's part of the basket with its subtotal and the way it gets to the customer. */
export function FarmGroup({
  group,
  ways,
  way,
  pickupPlace,
  onWay,
  onChange,
  onRemove,
}: {
  group: FarmItems;
  ways: readonly Fulfilment[];
  way: Fulfilment;
  pickupPlace: string | null;
  onWay: (way: Fulfilment) => void;
  onChange: (item: CartItem, quantity: number) => void;
  onRemove: (item: CartItem) => void;
}) {
  const labels = {
    delivery: cartText.delivery,
    pickup: pickupPlace === null ? cartText.pickup : cartText.pickupAt(pickupPlace),
  };
  return (
    <Card as="section" aria-labelledby={`farm-${group.farmId}`}>
      <h2 id={`farm-${group.farmId}`} className="mb-3 text-2xl">
        {group.farmer}
      </h2>
      <ul>
        {group.items.map((item) => (
          <CartLine key={item.productId} item={item} onChange={onChange} onRemove={onRemove} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-rule pt-4">
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm text-ink-soft">{cartText.howFrom(group.farmer)}</legend>
          {ways.map((one) => (
            <label
              key={one}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name={`way-${group.farmId}`}
                checked={way === one}
                onChange={() => onWay(one)}
                className="size-5 shrink-0 accent-(--leaf)"
              />
              {labels[one]}
            </label>
          ))}
        </fieldset>
        <p className="ml-auto text-right">
          <span className="block text-sm text-ink-soft">{cartText.subtotal(group.farmer)}</span>
          <span className="font-display text-xl font-semibold tabular-nums">
            {formatMoney(group.subtotal)}
          </span>
        </p>
      </div>
    </Card>
  );
}
