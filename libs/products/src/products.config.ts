import * as z from 'zod';
import { configToken } from '#libs/platform';

export const productsConfigSchema = z.object({
  /** How many of a new farm's first products need an admin's yes before shoppers see them. */
  PRODUCT_REVIEW_FIRST: z.coerce.number().int().min(0).max(1_000).default(0),
});
export type ProductsConfig = z.infer<typeof productsConfigSchema>;

/** Injection token for {@link ProductsConfig}. */
export const PRODUCTS_CONFIG = configToken<ProductsConfig>('PRODUCTS_CONFIG');
