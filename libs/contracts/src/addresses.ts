import * as z from 'zod/mini';
import { MAX_ADDRESSES } from './constants.js';
import { addressSchema, deliveryAddressSchema } from './delivery-address.js';
import { idSchema, versionSchema } from './primitives.js';

export const savedAddressSchema = z.object({
  ...addressSchema.shape,
  _id: idSchema,
  /** The checkout proposes it. While there are addresses, exactly one is the default. */
  isDefault: z.boolean(),
});
export type SavedAddress = z.infer<typeof savedAddressSchema>;

/** A user's addresses, oldest first. */
export const addressBookSchema = z.object({
  addresses: z.array(savedAddressSchema).check(z.maxLength(MAX_ADDRESSES)),
  /** 0 while there has never been an address. */
  version: z.int().check(z.gte(0)),
});
export type AddressBook = z.infer<typeof addressBookSchema>;

/** The first address is the default in any case. */
export const addAddressSchema = z.safeExtend(deliveryAddressSchema, {
  isDefault: z.optional(z.boolean()),
});
export type AddAddress = z.infer<typeof addAddressSchema>;

/** Absent fields stay as they are: whoever merges them checks the ZIP code against the state. An address stops being the default when another becomes it. */
export const updateAddressSchema = z.strictObject({
  ...z.partial(z.object(deliveryAddressSchema.shape)).shape,
  isDefault: z.optional(z.literal(true)),
  /** The book's version that the caller saw. */
  version: versionSchema,
});
export type UpdateAddress = z.infer<typeof updateAddressSchema>;
