import * as z from 'zod/mini';
import { daySchema } from './days.js';
import { farmDtoSchema } from './farms.js';
import { idSchema, pageShape, timestampSchema } from './primitives.js';
import { productAlertSchema, productDtoSchema } from './products.js';

/** How many favourites of each kind a customer can keep. */
export const FAVOURITES_MAX = { products: 200, farms: 100 } as const;

export const favouriteKindSchema = z.enum(['products', 'farms']);
export type FavouriteKind = z.infer<typeof favouriteKindSchema>;

/**
 * A customer's favourites, newest first, including those that are no longer visible. `version` grows with every
 * change and is 0 before the first.
 */
export const favouritesSchema = z.object({
  products: z.array(idSchema),
  farms: z.array(idSchema),
  version: z.int().check(z.gte(0)),
});
export type Favourites = z.infer<typeof favouritesSchema>;

/** `GET /favourites/products`, newest first; `total` counts the visible ones. */
export const favouriteProductsPageSchema = z.object({
  products: z.array(productDtoSchema),
  ...pageShape,
});
export type FavouriteProductsPage = z.infer<typeof favouriteProductsPageSchema>;

/** `GET /favourites/farms`, in the same way. */
export const favouriteFarmsPageSchema = z.object({ farms: z.array(farmDtoSchema), ...pageShape });
export type FavouriteFarmsPage = z.infer<typeof favouriteFarmsPageSchema>;

export const favouritesChangeSchema = z.object({
  customerId: idSchema,
  favourites: favouritesSchema,
});

/** Payload of `product.harvested`. */
export const productHarvestSchema = z.object({
  ...productAlertSchema.shape,
  harvestedAt: timestampSchema,
});

/** Maximum number of customers in one event. */
export const CUSTOMERS_PER_EVENT = 50;

/** Payload of `favourites.news`: a product is back in stock or just picked, for customers who marked it or its farm. */
export const favouriteUpdateSchema = z.object({
  news: z.enum(['restocked', 'picked']),
  /** What these customers have marked. */
  marked: favouriteKindSchema,
  customerIds: z.array(idSchema).check(z.minLength(1), z.maxLength(CUSTOMERS_PER_EVENT)),
  productId: idSchema,
  productName: z.string(),
  farmId: idSchema,
  farmName: z.string(),
  /** The day in UTC on which it happened: a customer gets one notice per product and day. */
  day: daySchema,
});
export type FavouriteUpdate = z.infer<typeof favouriteUpdateSchema>;
