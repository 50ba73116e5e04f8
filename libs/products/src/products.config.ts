import * as z from 'zod';
import { configToken, wholeNumber } from '#libs/platform';

export const productsConfigSchema = z.object({
  /** The number of a new farm's first products that an admin has to approve before shoppers see them. */
  PRODUCT_REVIEW_FIRST: wholeNumber(0, 1_000).default(0),
});
export type ProductsConfig = z.infer<typeof productsConfigSchema>;

/** Injection token for {@link ProductsConfig}. */
export const PRODUCTS_CONFIG = configToken<ProductsConfig>('PRODUCTS_CONFIG');
