import { fromBaseUnits, isOrderable, isPublished, toBaseUnits } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { isPublic, type Product, requireOpen } from './product.model.js';

/** What somebody wants of a product, in its unit. */
export interface WantedItem {
  readonly productId: string;
  readonly quantity: number;
}

/** A product as it was taken, and how much of it, in base units. */
export interface TakenLine {
  readonly product: Product;
  readonly amount: number;
}

/** The line that an item becomes, given that `held` base units are kept for it; throws what `StockService.take` does. */
export function orderable(
  product: Product | undefined,
  { productId, quantity }: WantedItem,
  held: number,
): TakenLine {
  // What is not on sale yet does not exist for shoppers, not even by its name.
  if (!product?.listed || !isPublished(product.status))
    throw new DomainError('PRODUCT_NOT_FOUND', undefined, { details: { productId } });
  const { name, unit } = product;
  const about = { productId, name };
  if (!isPublic(product))
    throw new DomainError('PRODUCT_NOT_AVAILABLE', `${name} cannot be bought now`, {
      details: about,
    });
  requireOpen(product);
  const amount = toBaseUnits(quantity, unit);
  if (amount === null || !isOrderable(amount, product.step, product.minimum)) {
    const step = fromBaseUnits(product.step, unit);
    const minimum = fromBaseUnits(product.minimum, unit);
    throw new DomainError(
      'QUANTITY_INVALID',
      `${name} is sold in steps of ${step} ${unit}, from ${minimum} ${unit}`,
      { details: { ...about, step, minimum } },
    );
  }
  if (product.available + held < amount) {
    const available = fromBaseUnits(product.available + held, unit);
    throw new DomainError('PRODUCT_OUT_OF_STOCK', `Only ${available} ${unit} of ${name} is left`, {
      details: { ...about, requested: quantity, available },
    });
  }
  return { product, amount };
}
