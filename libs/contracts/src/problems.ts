import * as z from 'zod/mini';
import { dollarsSchema, quantitySchema, unitSchema } from './amounts.js';
import { MAX_ORDER_LINES } from './constants.js';
import { feeRateSchema } from './ledger.js';
import { MAX_LENGTH } from './max-length.js';
import { deliveredAtOf, type HasTimeline, type PartStatus } from './order-state.js';
import { paymentMethodSchema } from './payments.js';
import { uploadedPictureSchema } from './pictures.js';
import {
  idSchema,
  pageQueryShape,
  pageShape,
  timestampSchema,
  totalSchema,
  urlSchema,
  versionSchema,
} from './primitives.js';
import { refundToSchema } from './refunds.js';
import { textSchema } from './text.js';
import { roleSchema } from './users.js';

/** Days after the hand-over for which a customer can report a problem. */
export const PROBLEM_REPORT_DAYS = 14;
/** Maximum number of pictures of a report. */
export const MAX_PROBLEM_PICTURES = 4;

/** What is wrong with a line that was handed over. */
export const problemKindSchema = z.enum(['missing', 'damaged', 'quality', 'wrong_item', 'other']);
export type ProblemKind = z.infer<typeof problemKindSchema>;

export const problemStatusSchema = z.enum(['open', 'answered']);
export type ProblemStatus = z.infer<typeof problemStatusSchema>;

/** `tender`: paid back by the way it was paid. `none`: both agreed on something else, or nothing is owed. */
export const problemOutcomeSchema = z.enum([...refundToSchema.options, 'none']);
export type ProblemOutcome = z.infer<typeof problemOutcomeSchema>;

/** Why a customer cannot report a problem with a part. */
export type ReportRefusal = 'not_delivered' | 'too_late';

/** The end of the time in which problems with a part can be reported, in milliseconds since 1970. */
export const reportableUntil = (deliveredAt: string | Date): number =>
  new Date(deliveredAt).getTime() + PROBLEM_REPORT_DAYS * 86_400_000;

/** Why a problem with a part cannot be reported now; null if it can. `now` is in milliseconds since 1970. */
export function reportRefusal(
  part: HasTimeline<string | Date> & { readonly status: PartStatus },
  now: number,
): ReportRefusal | null {
  const at = deliveredAtOf(part);
  if (part.status !== 'delivered' || !at) return 'not_delivered';
  return reportableUntil(at) <= now ? 'too_late' : null;
}

const eachOnce = <Line extends { readonly productId: string }>(lines: readonly Line[]): boolean =>
  new Set(lines.map(({ productId }) => productId)).size === lines.length;

/** `POST /orders/:id/parts/:partId/problems`: lines of a delivered part with which something is wrong. */
export const reportProblemSchema = z
  .strictObject({
    lines: z
      .array(
        z.strictObject({
          productId: idSchema,
          /** How much of what came, in the product's unit. */
          quantity: quantitySchema,
          kind: problemKindSchema,
        }),
      )
      .check(
        z.minLength(1, 'a report needs at least one line'),
        z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
        z.refine(eachOnce, 'each product can stand in a report once'),
      ),
    text: z.optional(textSchema(MAX_LENGTH.problem, { lines: true })),
    /** Uploaded by the customer before, see `POST /uploads/pictures`. */
    pictures: z._default(
      z.array(urlSchema).check(
        z.maxLength(MAX_PROBLEM_PICTURES, `at most ${MAX_PROBLEM_PICTURES} pictures`),
        z.refine((urls) => new Set(urls).size === urls.length, 'each picture once'),
      ),
      [],
    ),
  })
  .check(
    z.refine(
      ({ lines, text }) => text !== undefined || lines.every(({ kind }) => kind !== 'other'),
      { path: ['text'], error: 'please say what is wrong' },
    ),
  );
export type ReportProblem = z.infer<typeof reportProblemSchema>;

