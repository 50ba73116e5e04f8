import * as z from 'zod/mini';
import { phoneSchema, zipCodeSchema } from './contact-data.js';
import { textSchema } from './text.js';
import { US_STATES } from './us-states.js';

/** An address as stored. Old ones may lack a recipient, and their state was never validated. */
export const addressSchema = z.strictObject({
  recipient: z.optional(textSchema(80)),
  phone: z.optional(textSchema(60)),
  line1: textSchema(120),
  line2: z.optional(textSchema(120, { empty: true })),
  city: textSchema(80),
  state: textSchema(40),
  postalCode: textSchema(16),
});
export type Address = z.infer<typeof addressSchema>;

/** A validated address, for saving and ordering. Whether the ZIP code is of the state is not checked: see docs/data.md. */
export const deliveryAddressSchema = z.strictObject({
  recipient: textSchema(80),
  phone: phoneSchema,
  line1: textSchema(120),
  line2: z.optional(textSchema(120, { empty: true })),
  city: textSchema(80),
  /** Two letters. */
  state: z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.refine((code) => Object.hasOwn(US_STATES, code), 'must be a US state such as NY'),
  ),
  postalCode: zipCodeSchema,
});
export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;
