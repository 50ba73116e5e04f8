import * as z from 'zod/mini';
import { MAX_ORDER_LINES } from './constants.js';
import { fulfilmentSchema, slugSchema } from './farms.js';
import { dollarsSchema } from './money.js';
import { orderStatusSchema, partStatusSchema } from './order-state.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  textSchema,
  timestampSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { quantitySchema, unitSchema } from './units.js';
import { roleSchema } from './users.js';

export const addressSchema = z.strictObject({
  line1: textSchema(120),
  line2: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  city: textSchema(80),
  state: textSchema(40),
  postalCode: textSchema(16),
});
export type Address = z.infer<typeof addressSchema>;

export const placeOrderSchema = z.strictObject({
  items: z.array(z.strictObject({ productId: idSchema, quantity: quantitySchema })).check(
    z.minLength(1, 'an order needs at least one item'),
    z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
    z.refine(
      (items) => new Set(items.map((item) => item.productId)).size === items.length,
      'each product can stand in an order once',
    ),
  ),
  address: addressSchema,
  /** Farm id → how its goods get to the customer; a farm that is not named delivers if it can. */
  fulfilment: z.optional(z.record(idSchema, fulfilmentSchema)),
  notes: z.optional(z.string().check(z.trim(), z.maxLength(280))),
});
export type PlaceOrder = z.infer<typeof placeOrderSchema>;

/** What a client sends in the header `Idempotency-Key`: chosen once per attempt to order. */
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[\w-]{8,100}$/, 'must be 8 to 100 letters, digits, - or _'));

export const changePartStatusSchema = z.strictObject({
  status: partStatusSchema,
  /** The part's version that the caller saw; an older one is refused. */
  version: versionSchema,
  reason: z.optional(textSchema(280)),
});
export type ChangePartStatus = z.infer<typeof changePartStatusSchema>;

export const orderLineSchema = z.object({
  productId: idSchema,
  name: z.string(),
  image: urlSchema,
  unit: unitSchema,
  quantity: quantitySchema,
  price: dollarsSchema,
  total: dollarsSchema,
});
export type OrderLine = z.infer<typeof orderLineSchema>;

/** One step in a part's life: what, when, who, why. */
export const timelineEntrySchema = z.object({
  status: partStatusSchema,
  at: timestampSchema,
  by: z.object({ role: roleSchema, name: z.string() }),
  reason: z.nullable(z.string()),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

export const orderPartSchema = z.object({
  _id: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  farmSlug: slugSchema,
  fulfilment: fulfilmentSchema,
  pickupPlace: z.nullable(z.string()),
  status: partStatusSchema,
  subtotal: dollarsSchema,
  lines: z.array(orderLineSchema),
  timeline: z.array(timelineEntrySchema),
  version: versionSchema,
});
export type OrderPart = z.infer<typeof orderPartSchema>;

/** An order as its reader may see it: a farmer gets the own farm's part only, and totals of that part. */
export const orderDtoSchema = z.object({
  _id: idSchema,
  /** What people say on the phone, such as `FG-7K3Q9M`. */
  code: z.string(),
  createdAt: timestampSchema,
  status: orderStatusSchema,
  isDelivered: z.boolean(),
  customer: z.object({ _id: idSchema, name: z.string() }),
  /** Null for a farmer whose part is collected: the address is none of the farm's business then. */
  address: z.nullable(addressSchema),
  notes: z.nullable(z.string()),
  goodsTotal: dollarsSchema,
  deliveryFee: dollarsSchema,
  totalPrice: dollarsSchema,
  parts: z.array(orderPartSchema),
  version: versionSchema,
});
export type OrderDto = z.infer<typeof orderDtoSchema>;

export const ordersQuerySchema = z.strictObject({
  ...pageQueryShape,
  status: z.optional(orderStatusSchema),
});
export type OrdersQuery = z.infer<typeof ordersQuerySchema>;
export const ordersPageSchema = z.object({ orders: z.array(orderDtoSchema), ...pageShape });
export type OrdersPage = z.infer<typeof ordersPageSchema>;

/** What a change of one part means for the screens that show the order. */
export const partStatusChangeSchema = z.object({
  orderId: idSchema,
  customerId: idSchema,
  farmId: idSchema,
  part: orderPartSchema,
  /** The order as a whole after the change: for its customer and the admins only. */
  order: z.object({
    status: orderStatusSchema,
    isDelivered: z.boolean(),
    goodsTotal: dollarsSchema,
    deliveryFee: dollarsSchema,
    totalPrice: dollarsSchema,
    version: versionSchema,
  }),
  /** Dollars by which the order's total changed: 0, or negative when a part fell away. */
  totalChange: dollarsSchema,
});
export type PartStatusChange = z.infer<typeof partStatusChangeSchema>;

/** The same change as the part's farm may know it. */
export const farmPartChangeSchema = z.object({
  orderId: idSchema,
  farmId: idSchema,
  part: orderPartSchema,
});
export type FarmPartChange = z.infer<typeof farmPartChangeSchema>;
