import * as z from 'zod/mini';
import { dollarsSchema } from './amounts.js';
import { type Cents } from './money.js';
import { type Id, idSchema, timestampSchema } from './primitives.js';
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

/** What was given back of a part: in the tender, and as credit. */
export function refundSums(
  refunds: readonly {
    readonly to: RefundTo;
    readonly lines: readonly { readonly cents: Cents }[];
  }[],
): Record<RefundTo, Cents> {
  const sums = { tender: 0, credit: 0 };
  for (const { to, lines } of refunds) for (const { cents } of lines) sums[to] += cents;
  return sums;
}

/** What can still be given back of a line: the price of what came, less what was given back before. */
export function refundable(
  line: { readonly productId: Id; readonly total: Cents },
  refunds: readonly {
    readonly lines: readonly { readonly productId: Id; readonly cents: Cents }[];
  }[],
): Cents {
  const given = refunds
    .flatMap(({ lines }) => lines)
    .filter(({ productId }) => productId === line.productId)
    .reduce((sum, { cents }) => sum + cents, 0);
  return line.total - given;
}
