import * as z from 'zod/mini';
import { comparablePriceSchema, dollarsSchema, quantitySchema, unitSchema } from './amounts.js';
import { CATEGORIES } from './choices.js';
import { slugSchema } from './farms.js';
import { pictureSchema } from './pictures.js';
import { idSchema, timestampSchema, urlSchema, versionSchema } from './primitives.js';
import { productStatusSchema } from './product-state.js';

export const categorySchema = z.enum(CATEGORIES);

/** The stock level that a product card shows. */
export const stockLevelSchema = z.enum(['in_stock', 'low', 'sold_out']);
export type StockLevel = z.infer<typeof stockLevelSchema>;

/** The five nutrition values, per 100 g; null if the farm gave none. */
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

/** The fields of a product that change often; also in the payload of `product.stock-changed`. */
const stockShape = {
  /** The amount available now, in the product's unit; without `showsCount`, capped at the most a shopper can choose. */
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
  /** The price per pound, pint or piece, comparable across units. */
  comparablePrice: comparablePriceSchema,
  /** Smallest change of an amount, and smallest amount, in `unit`. */
  step: quantitySchema,
  minimum: quantitySchema,
  ...stockShape,
  /** Whether a screen may show the amount available; if not, it shows only whether there is any. */
  showsCount: z.boolean(),
  /** Cover picture, the first of `images`. */
  image: urlSchema,
  images: z.array(pictureSchema),
  /** The farm's name, as the API calls it. */
  farmer: z.string(),
  farmId: idSchema,
  farmSlug: slugSchema,
  certification: z.nullable(z.string()),
  /** Until when nobody can buy it, because its farm is on holiday; null while the farm is open. */
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
  /** The version that last changed anything but the fields of `product.stock-changed`. */
  detailsVersion: versionSchema,
});
export type ProductDto = z.infer<typeof productDtoSchema>;

export const productChangeSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  price: dollarsSchema,
  status: productStatusSchema,
  /** Whether shoppers may see the product, before this change or after it. */
  public: z.boolean(),
  /** False while its farm may not sell; then nobody can buy it, whatever its status. */
  listed: z.optional(z.boolean()),
  holidayUntil: z.nullable(timestampSchema),
  rating: z.nullable(z.number()),
  reviewCount: z.int(),
  ...stockShape,
});
export type ProductChange = z.infer<typeof productChangeSchema>;

/** Payload of the stock alerts: a product whose stock crossed a limit. */
export const productAlertSchema = z.object({
  productId: idSchema,
  farmId: idSchema,
  name: z.string(),
  /** In the product's unit. */
  onHand: z.number(),
  unit: unitSchema,
});
export type ProductAlert = z.infer<typeof productAlertSchema>;
