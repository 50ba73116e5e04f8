import type { CartChange, CartItem } from './carts.js';
import { addDollars, toCents, toDollars } from './money.js';
import { fromThousandths, lineTotal, toThousandths, wholeSteps } from './units.js';

/** The fields of a cart line that come from its product. */
type ProductField = 'price' | 'available' | 'buyable' | 'step' | 'minimum' | 'productVersion';

/** The line with its product's current values: its total, and every change to show to the customer. */
export function withProduct<Item extends Omit<CartItem, 'total' | 'changes'>>(
  item: Item,
  now: Partial<Pick<CartItem, ProductField>>,
): Item & Pick<CartItem, 'total' | 'changes'> {
  const line = { ...item, ...now };
  const total = toDollars(lineTotal(toCents(line.price), toThousandths(line.quantity)));
  return { ...line, total, changes: changesOf(line) };
}

/** The amount that the customer can order: available plus held for them, in whole steps. */
export function orderableQuantity({
  available,
  held,
  step,
  minimum,
}: Pick<CartItem, 'available' | 'held' | 'step' | 'minimum'>): number {
  const there = toThousandths(available) + toThousandths(held);
  const whole = wholeSteps(there, toThousandths(step));
  return whole >= toThousandths(minimum) ? fromThousandths(whole) : 0;
}

/** Sums of a cart's lines. Sums of thousandths are exact. */
export function cartTotals(items: readonly Pick<CartItem, 'total' | 'quantity'>[]): {
  total: number;
  itemCount: number;
} {
  return {
    total: addDollars(...items.map(({ total }) => total)),
    itemCount: fromThousandths(items.reduce((sum, item) => sum + toThousandths(item.quantity), 0)),
  };
}

function changesOf(line: Omit<CartItem, 'total' | 'changes'>): CartChange[] {
  const { quantity, price, seen, step, minimum } = line;
  if (!line.buyable)
    return [{ kind: 'unavailable', from: quantity, to: 0, reason: 'It cannot be bought now.' }];
  const changes: CartChange[] = [];
  if (price !== seen.price)
    changes.push({
      kind: 'price',
      from: seen.price,
      to: price,
      reason: 'The farm has changed its price.',
    });
  const most = orderableQuantity(line);
  if (toThousandths(quantity) > toThousandths(line.available) + toThousandths(line.held))
    changes.push({
      kind: 'stock',
      from: quantity,
      to: most,
      reason: most > 0 ? 'Less of it is left.' : 'It is sold out.',
    });
  else if (
    toThousandths(quantity) < toThousandths(minimum) ||
    toThousandths(quantity) % toThousandths(step) !== 0
  )
    changes.push({
      kind: 'minimum',
      from: quantity,
      to: nearest(line, most),
      reason: `It is sold in steps of ${step}, from ${minimum}.`,
    });
  return changes;
}

/** The quantity rounded up to a whole step, at least `minimum` and at most `most`. */
function nearest(
  { quantity, step, minimum }: Pick<CartItem, 'quantity' | 'step' | 'minimum'>,
  most: number,
): number {
  const steps = Math.ceil(toThousandths(quantity) / toThousandths(step));
  return Math.min(Math.max(fromThousandths(steps * toThousandths(step)), minimum), most);
}
