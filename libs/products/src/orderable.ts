import { fromBaseUnits, isOrderable, isPublished, toBaseUnits } from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { isPublic, type Product, requireOpen } from './product.model.js';

/** A wanted product, with the quantity in its unit. */
export interface WantedItem {
  readonly productId: string;
  readonly quantity: number;
}

/** A product in the state in which it was taken, with the amount in base units. */
export interface TakenLine {
  readonly product: Product;
  readonly amount: number;
}

/** The line for an item that may use `held` reserved base units; throws what `StockService.take` throws. */
export function orderable(
  product: Product | undefined,
  { productId, quantity }: WantedItem,
  held: number,
): TakenLine {
  // Shoppers must not learn of an unpublished product, not even its name.
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
