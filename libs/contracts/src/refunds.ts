import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { idSchema, timestampSchema } from './primitives.js';
import { roleSchema } from './users.js';

/** How a customer gets money back: by the way they paid, or as store credit. */
export const refundToSchema = z.enum(['tender', 'credit']);
export type RefundTo = z.infer<typeof refundToSchema>;

/** What was given back of lines of a part after its hand-over, in the units of the API. */
export const partRefundSchema = z.object({
  _id: idSchema,
  at: timestampSchema,
  by: z.object({ role: roleSchema, name: z.string() }),
  to: refundToSchema,
  lines: z.array(z.object({ productId: idSchema, amount: dollarsSchema })),
  /** The sum of its lines. */
  amount: dollarsSchema,
  reason: z.nullable(z.string()),
  /** The report that it answers. */
  problemId: idSchema,
});
export type PartRefund = z.infer<typeof partRefundSchema>;
