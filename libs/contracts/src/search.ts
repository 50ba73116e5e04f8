import * as z from 'zod/mini';
import { dollarsSchema, unitSchema } from './amounts.js';
import { PRODUCT_SORTS } from './choices.js';
import { zipCodeSchema } from './contact-data.js';
import { daySchema } from './days.js';
import { slugSchema } from './farms.js';
import { idSchema, pageQueryShape, pageShape, searchTextSchema, urlSchema } from './primitives.js';
import { categorySchema, productDtoSchema } from './products.js';

export const productSortSchema = z.enum(PRODUCT_SORTS);

const flagSchema = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** A list as `a,b`, or as a repeated parameter. */
const listOf = <Item extends string>(item: z.ZodMiniType<Item, string>, most: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((given) => [...new Set([given].flat().flatMap((text) => text.split(',')))]),
    ),
    z.array(item).check(z.minLength(1), z.maxLength(most)),
  );

const amountSchema = z.pipe(z.coerce.number(), dollarsSchema.check(z.gte(0)));

export const productsQuerySchema = z.strictObject({
  ...pageQueryShape,
  q: z.optional(searchTextSchema),
  category: z.optional(listOf(categorySchema, 20)),
  farm: z.optional(listOf(idSchema, 50)),
  organic: z.optional(flagSchema),
  inStock: z.optional(flagSchema),
  /** Dollars per the product's own unit, as its card shows it. */
  minPrice: z.optional(amountSchema),
  maxPrice: z.optional(amountSchema),
  /** At least this many stars. */
  rating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
  /** Only what can be had on this day; a day in the past has nothing. */
  day: z.optional(daySchema),
  /** Where deliveries would go: days that only deliver elsewhere are not counted. */
  zip: z.optional(zipCodeSchema),
  /** By relevance if there is a query, else newest harvest first. */
  sort: z.optional(productSortSchema),
});
export type ProductsQuery = z.infer<typeof productsQuerySchema>;

const countSchema = z.int().check(z.gte(0));

/** How many products each choice of a filter would show, with all other filters as they are. */
export const productFacetsSchema = z.object({
  category: z.array(z.object({ value: categorySchema, count: countSchema })),
  /** Most products first, at most `FACET_FARMS`. */
  farm: z.array(z.object({ value: idSchema, label: z.string(), count: countSchema })),
  /** Number of further farms with matching products. */
  moreFarms: countSchema,
  organic: countSchema,
  inStock: countSchema,
  /** `value` stars or more. */
  rating: z.array(z.object({ value: z.int(), count: countSchema })),
  /** The next days on which anything can be had, soonest first, at most `FACET_DAYS`. */
  day: z.array(z.object({ value: daySchema, count: countSchema })),
  /** Dollars; null if nothing matches. */
  price: z.nullable(z.object({ min: dollarsSchema, max: dollarsSchema })),
});
export type ProductFacets = z.infer<typeof productFacetsSchema>;

/** Maximum number of farms in the facets. */
export const FACET_FARMS = 200;
/** Maximum number of days in the facets. */
export const FACET_DAYS = 14;

export const productsPageSchema = z.object({
  products: z.array(productDtoSchema),
  ...pageShape,
  /** With the first page of `GET /products` only. */
  facets: z.optional(productFacetsSchema),
});
export type ProductsPage = z.infer<typeof productsPageSchema>;

/** The first products that match a rule, and how many match. */
export const productRailSchema = z.object({
  products: z.array(productDtoSchema),
  total: countSchema,
});
export type ProductRail = z.infer<typeof productRailSchema>;

/** `GET /products/rails`; everything in them can be bought now. */
export const productRailsSchema = z.object({
  /** Picked within 24 hours. */
  picked: productRailSchema,
  /** Picked within 14 days. */
  inSeason: productRailSchema,
  /** Low in stock. */
  lastFew: productRailSchema,
});
export type ProductRails = z.infer<typeof productRailsSchema>;

export const suggestionsQuerySchema = z.strictObject({
  q: searchTextSchema,
  /** Maximum number of products; farms and categories get half as many places each. */
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(20)), 6),
});
export type SuggestionsQuery = z.infer<typeof suggestionsQuerySchema>;

/** `GET /search/suggestions`: what matches the typed text, best first. */
export const suggestionsSchema = z.object({
  products: z.array(
    z.object({
      _id: idSchema,
      name: z.string(),
      farmer: z.string(),
      image: urlSchema,
      price: dollarsSchema,
      unit: unitSchema,
    }),
  ),
  farms: z.array(
    z.object({
      _id: idSchema,
      slug: slugSchema,
      name: z.string(),
      image: urlSchema,
      city: z.string(),
      state: z.string(),
    }),
  ),
  categories: z.array(z.object({ value: categorySchema, count: countSchema })),
  /** Which of the three fits best, and is shown first. */
  first: z.enum(['products', 'farms', 'categories']),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;
