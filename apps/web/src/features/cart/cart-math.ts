import {
  type CartDto,
  type CartItem,
  cartTotals,
  deliveryFee,
  fromThousandths,
  isOrderable,
  lineTotal,
  missingToFreeDelivery,
  type ProductDto,
  toCents,
  toDollars,
  toThousandths,
  wholeSteps,
  withProduct,
} from '#libs/contracts';

/** The price of a quantity in dollars, calculated as the server does. */
export function priceOf(price: number, quantity: number): number {
  return toDollars(lineTotal(toCents(price), toThousandths(quantity)));
}

/** A new line for an optimistic update. */
export function newLine(product: ProductDto, quantity: number): CartItem {
  const { _id, name, price, unit, step, minimum, available, image, farmId, farmer } = product;
  const productVersion = product.version;
  return withProduct(
    {
      productId: _id,
      id: _id,
      name,
      price,
      unit,
      step,
      minimum,
      available,
      image,
      farmId,
      farmer,
      quantity,
      held: 0,
      buyable: true,
      productVersion,
      seen: { price },
    },
    {},
  );
}

/** The cart with one line set; it keeps its version, so that the server's response replaces it. */
export function withLine(cart: CartDto, line: CartItem): CartDto {
  const known = cart.items.some((item) => item.productId === line.productId);
  const items = known
    ? cart.items.map((item) => (item.productId === line.productId ? line : item))
    : [...cart.items, line];
  return withTotals(
    cart,
    items.filter((item) => item.quantity > 0),
  );
}

function withTotals(cart: CartDto, items: CartItem[]): CartDto {
  return { ...cart, items, ...cartTotals(items) };
}

export interface Fees {
  goods: number;
  delivery: number;
  total: number;
  /** Dollars of goods missing for free delivery; 0 when it is free. */
  missing: number;
}

/** Fee and total as the server calculates them: free above the limit, and without a delivery. */
export function feesOf(
  goods: number,
  delivers: boolean,
  rule: { freeDeliveryOver: number; deliveryFee: number },
): Fees {
  const cents = toCents(goods);
  const inCents = {
    freeDeliveryOver: toCents(rule.freeDeliveryOver),
    deliveryFee: toCents(rule.deliveryFee),
  };
  const fee = deliveryFee(cents, delivers, inCents);
  return {
    goods,
    delivery: toDollars(fee),
    total: toDollars(cents + fee),
    missing: toDollars(missingToFreeDelivery(cents, inCents)),
  };
}

/** The new quantity of a changed line; undefined if only its price has changed. */
export function changedQuantity({ changes }: Pick<CartItem, 'changes'>): number | undefined {
  return changes.find(({ kind }) => kind !== 'price')?.to;
}

/** The quantity that one click adds: 1 if it can be ordered, else the minimum. */
export function defaultQuantity(product: Pick<ProductDto, 'minimum' | 'step'>): number {
  const [step, minimum] = [toThousandths(product.step), toThousandths(product.minimum)];
  return isOrderable(toThousandths(1), step, minimum) ? 1 : product.minimum;
}

/** How much more than `inCart` is available, in whole steps. */
export function roomFor(
  { available, step }: Pick<ProductDto, 'available' | 'step'>,
  inCart = 0,
): number {
  return fromThousandths(wholeSteps(toThousandths(available - inCart), toThousandths(step)));
}

/** One farm's items in a cart. */
export interface FarmItems {
  farmId: string;
  farmer: string;
  items: CartItem[];
  subtotal: number;
}

/** The items by farm, in the order of each farm's first item. */
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
