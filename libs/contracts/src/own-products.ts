import * as z from 'zod/mini';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  searchTextSchema,
  timestampSchema,
} from './primitives.js';
import { productStatusSchema } from './product-state.js';
import { productDtoSchema, stockLevelSchema } from './products.js';

/** Fields that only the product's farm and the admins see; amounts in its unit. */
const ownShape = {
  onHand: z.number(),
  /** The part of `onHand` that checkouts hold. */
  held: z.number(),
  /** The amount ever sold, without returns. */
  sold: z.number(),
  /** `onHand` minus `held`, exact. */
  available: z.number(),
  /** The lot of the newest harvest. */
  lot: z.nullable(z.string()),
  lowAt: z.number(),
  /** Whether its farm may sell; shoppers see it while it is live and listed. */
  listed: z.boolean(),
  publishedAt: z.nullable(timestampSchema),
  /** Why an admin took it down or sent it back; null once it is live again. */
  moderation: z.nullable(z.string()),
};

/** A product as its farm and the admins see it; `available` is exact. */
export const ownProductDtoSchema = z.object({
  ...productDtoSchema.shape,
  ...ownShape,
});
export type OwnProductDto = z.infer<typeof ownProductDtoSchema>;

/** Payload of `product.counted`. */
export const productCountsSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  ...ownShape,
});
export type ProductCounts = z.infer<typeof productCountsSchema>;

/** Payload of `product.status-changed`. */
export const productStatusChangeSchema = z.object({
  product: ownProductDtoSchema,
  from: productStatusSchema,
});

export const productModerationSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  name: z.string(),
  decision: z.enum(['taken-down', 'approved', 'refused']),
  reason: z.nullable(z.string()),
});
export type ProductModeration = z.infer<typeof productModerationSchema>;

const ownFilterShape = {
  q: z.optional(searchTextSchema),
  status: z.optional(productStatusSchema),
  /** By the amount available now, as the statistics count it. */
  stock: z.optional(stockLevelSchema),
};
/** `GET /farms/mine/products`, by name. */
export const ownProductsQuerySchema = z.strictObject({ ...pageQueryShape, ...ownFilterShape });
export type OwnProductsQuery = z.infer<typeof ownProductsQuerySchema>;
/** `GET /farms/mine/products.csv`. */
export const ownProductsFilterSchema = z.strictObject(ownFilterShape);
export type OwnProductsFilter = z.infer<typeof ownProductsFilterSchema>;
/** `GET /admin/products`, by name. */
export const adminProductsQuerySchema = z.strictObject({
  ...pageQueryShape,
  ...ownFilterShape,
  farm: z.optional(idSchema),
});
export type AdminProductsQuery = z.infer<typeof adminProductsQuerySchema>;
export const ownProductsPageSchema = z.object({
  products: z.array(ownProductDtoSchema),
  ...pageShape,
});
export type OwnProductsPage = z.infer<typeof ownProductsPageSchema>;
