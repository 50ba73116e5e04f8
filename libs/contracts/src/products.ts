import * as z from 'zod/mini';
import { slugSchema } from './farms.js';
import { dollarsSchema, priceSchema } from './money.js';
import { idSchema, textSchema, timestampSchema, urlSchema, versionSchema } from './primitives.js';
import { quantitySchema, unitSchema } from './units.js';

export const categorySchema = z.enum([
  'vegetables',
  'fruit',
  'greens',
  'herbs',
  'roots',
  'mushrooms',
  'eggs-dairy',
  'pantry',
]);
export type Category = z.infer<typeof categorySchema>;

export const productStatusSchema = z.enum(['draft', 'live', 'paused', 'archived']);
export type ProductStatus = z.infer<typeof productStatusSchema>;

/** What the stock line of a card says. */
export const stockLevelSchema = z.enum(['in_stock', 'low', 'sold_out']);
export type StockLevel = z.infer<typeof stockLevelSchema>;

export const pictureSchema = z.object({ url: urlSchema, alt: z.string() });
export type Picture = z.infer<typeof pictureSchema>;

/** The five values of SPEC section 2, per 100 g; null where the farm gave none. */
export const nutritionSchema = z.object({
  /** kcal */
  calories: z.nullable(z.number()),
  /** g */
  protein: z.nullable(z.number()),
  /** g */
  carbohydrates: z.nullable(z.number()),
  /** g */
  fiber: z.nullable(z.number()),
  /** mg */
  vitaminC: z.nullable(z.number()),
});
export type Nutrition = z.infer<typeof nutritionSchema>;

/** What of a product changes while people look at it; also the payload of `product.stock-changed`. */
const stockShape = {
  /** How much can be bought now, in the product's unit. */
  available: z.number().check(z.gte(0)),
  stock: stockLevelSchema,
};

export const productDtoSchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  category: categorySchema,
  organic: z.boolean(),
  /** Dollars per `unit`. */
  price: dollarsSchema,
  unit: unitSchema,
  /** Smallest change of an amount, and smallest amount, in `unit`. */
  step: quantitySchema,
  minimum: quantitySchema,
  ...stockShape,
  /** Cover picture; `images` has it first. */
  image: urlSchema,
  images: z.array(pictureSchema),
  /** The farm's name, as the spec's cards call it. */
  farmer: z.string(),
  farmId: idSchema,
  farmSlug: slugSchema,
  certification: z.nullable(z.string()),
  /** While its farm is on holiday nobody can buy it; null while it is open. */
  holidayUntil: z.nullable(timestampSchema),
  /** Mean of the approved reviews, 1 to 5; null without reviews. */
  rating: z.nullable(z.number()),
  reviewCount: z.int(),
  harvestedAt: z.nullable(timestampSchema),
  bestBefore: z.nullable(timestampSchema),
  allergens: z.array(z.string()),
  storage: z.nullable(z.string()),
  nutrition: nutritionSchema,
  features: z.array(z.string()),
  status: productStatusSchema,
  version: versionSchema,
});
export type ProductDto = z.infer<typeof productDtoSchema>;

/** A farmer's edit of price and stock in place; `onHand` is the counted amount in the product's unit. */
export const updateProductSchema = z.strictObject({
  version: versionSchema,
  price: z.optional(priceSchema),
  onHand: z.optional(z.number().check(z.gte(0), z.lte(100_000))),
  status: z.optional(productStatusSchema),
  reason: z.optional(textSchema(280)),
});
export type UpdateProduct = z.infer<typeof updateProductSchema>;

export const productChangeSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  price: dollarsSchema,
  status: productStatusSchema,
  /** Whether shoppers may see the product, before this change or after it. */
  public: z.boolean(),
  /** False while its farm may not sell; then nobody can buy it, whatever its status. */
  listed: z.optional(z.boolean()),
  /** As on the product; events of an earlier release do not say. */
  holidayUntil: z.optional(z.nullable(timestampSchema)),
  rating: z.optional(z.nullable(z.number())),
  reviewCount: z.optional(z.int()),
  ...stockShape,
});
export type ProductChange = z.infer<typeof productChangeSchema>;

/** A product whose stock has crossed a line: what its farm, and those who wait for it, are told. */
export const productAlertSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  name: z.string(),
  /** In the product's unit. */
  onHand: z.number(),
  unit: unitSchema,
});
export type ProductAlert = z.infer<typeof productAlertSchema>;
