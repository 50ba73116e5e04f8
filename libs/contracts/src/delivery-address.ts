import * as z from 'zod/mini';
import { phoneSchema, zipCodeSchema } from './contact-data.js';
import { MAX_LENGTH } from './max-length.js';
import { textSchema } from './text.js';
import { US_STATES } from './us-states.js';

/** Where an order goes. Whether the ZIP code is of the state is not checked: see docs/data.md. */
export const deliveryAddressSchema = z.strictObject({
  recipient: textSchema(MAX_LENGTH.personName),
  phone: phoneSchema,
  line1: textSchema(MAX_LENGTH.addressLine),
  line2: z.optional(textSchema(MAX_LENGTH.addressLine, { empty: true })),
  city: textSchema(MAX_LENGTH.city),
  /** Two letters. */
  state: z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.refine((code) => Object.hasOwn(US_STATES, code), 'must be a US state such as NY'),
  ),
  postalCode: zipCodeSchema,
});
export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;
