import {
  fromThousandths,
  isOrderable,
  type ProductDto,
  toThousandths,
  wholeSteps,
} from '#libs/contracts';

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
