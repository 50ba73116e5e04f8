import * as z from 'zod/mini';
import { MAX_ADDRESSES } from './constants.js';
import { deliveryAddressSchema } from './delivery-address.js';
import { idSchema, versionSchema } from './primitives.js';

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
