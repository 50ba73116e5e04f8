import * as z from 'zod/mini';
import { deliveryAddressSchema } from './addresses.js';
import { amountSchema, dollarsSchema, quantitySchema, unitSchema } from './amounts.js';
import { cartDtoSchema } from './carts.js';
import { MAX_ORDER_STEPS } from './constants.js';
import { enteredMomentSchema } from './days.js';
import { problemSchema } from './errors.js';
import { fulfilmentSchema } from './farms.js';
import { farmStepSchema, type PartStatus, partStatusSchema } from './order-state.js';
import { orderDtoSchema, partDaySchema } from './orders.js';
import { paymentMethodSchema, paymentStatusSchema } from './payments.js';
import { idSchema, timestampSchema, totalSchema, urlSchema, versionSchema } from './primitives.js';
import { partSlotSchema } from './schedules.js';

/** `GET /farms/mine/pick-list`: what to pick for the orders of a day, or those placed in a period. */
export const pickListQuerySchema = z.strictObject({
  /** Both if absent. */
  status: z.optional(z.enum(['placed', 'accepted'])),
  day: z.optional(partDaySchema),
  /** Placed from this moment on. */
  from: z.optional(enteredMomentSchema),
  /** Placed before this moment. */
  to: z.optional(enteredMomentSchema),
});
export type PickListQuery = z.infer<typeof pickListQuerySchema>;

const pickLineShape = {
  productId: idSchema,
  name: z.string(),
  unit: unitSchema,
  /** What comes; 0 for what was taken off, which is no longer to be picked. */
  quantity: amountSchema,
  ordered: amountSchema,
  note: z.nullable(z.string()),
};

