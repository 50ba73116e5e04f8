import type { ProductDto } from '#libs/contracts';
import type { ProductsFilter } from './products';

/** One call feeds the landing page's poster and rails: the freshest of what can be bought. */
export const freshest: ProductsFilter = { inStock: true, limit: 48 };

const DAY_MS = 86_400_000;

/** What was picked within a day, the freshest first. */
export function pickedLastDay(products: readonly ProductDto[], now: number): ProductDto[] {
  return products.filter(
    ({ harvestedAt }) => harvestedAt !== null && now - new Date(harvestedAt).getTime() < DAY_MS,
  );
}

/** What is nearly gone. */
export function lastFew(products: readonly ProductDto[]): ProductDto[] {
  return products.filter((product) => product.stock === 'low');
}
