import * as z from 'zod/mini';
import { MAX_ADDRESSES } from './constants.js';
import { phoneSchema, zipCodeSchema } from './contact-data.js';
import { MAX_LENGTH } from './max-length.js';
import { idSchema, versionSchema } from './primitives.js';
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

export const savedAddressSchema = z.object({
  ...deliveryAddressSchema.shape,
  _id: idSchema,
  /** Preselected at checkout. Exactly one address is the default, unless there are none. */
  isDefault: z.boolean(),
});
export type SavedAddress = z.infer<typeof savedAddressSchema>;

/** A user's addresses, oldest first. */
export const addressBookSchema = z.object({
  addresses: z.array(savedAddressSchema).check(z.maxLength(MAX_ADDRESSES)),
  /** 0 until the first address is added. */
  version: z.int().check(z.gte(0)),
});
export type AddressBook = z.infer<typeof addressBookSchema>;

/** The first address always becomes the default. */
export const addAddressSchema = z.extend(deliveryAddressSchema, {
  isDefault: z.optional(z.boolean()),
});
export type AddAddress = z.infer<typeof addAddressSchema>;

/** Absent fields keep their value. `isDefault` also unsets the previous default. */
export const updateAddressSchema = z.strictObject({
  ...z.partial(deliveryAddressSchema).shape,
  isDefault: z.optional(z.literal(true)),
  /** The book's version that the caller saw. */
  version: versionSchema,
});
export type UpdateAddress = z.infer<typeof updateAddressSchema>;
