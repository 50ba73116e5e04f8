import * as z from 'zod';
import {
  categorySchema,
  fulfilmentSchema,
  nutritionSchema,
  pictureSchema,
  slugSchema,
  unitSchema,
} from '#libs/contracts';
import catalogue from './catalogue.json' with { type: 'json' };

/** A farm of the demo catalogue; approved from the start. */
const demoFarmSchema = z.strictObject({
  slug: slugSchema,
  name: z.string(),
  tagline: z.string(),
  story: z.string(),
  practices: z.array(z.string()),
  certification: z.nullable(z.string()),
  city: z.string(),
  /** Two-letter code. */
  state: z.string(),
  fulfilment: z.array(fulfilmentSchema),
  /** Null for a farm that only delivers. */
  pickupPlace: z.nullable(z.string()),
  owner: z.strictObject({ firstName: z.string(), lastName: z.string() }),
  /** Path on this server. */
  image: z.string(),
});
export type DemoFarm = z.infer<typeof demoFarmSchema>;

/** January is 1. */
const monthSchema = z.int().min(1).max(12);

/** A product of the demo catalogue; amounts are in `unit`. */
const demoProductSchema = z.strictObject({
  name: z.string(),
  farmSlug: slugSchema,
  category: categorySchema,
  unit: unitSchema,
  /** Per `unit`. */
  priceCents: z.int(),
  step: z.number(),
  minimum: z.number(),
  /** On hand when the shop opens; 0 is sold out. */
  stock: z.number(),
  /** Low-stock limit: at or below this amount the shop shows what is left. */
  lowStockAt: z.number(),
  organic: z.boolean(),
  /** Harvested this many hours before the seed runs; null for goods that are not harvested, such as bread or salt. */
  hoursSinceHarvest: z.nullable(z.number()),
  /** Days after the seed runs; null for goods that do not spoil. */
  daysUntilBestBefore: z.nullable(z.number()),
  description: z.string(),
  storage: z.string(),
  allergens: z.array(z.string()),
  nutrition: nutritionSchema,
  features: z.array(z.string()),
  picture: pictureSchema,
  /**
   * When the farm, between the Hudson and Narragansett Bay, sells what grows outdoors. Null for what is sold all year:
   * produce of the heated glasshouses and the mill, and made, dried or frozen goods.
   */
  season: z.nullable(
    z.strictObject({
      /** The first and last month of its harvest. */
      picked: z.tuple([monthSchema, monthSchema]),
      /** The last month in which it is sold from storage. */
      keptUntil: z.optional(monthSchema),
    }),
  ),
});
export type DemoProduct = z.infer<typeof demoProductSchema>;

/** The farms, and all products that they sell in a year, grouped by farm. */
export const { farms: demoFarms, products: demoProducts } = z
  .strictObject({ farms: z.array(demoFarmSchema), products: z.array(demoProductSchema) })
  .parse(catalogue);
