import { isOrderable, type ProductDto, toThousandths } from '#libs/contracts';

/** The quantity that one click adds: 1 if it can be ordered, else the minimum. */
export function defaultQuantity(product: Pick<ProductDto, 'minimum' | 'step'>): number {
  const [step, minimum] = [toThousandths(product.step), toThousandths(product.minimum)];
  return isOrderable(toThousandths(1), step, minimum) ? 1 : product.minimum;
}
