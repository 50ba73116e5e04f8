import { Schema, type Types } from 'mongoose';
import { type CartDto, cartTotals, fromThousandths, toDollars, withProduct } from '#libs/contracts';
import { type Hold, isPublic, type Product } from '#libs/products';

/** One line of a cart: `amount` in thousandths of its product's unit, `seen` what the customer saw last, prices in cents. */
export interface CartLine {
  productId: Types.ObjectId;
  amount: number;
  seen: { price: number };
}

export interface Cart {
  /** The customer's id. */
  _id: Types.ObjectId;
  items: CartLine[];
  version: number;
}

export const CART = 'Cart';
export const cartSchema = new Schema<Cart>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    items: [
      {
        _id: false,
        productId: { type: Schema.Types.ObjectId, required: true },
        amount: { type: Number, required: true },
        seen: { _id: false, type: { price: { type: Number, required: true } } },
      },
    ],
    version: { type: Number, required: true },
  },
  { collection: 'carts', versionKey: false },
);

/**
 * The cart with its products' current data and the changes that the customer has not seen yet. Keeps lines whose
 * product can no longer be bought, with `buyable: false`.
 */
export function toCartDto(cart: Cart, products: readonly Product[], hold: Hold | null): CartDto {
  const byId = new Map(products.map((product) => [product._id.toString(), product]));
  const heldById = new Map(hold?.lines.map((line) => [line.productId.toString(), line.amount]));
  const items = cart.items.flatMap(({ productId: id, amount, seen }) => {
    const product = byId.get(id.toString());
    if (!product) return [];
    const { unit } = product;
    const productId = id.toString();
    const buyable = isPublic(product);
    return withProduct(
      {
        productId,
        id: productId,
        name: product.name,
        price: toDollars(product.price),
        quantity: fromThousandths(amount),
        unit,
        step: fromThousandths(product.step),
        minimum: fromThousandths(product.minimum),
        productVersion: product.version,
        available: buyable ? fromThousandths(product.available) : 0,
        held: fromThousandths(heldById.get(productId) ?? 0),
        buyable,
        seen: { price: toDollars(seen.price) },
        image: product.images[0]?.url ?? '/produce/basket.svg',
        farmId: product.farm._id.toString(),
        farmer: product.farm.name,
      },
      {},
    );
  });
  return { items, ...cartTotals(items), version: cart.version };
}