/** A customer's report of a problem, and its answer, as the customer, the farm and the admins see it. */
export const orderProblemSchema = z.object({
  _id: idSchema,
  orderId: idSchema,
  /** The order's. */
  code: z.string(),
  partId: idSchema,
  farmId: idSchema,
  farmName: z.string(),
  customer: z.object({ _id: idSchema, name: z.string() }),
  /** How the order is paid, and the market's fee on its goods: what a refund costs the farm. */
  payment: paymentMethodSchema,
  feeRate: feeRateSchema,
  lines: z.array(
    z.object({
      productId: idSchema,
      name: z.string(),
      image: urlSchema,
      unit: unitSchema,
      price: dollarsSchema,
      /** What came, in `unit`. */
      came: quantitySchema,
      /** How much of it is wrong. */
      quantity: quantitySchema,
      kind: problemKindSchema,
      /** The most that can be given back: the price of what came, less what was given back before. */
      refundable: dollarsSchema,
    }),
  ),
  text: z.nullable(z.string()),
  pictures: z.array(uploadedPictureSchema),
  status: problemStatusSchema,
  reportedAt: timestampSchema,
  /** Null while it is open. */
  answer: z.nullable(
    z.object({
      outcome: problemOutcomeSchema,
      /** What is given back; empty for `none`. */
      lines: z.array(z.object({ productId: idSchema, amount: dollarsSchema })),
      /** The sum of `lines`. */
      amount: dollarsSchema,
      /** What of it is store credit; absent for none. The rest goes back to the card, or in cash from the farm. */
      credit: z.optional(dollarsSchema),
      reason: z.nullable(z.string()),
      by: z.object({ role: roleSchema, name: z.string() }),
      at: timestampSchema,
    }),
  ),
  version: versionSchema,
});
export type OrderProblem = z.infer<typeof orderProblemSchema>;

/** `PATCH /problems/:id/answer`: by its farm or an admin, once. */
export const answerProblemSchema = z
  .strictObject({
    /** The version that the caller saw; an older one is refused. */
    version: versionSchema,
    outcome: problemOutcomeSchema,
    /** What is given back of reported lines; none of them for `none`. */
    lines: z._default(
      z
        .array(z.strictObject({ productId: idSchema, amount: dollarsSchema.check(z.gt(0)) }))
        .check(
          z.maxLength(MAX_ORDER_LINES, `an order has at most ${MAX_ORDER_LINES} lines`),
          z.refine(eachOnce, 'each product can stand in an answer once'),
        ),
      [],
    ),
    /** For the customer; required for `none`. */
    reason: z.optional(textSchema(MAX_LENGTH.reason, { lines: true })),
  })
  .check(
    z.refine(({ outcome, lines }) => (outcome === 'none') === (lines.length === 0), {
      path: ['lines'],
      error: 'a refund needs at least one line, and no refund has none',
    }),
    z.refine(({ outcome, reason }) => outcome !== 'none' || reason !== undefined, {
      path: ['reason'],
      error: 'please say why',
    }),
  );
export type AnswerProblem = z.infer<typeof answerProblemSchema>;

/** `GET /orders/:id/problems`: newest first; for a farm, those with its part. */
export const orderProblemsSchema = z.object({ problems: z.array(orderProblemSchema) });
export type OrderProblems = z.infer<typeof orderProblemsSchema>;

const problemsQueryShape = { ...pageQueryShape, status: z.optional(problemStatusSchema) };
/** `GET /farms/mine/problems`. */
export const farmProblemsQuerySchema = z.strictObject(problemsQueryShape);
export type FarmProblemsQuery = z.infer<typeof farmProblemsQuerySchema>;
/** `GET /problems` of the admins. */
export const problemsQuerySchema = z.strictObject({
  ...problemsQueryShape,
  farm: z.optional(idSchema),
});
export type ProblemsQuery = z.infer<typeof problemsQuerySchema>;
/** Newest first, and how many of all are open. */
export const problemsPageSchema = z.object({
  problems: z.array(orderProblemSchema),
  ...pageShape,
  open: totalSchema,
});
export type ProblemsPage = z.infer<typeof problemsPageSchema>;
