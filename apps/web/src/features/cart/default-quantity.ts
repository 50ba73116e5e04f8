import type { ProductDto } from '#libs/contracts';

/** The quantity that one click adds: 1 if it can be ordered, else the minimum. */
export function defaultQuantity(product: Pick<ProductDto, 'minimum' | 'step'>): number {
  const steps = 1 / product.step;
  const isWhole = Math.abs(Math.round(steps) - steps) < 1e-9;
  return product.minimum <= 1 && isWhole ? 1 : product.minimum;
}
