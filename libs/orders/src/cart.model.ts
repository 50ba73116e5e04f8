import { Schema, type Types } from 'mongoose';
import { type CartDto, type CartItem, fromBaseUnits, lineTotal, toDollars } from '#libs/contracts';
import type { Product } from '#libs/products';

/** A customer's cart; amounts in base units. */
export interface Cart {
  /** The customer. */
  _id: Types.ObjectId;
  items: { productId: Types.ObjectId; amount: number }[];
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
      },
    ],
    version: { type: Number, required: true },
  },
  { collection: 'carts', versionKey: false },
);

/** The cart with what the catalogue says of its products; lines whose product is gone are left out. */
export function toCartDto(cart: Cart, products: readonly Product[]): CartDto {
  const byId = new Map(products.map((product) => [product._id.toString(), product]));
  const lines = cart.items.flatMap(({ productId, amount }) => {
    const product = byId.get(productId.toString());
    return product
      ? [{ product, amount, total: lineTotal(product.price, amount, product.unit) }]
      : [];
  });
  const items = lines.map(({ product, amount, total }): CartItem => {
    const { unit } = product;
    const productId = product._id.toString();
    return {
      productId,
      id: productId,
      name: product.name,
      price: toDollars(product.price),
      quantity: fromBaseUnits(amount, unit),
      unit,
      step: fromBaseUnits(product.step, unit),
      minimum: fromBaseUnits(product.minimum, unit),
      available: product.status === 'live' ? fromBaseUnits(product.available, unit) : 0,
      total: toDollars(total),
      image: product.images[0]?.url ?? '/produce/basket.svg',
      farmId: product.farm._id.toString(),
      farmer: product.farm.name,
    };
  });
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  // Quantities have at most three places; summing thousandths keeps them exact.
  const itemCount = items.reduce((sum, item) => sum + Math.round(item.quantity * 1000), 0) / 1000;
  return { items, total: toDollars(total), itemCount, version: cart.version };
}
