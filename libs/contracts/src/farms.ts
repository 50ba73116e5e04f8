import * as z from 'zod/mini';
import { idSchema, pageQuerySchema, pageShape, urlSchema, versionSchema } from './primitives.js';

export const farmStatusSchema = z.enum(['pending', 'approved', 'refused']);
export type FarmStatus = z.infer<typeof farmStatusSchema>;

export const fulfilmentSchema = z.enum(['delivery', 'pickup']);
export type Fulfilment = z.infer<typeof fulfilmentSchema>;

export const slugSchema = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(80));

export const farmDtoSchema = z.object({
  _id: idSchema,
  slug: slugSchema,
  name: z.string(),
  tagline: z.string(),
  story: z.string(),
  practices: z.array(z.string()),
  certification: z.nullable(z.string()),
  image: urlSchema,
  city: z.string(),
  state: z.string(),
  /** How a customer can get the goods; never empty for an approved farm. */
  fulfilment: z.array(fulfilmentSchema),
  pickupPlace: z.nullable(z.string()),
  status: farmStatusSchema,
  version: versionSchema,
});
export type FarmDto = z.infer<typeof farmDtoSchema>;

export const farmsQuerySchema = pageQuerySchema;
export const farmsPageSchema = z.object({ farms: z.array(farmDtoSchema), ...pageShape });
export type FarmsPage = z.infer<typeof farmsPageSchema>;
