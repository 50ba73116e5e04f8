import {
  type CartDto,
  type CartItem,
  cartTotals,
  deliveryFee,
  lineTotal,
  missingToFreeDelivery,
  type ProductDto,
  toCents,
  toDollars,
  toThousandths,
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
      ...{ productId: _id, id: _id, name, price, unit, step, minimum, available, image },
      ...{ farmId, farmer, quantity, held: 0, buyable: true, productVersion, seen: { price } },
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

export function withTotals(cart: CartDto, items: CartItem[]): CartDto {
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
