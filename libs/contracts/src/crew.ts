import * as z from 'zod/mini';
import { deliveryAddressSchema } from './addresses.js';
import { amountSchema, dollarsSchema, unitSchema } from './amounts.js';
import { MAX_ORDER_LINES } from './constants.js';
import type { FarmRole } from './farm-roles.js';
import { type Fulfilment, fulfilmentSchema } from './farms.js';
import { changeRefusal } from './order-changes.js';
import { declineReasonSchema } from './order-ends.js';
import { type FarmStep, type PartStatus, partStatusSchema } from './order-state.js';
import { idSchema, timestampSchema, totalSchema, urlSchema, versionSchema } from './primitives.js';
import { partSlotSchema } from './schedules.js';

/** What packers and drivers receive of an order. No field here has a price: docs/adr/0024-farm-teams.md. */
const crewOrderShape = {
  /** The order's. */
  _id: idSchema,
  partId: idSchema,
  code: z.string(),
  placedAt: timestampSchema,
  /** The customer's name. */
  customer: z.string(),
  status: partStatusSchema,
  /** Null if the farm tells the customer the day. */
  slot: z.nullable(partSlotSchema),
  /** The customer's notes to this farm and to every farm of the order. */
  notes: z.array(z.string()),
  lines: z.array(
    z.object({
      productId: idSchema,
      name: z.string(),
      image: urlSchema,
      unit: unitSchema,
      /** What comes; 0 if nothing does any more. */
      quantity: amountSchema,
      ordered: amountSchema,
      note: z.nullable(z.string()),
    }),
  ),
  /** Of the part: what a step has to name. */
  version: versionSchema,
  /** Grows with every change of the order. */
  orderVersion: versionSchema,
};

/** A part of an order as a packer sees it: without prices, addresses, e-mail addresses and phone numbers. */
export const packingOrderDtoSchema = z.object({
  ...crewOrderShape,
  fulfilment: fulfilmentSchema,
  pickupPlace: z.nullable(z.string()),
  farmName: z.string(),
});
export type PackingOrderDto = z.infer<typeof packingOrderDtoSchema>;

/** `GET /farms/mine/packing-orders`: the open parts of a day, oldest order first. */
export const packingOrdersSchema = z.object({
  orders: z.array(packingOrderDtoSchema),
  /** All open parts; the list may show fewer. */
  total: totalSchema,
});
export type PackingOrders = z.infer<typeof packingOrdersSchema>;

/** A delivery of today as a driver sees it. */
export const stopDtoSchema = z.object({
  ...crewOrderShape,
  address: deliveryAddressSchema,
  /** Dollars to take from the customer, with the delivery fee; nothing if it is paid. */
  toCollect: dollarsSchema,
});
export type StopDto = z.infer<typeof stopDtoSchema>;

/**
 * `GET /farms/mine/stops`: the deliveries of today in the order of a short round, those that are handed over too, and
 * the open ones without a day.
 */
export const stopsSchema = z.object({
  stops: z.array(stopDtoSchema),
  /** All deliveries; the round may have fewer. */
  total: totalSchema,
});
export type Stops = z.infer<typeof stopsSchema>;

/**
 * `POST /farms/mine/packing-orders/:id/shorts`: less of some lines comes, or again what was ordered. That nothing comes
 * at all is an owner's to say.
 */
export const packingShortSchema = z.strictObject({
  version: versionSchema,
  lines: z.array(z.strictObject({ productId: idSchema, quantity: amountSchema })).check(
    z.minLength(1, 'a change needs at least one line'),
    z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
    z.refine(
      (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
      'each product can stand in a change once',
    ),
  ),
  declineReason: declineReasonSchema,
});
export type PackingShort = z.infer<typeof packingShortSchema>;

/** Whether a packer may still say that something is missing: until the goods leave. */
export const mayShort = (status: PartStatus): boolean =>
  changeRefusal('shorted', { status, slot: null }, 0) === null;

/** `POST /farms/mine/packing-orders/hand-overs`: what is picked up is handed over by its code. */
export const packingHandOverDtoSchema = z.object({
  order: packingOrderDtoSchema,
  /** Whether it is paid now. How much is on the customer's page; packers see no prices. */
  isPaidNow: z.boolean(),
});
export type PackingHandOver = z.infer<typeof packingHandOverDtoSchema>;

/** `POST /farms/mine/stops/hand-overs`: a delivery of today is handed over by its code. */
export const stopHandOverDtoSchema = z.object({
  stop: stopDtoSchema,
  /** Dollars that are taken from the customer now, with the delivery fee; nothing if it is paid. */
  toCollect: dollarsSchema,
});
export type StopHandOver = z.infer<typeof stopHandOverDtoSchema>;

/** The steps that are a packer's or a driver's own; an owner takes all. */
const CREW_STEPS: Readonly<
  Record<Exclude<FarmRole, 'owner'>, Readonly<Record<Fulfilment, readonly FarmStep[]>>>
> = {
  packer: {
    delivery: ['accepted', 'packed'],
    pickup: ['accepted', 'packed', 'ready_for_pickup', 'delivered'],
  },
  driver: { delivery: ['out_for_delivery', 'delivered'], pickup: [] },
};

/** Whether somebody with this role at the farm may take this step with its part. */
export const mayTakeStep = (role: FarmRole, fulfilment: Fulfilment, step: FarmStep): boolean =>
  role === 'owner' || CREW_STEPS[role][fulfilment].includes(step);