/** The same goods twice: by product for the field, by order for the packing table; oldest order first. */
export const pickListSchema = z.object({
  products: z.array(
    z.object({
      productId: idSchema,
      name: z.string(),
      image: urlSchema,
      unit: unitSchema,
      /** The sum of what comes, over all orders. */
      quantity: z.number(),
      orders: z.array(
        z.object({
          orderId: idSchema,
          code: z.string(),
          quantity: amountSchema,
          note: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  orders: z.array(
    z.object({
      orderId: idSchema,
      partId: idSchema,
      code: z.string(),
      placedAt: timestampSchema,
      status: partStatusSchema,
      fulfilment: fulfilmentSchema,
      slot: z.nullable(partSlotSchema),
      note: z.nullable(z.string()),
      lines: z.array(z.object(pickLineShape)),
      version: versionSchema,
    }),
  ),
  /** All orders to pick; the list may show fewer. */
  total: totalSchema,
});
export type PickList = z.infer<typeof pickListSchema>;

/** The statuses of parts that are still to be packed or handed to a driver: those that get slips and labels. */
export const TO_PACK = ['placed', 'accepted', 'packed'] as const satisfies readonly PartStatus[];
/** The statuses of parts that are not over. */
export const OPEN_PARTS = [
  ...TO_PACK,
  'out_for_delivery',
  'ready_for_pickup',
] as const satisfies readonly PartStatus[];

/** The most parts of which `GET /farms/mine/order-days` says the day. */
export const MAX_ORDER_DAYS = 2_000;

/** `GET /farms/mine/order-days`: the day of each open part of the farm, from which pages count, oldest order first. */
export const orderDaysSchema = z.object({
  parts: z.array(
    z.object({
      orderId: idSchema,
      partId: idSchema,
      day: partDaySchema,
      status: partStatusSchema,
      fulfilment: fulfilmentSchema,
      version: versionSchema,
    }),
  ),
  /** False if there are more than `MAX_ORDER_DAYS`. */
  isComplete: z.boolean(),
});
export type OrderDays = z.infer<typeof orderDaysSchema>;

/** Of one day, or of every day if absent. */
export const dayQuerySchema = z.strictObject({ day: z.optional(partDaySchema) });
export type DayQuery = z.infer<typeof dayQuerySchema>;

/** The slip in the box; it has the order's code, never the customer's name. */
export const packingSlipSchema = z.object({
  orderId: idSchema,
  partId: idSchema,
  code: z.string(),
  placedAt: timestampSchema,
  farmName: z.string(),
  status: partStatusSchema,
  fulfilment: fulfilmentSchema,
  pickupPlace: z.nullable(z.string()),
  slot: z.nullable(partSlotSchema),
  /** Null for pickup; without the recipient. */
  address: z.nullable(z.omit(deliveryAddressSchema, { recipient: true, phone: true })),
  /** The customer's notes to this farm and to every farm of the order. */
  notes: z.array(z.string()),
  lines: z.array(z.object({ ...pickLineShape, total: dollarsSchema })),
  goodsTotal: dollarsSchema,
  /** What to collect at handover; the delivery fee is collected with the first delivery of an order. */
  payment: z.object({
    method: paymentMethodSchema,
    status: paymentStatusSchema,
    deliveryFee: dollarsSchema,
    toCollect: dollarsSchema,
  }),
  version: versionSchema,
});
export type PackingSlip = z.infer<typeof packingSlipSchema>;

/** `GET /farms/mine/packing-slips`: the slips of the parts to pack, by window and then oldest order first. */
export const packingSlipsSchema = z.object({
  slips: z.array(packingSlipSchema),
  /** All parts to pack; there may be fewer slips. */
  total: totalSchema,
});
export type PackingSlips = z.infer<typeof packingSlipsSchema>;

/**
 * `GET /farms/mine/run-sheet`: the deliveries of a day in the order of a short round. Those that are delivered already
 * stay on it; of deliveries without a day, and of all days together, only the open ones are.
 */
export const runSheetSchema = z.object({
  stops: z.array(
    z.extend(orderDtoSchema, {
      /** Whether the ZIP code's centre is known; stops with unknown ones come last. */
      isOnRound: z.boolean(),
      /** With the delivery fee. */
      toCollect: dollarsSchema,
    }),
  ),
  /** Whether it is known where the farm is, so that the round begins and ends there. */
  startsAtFarm: z.boolean(),
  /** All deliveries; the round may have fewer. */
  total: totalSchema,
});
export type RunSheet = z.infer<typeof runSheetSchema>;

/** `POST /farms/mine/order-steps`: one regular step for each of several parts. */
export const orderStepsSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        orderId: idSchema,
        partId: idSchema,
        status: farmStepSchema,
        /** The part's version that the caller saw; an older one is refused. */
        version: versionSchema,
      }),
    )
    .check(
      z.minLength(1, 'at least one step'),
      z.maxLength(MAX_ORDER_STEPS, `at most ${MAX_ORDER_STEPS} steps`),
      z.refine(
        (steps) => new Set(steps.map(({ partId }) => partId)).size === steps.length,
        'each part can stand in it once',
      ),
    ),
});
export type OrderSteps = z.infer<typeof orderStepsSchema>;

/** The result of each step, in the order of the request: the changed order, or why the step was refused. */
export const orderStepsResultSchema = z.object({
  results: z.array(
    z.union([z.object({ order: orderDtoSchema }), z.object({ problem: problemSchema })]),
  ),
});
export type OrderStepsResult = z.infer<typeof orderStepsResultSchema>;

/** Why the cart got less of a line than the old order had. */
export const buyAgainReasonSchema = z.enum([
  'not_sold',
  'unit_changed',
  'sold_out',
  'less_left',
  'cart_full',
]);
export type BuyAgainReason = z.infer<typeof buyAgainReasonSchema>;

/** `POST /orders/:id/buy-again`: adds the order's lines to the cart, as far as they are available. */
export const buyAgainSchema = z.object({
  cart: cartDtoSchema,
  lines: z.array(
    z.object({
      productId: idSchema,
      name: z.string(),
      unit: unitSchema,
      wanted: quantitySchema,
      inCart: z.number(),
      outcome: z.enum(['added', 'reduced', 'skipped']),
      reason: z.nullable(buyAgainReasonSchema),
    }),
  ),
});
export type BuyAgain = z.infer<typeof buyAgainSchema>;
