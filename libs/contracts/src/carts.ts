import * as z from 'zod/mini';
import { MAX_ORDER_LINES } from './constants.js';
import { dollarsSchema } from './money.js';
import { idSchema, urlSchema } from './primitives.js';
import { quantitySchema, unitSchema } from './units.js';

export const cartItemSchema = z.object({
  productId: idSchema,
  /** The same as `productId` (SPEC section 3 names both). */
  id: idSchema,
  name: z.string(),
  price: dollarsSchema,
  quantity: z.number(),
  unit: unitSchema,
  step: quantitySchema,
  minimum: quantitySchema,
  available: z.number(),
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
  /** Sum of the quantities (SPEC section 3). */
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

/** A visitor's cart that joins the customer's at sign-in; quantities add, capped by stock. */
export const mergeCartSchema = z.strictObject({
  items: z
    .array(z.strictObject({ productId: idSchema, quantity: quantitySchema }))
    .check(z.maxLength(MAX_ORDER_LINES)),
});
export type MergeCart = z.infer<typeof mergeCartSchema>;
