import * as z from 'zod/mini';
import { MAX_LENGTH } from './max-length.js';
import { textSchema } from './text.js';

/** What becomes of the orders of slots that a change removes, moves, closes or makes smaller. */
export const ordersFateSchema = z.discriminatedUnion('orders', [
  /** They stay as agreed: each slot keeps its time and place, and as many places as are taken. */
  z.strictObject({ orders: z.literal('keep') }),
  z.strictObject({
    orders: z.literal('cancel'),
    reason: textSchema(MAX_LENGTH.reason, { lines: true }),
  }),
]);
export type OrdersFate = z.infer<typeof ordersFateSchema>;
