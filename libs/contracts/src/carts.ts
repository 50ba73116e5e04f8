import * as z from 'zod/mini';
import { dollarsSchema, quantitySchema, unitSchema } from './amounts.js';
import { MAX_ORDER_LINES } from './constants.js';
import { idSchema, urlSchema, versionSchema } from './primitives.js';

/** A difference from what the customer last saw; shown until they decide. */
export const cartChangeSchema = z.object({
  kind: z.enum(['price', 'stock', 'unavailable', 'minimum']),
  /** The old price in dollars for `price`, else the wanted amount in the product's unit. */
  from: z.number(),
  /** The new value, or the orderable amount; 0 if nothing can be ordered. */
  to: z.number(),
  /** A sentence for people. */
  reason: z.string(),
});
export type CartChange = z.infer<typeof cartChangeSchema>;

export const cartItemSchema = z.object({
  productId: idSchema,
  /** The same as `productId` (docs/product.md, Data that people see names both). */
  id: idSchema,
  name: z.string(),
  price: dollarsSchema,
  quantity: z.number(),
  unit: unitSchema,
  step: quantitySchema,
  minimum: quantitySchema,
  /** The product's version that this line shows; data of a newer version takes precedence. */
  productVersion: versionSchema,
  /** The amount anybody can buy now, excluding what is held for this customer. */
  available: z.number(),
  /** The amount that the customer's own checkout holds. */
  held: z.number(),
  /** Whether it can be bought at all. */
  buyable: z.boolean(),
  /** The price that the customer has last seen and accepted. */
  seen: z.object({ price: dollarsSchema }),
  changes: z.array(cartChangeSchema),
  total: dollarsSchema,
  image: urlSchema,
  farmId: idSchema,
  farmer: z.string(),
});
export type CartItem = z.infer<typeof cartItemSchema>;

export const cartDtoSchema = z.object({
  items: z.array(cartItemSchema),
  /** Sum of the line totals, in dollars. */
  total: dollarsSchema,
  /** Sum of the quantities (docs/product.md, Data that people see). */
  itemCount: z.number(),
  /** 0 while the customer has never had a cart. */
  version: z.int().check(z.gte(0)),
});
export type CartDto = z.infer<typeof cartDtoSchema>;

/** Sets the amount of one product; 0 removes the line. */
export const setCartItemSchema = z.strictObject({
  quantity: z.union([z.literal(0), quantitySchema]),
});
export type SetCartItem = z.infer<typeof setCartItemSchema>;

/** A visitor's cart, merged into the customer's at sign-in; quantities add up, limited by stock. */
export const mergeCartSchema = z.strictObject({
  items: z
    .array(z.strictObject({ productId: idSchema, quantity: quantitySchema }))
    .check(z.maxLength(MAX_ORDER_LINES)),
});
export type MergeCart = z.infer<typeof mergeCartSchema>;

/** A line of a visitor's cart that was merged only in part or not at all, and why; `got` is the amount added. */
export const mergedLineSchema = z.object({
  productId: idSchema,
  asked: z.number(),
  got: z.number(),
  reason: z.enum(['stock', 'step', 'not-available', 'unknown', 'cart-full']),
});
export type MergedLine = z.infer<typeof mergedLineSchema>;
export const mergedCartSchema = z.object({
  ...cartDtoSchema.shape,
  merged: z.array(mergedLineSchema),
});
export type MergedCart = z.infer<typeof mergedCartSchema>;

/** The customer accepts these changes: each line at this price, and with this amount if given. */
export const acknowledgeCartSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        productId: idSchema,
        price: dollarsSchema,
        quantity: z.optional(quantitySchema),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
});
export type AcknowledgeCart = z.infer<typeof acknowledgeCartSchema>;
