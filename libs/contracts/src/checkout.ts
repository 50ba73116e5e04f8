import * as z from 'zod/mini';
import { dollarsSchema, quantitySchema, unitSchema } from './amounts.js';
import { fulfilmentSchema } from './farms.js';
import { idSchema, timestampSchema, versionSchema } from './primitives.js';
import { partSlotSchema } from './schedules.js';

/** `open` while it holds goods; else how it ended: given up, replaced by a newer checkout, expired, or ordered. */
export const holdStatusSchema = z.enum(['open', 'released', 'replaced', 'expired', 'used']);
export type HoldStatus = z.infer<typeof holdStatusSchema>;

/** A place that a hold has in a farm's slot. */
export const heldSlotSchema = z.object({ farmId: idSchema, slot: partSlotSchema });
export type HeldSlot = z.infer<typeof heldSlotSchema>;

/** Goods and places that are held for a customer at checkout, until `expiresAt` by the server's clock. */
export const holdDtoSchema = z.object({
  _id: idSchema,
  status: holdStatusSchema,
  expiresAt: timestampSchema,
  /** Whole seconds that were left when the server answered; 0 once it is closed. */
  secondsLeft: z.int().check(z.gte(0)),
  lines: z.array(
    z.object({
      productId: idSchema,
      name: z.string(),
      unit: unitSchema,
      quantity: quantitySchema,
      /** Dollars per unit as the customer saw it at the start of the checkout. */
      price: dollarsSchema,
    }),
  ),
  slots: z._default(z.array(heldSlotSchema), []),
  version: versionSchema,
});
export type HoldDto = z.infer<typeof holdDtoSchema>;

/** Starts a checkout of the cart; an older version than the cart's is refused. */
export const startCheckoutSchema = z.strictObject({
  version: z.int().check(z.gte(0)),
  /**
   * The farms at which a place is held, with its goods: in the chosen slot, or the next that can be had. A farm that
   * is absent, or has no schedule for the method, has none.
   */
  farms: z.optional(
    z.record(
      idSchema,
      z.strictObject({
        fulfilment: z.optional(fulfilmentSchema),
        slotId: z.optional(idSchema),
      }),
    ),
  ),
});
export type StartCheckout = z.infer<typeof startCheckoutSchema>;

export const currentHoldSchema = z.object({ hold: z.nullable(holdDtoSchema) });
export type CurrentHold = z.infer<typeof currentHoldSchema>;

export const holdEventSchema = z.object({ customerId: idSchema, hold: holdDtoSchema });
