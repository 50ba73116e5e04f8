import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { idSchema, versionSchema } from './primitives.js';

/** `won`: the money came back. `lost`: it is the customer's. */
export const disputeStateSchema = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof disputeStateSchema>;

/** A customer's bank has taken money back, or has decided on it; the payload of `order.disputed`. */
export const orderDisputedSchema = z.object({
  orderId: idSchema,
  code: z.string(),
  farmId: idSchema,
  amount: dollarsSchema,
  state: disputeStateSchema,
  /** By which the provider knows it. */
  reference: z.string(),
  version: versionSchema,
});
export type OrderDisputed = z.infer<typeof orderDisputedSchema>;

/** `GET /admin/money/disputes`: those that are not decided, the oldest first, up to a hundred. */
export const disputesSchema = z.object({ disputes: z.array(orderDisputedSchema) });
export type OpenDisputes = z.infer<typeof disputesSchema>;
