import {
  formatQuantity,
  fromThousandths,
  isOrderable,
  isPublished,
  toThousandths,
} from '#libs/contracts';
import { DomainError } from '#libs/platform';
import { isPublic, type Product, requireOpen } from './product.model.js';

/** A wanted product, with the quantity in its unit. */
export interface WantedItem {
  readonly productId: string;
  readonly quantity: number;
}

/** A product in the state in which it was taken, with the amount in thousandths of its unit. */
export interface TakenLine {
  readonly product: Product;
  readonly amount: number;
}

/** The line for an item that may use `held` reserved thousandths; throws what `StockService.take` throws. */
export function orderable(
  product: Product | undefined,
  { productId, quantity }: WantedItem,
  held: number,
): TakenLine {
  // Shoppers must not learn of an unpublished product, not even its name.
  if (!product?.listed || !isPublished(product.status))
    throw new DomainError('PRODUCT_NOT_FOUND', undefined, { details: { productId } });
  const { name } = product;
  if (!isPublic(product))
    throw new DomainError('PRODUCT_NOT_AVAILABLE', `${name} cannot be bought now`, {
      details: { productId, name },
    });
  requireOpen(product);
  const amount = toThousandths(quantity);
  requireSteps(product, amount);
  requireStock(product, amount, held);
  return { product, amount };
}

/** Throws `QUANTITY_INVALID` for an amount that is below the product's minimum or beside its step. */
export function requireSteps(product: Product, amount: number): void {
  const { _id, name, unit } = product;
  if (isOrderable(amount, product.step, product.minimum)) return;
  const step = fromThousandths(product.step);
  const minimum = fromThousandths(product.minimum);
  throw new DomainError(
    'QUANTITY_INVALID',
    `${name} is sold in steps of ${formatQuantity(step, unit)}, from ${formatQuantity(minimum, unit)}`,
    { details: { productId: _id.toString(), name, step, minimum } },
  );
}

/** Throws `PRODUCT_OUT_OF_STOCK` if less than `amount` is free; `held` thousandths are the buyer's already. */
export function requireStock(product: Product, amount: number, held: number): void {
  const { _id, name, unit } = product;
  if (product.available + held >= amount) return;
  const available = fromThousandths(product.available + held);
  throw new DomainError(
    'PRODUCT_OUT_OF_STOCK',
    `Only ${formatQuantity(available, unit)} of ${name} is left`,
    {
      details: { productId: _id.toString(), name, requested: fromThousandths(amount), available },
    },
  );
}
