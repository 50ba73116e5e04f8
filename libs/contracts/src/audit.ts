import * as z from 'zod/mini';
import { enteredMomentSchema } from './days.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  searchTextSchema,
  timestampSchema,
} from './primitives.js';
import { roleSchema } from './users.js';

/** What an admin, or the system itself, did to somebody else's data. */
export const auditActionSchema = z.enum([
  'user.status-changed',
  'farm.approved',
  'farm.refused',
  'product.changed',
  'order.part-changed',
  // stored by builds before changes
  'order.part-status-changed',
  'problem.answered',
  'message.removed',
  'message.kept',
  'review.hidden',
  'review.restored',
  'job.retried',
  'job.discarded',
  'queue.retried',
  'month.closed',
  'payout.marked',
  'payment.marked',
  'payment.captured',
  'payment.refunded',
  'payment.refund-refused',
  'payment.paid-back',
  'payment.disputed',
  'payout.transferred',
  'payout.reversed',
  'payout.returned',
  'correction.proposed',
  'correction.confirmed',
  'correction.rejected',
]);
export type AuditAction = z.infer<typeof auditActionSchema>;

export const auditTargetTypeSchema = z.enum([
  'user',
  'farm',
  'product',
  'order',
  'review',
  'job',
  'month',
]);
export type AuditTargetType = z.infer<typeof auditTargetTypeSchema>;
/** The target's id; `queue/id` for a job, `queue` for all jobs of a queue. */
export const auditTargetIdSchema = z.string().check(z.regex(/^[\w:./-]{1,250}$/, 'must be an id'));

/** The state before or after a change: only the fields that it concerns. */
export const auditStateSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
);
export type AuditState = z.infer<typeof auditStateSchema>;

export const auditEntrySchema = z.object({
  _id: idSchema,
  /** Null for the system itself; `name` is the name at that time. */
  actor: z.nullable(z.object({ _id: idSchema, name: z.string(), role: roleSchema })),
  action: auditActionSchema,
  /** `name` is the name at that time; null if it has none. */
  target: z.object({
    type: auditTargetTypeSchema,
    id: auditTargetIdSchema,
    name: z.nullable(z.string()),
  }),
  before: auditStateSchema,
  after: auditStateSchema,
  reason: z.nullable(z.string()),
  requestId: z.string(),
  at: timestampSchema,
});
export type AuditEntryDto = z.infer<typeof auditEntrySchema>;

const auditFilterShape = {
  /** A prefix of a word in the actor's or the target's name. */
  q: z.optional(searchTextSchema),
  actor: z.optional(idSchema),
  action: z.optional(auditActionSchema),
  targetType: z.optional(auditTargetTypeSchema),
  target: z.optional(auditTargetIdSchema),
  /** From this moment on. */
  from: z.optional(enteredMomentSchema),
  /** Before this moment. */
  to: z.optional(enteredMomentSchema),
};
export const auditFilterSchema = z.strictObject(auditFilterShape);
export type AuditFilter = z.infer<typeof auditFilterSchema>;
export const auditQuerySchema = z.strictObject({ ...pageQueryShape, ...auditFilterShape });
export type AuditQuery = z.infer<typeof auditQuerySchema>;
export const auditPageSchema = z.object({ entries: z.array(auditEntrySchema), ...pageShape });
export type AuditPage = z.infer<typeof auditPageSchema>;
