import * as z from 'zod/mini';
import { type QueueName, queues } from './jobs.js';
import { pageQueryShape, pageShape, timestampSchema } from './primitives.js';

export const queueNameSchema = z.enum(Object.keys(queues) as [QueueName, ...QueueName[]]);

const countSchema = z.int().check(z.gte(0));

/** `GET /admin/queues`: how much waits in each queue now. */
export const queueDepthsSchema = z.object({
  queues: z.array(
    z.object({
      name: queueNameSchema,
      waiting: countSchema,
      /** When the job that has waited longest was added. Absent from gateways of the previous build. */
      waitingSince: z.optional(z.nullable(timestampSchema)),
      active: countSchema,
      delayed: countSchema,
      failed: countSchema,
    }),
  ),
});
export type QueueDepths = z.infer<typeof queueDepthsSchema>;

/** The id of a job as its queue knows it. */
export const jobIdSchema = z.string().check(z.regex(/^[\w:.-]{1,200}$/, 'must be the id of a job'));

/** `failed`: no attempts are left. `delayed`: waits for its time or for the next attempt. */
export const listedJobStateSchema = z.enum(['failed', 'delayed']);
export type ListedJobState = z.infer<typeof listedJobStateSchema>;

/** A job as admins see it; possible passwords are removed from the error message. */
export const queueJobSchema = z.object({
  queue: queueNameSchema,
  _id: jobIdSchema,
  /** For the queue `domain-events`: the event's name. */
  name: z.string(),
  state: z.enum(['failed', 'delayed', 'waiting', 'active', 'completed']),
  tries: countSchema,
  triesAllowed: countSchema,
  /** The error of the last attempt; null before the first failure. */
  reason: z.nullable(z.string()),
  createdAt: timestampSchema,
  failedAt: z.nullable(timestampSchema),
  /** When a delayed job is due; null for others. */
  dueAt: z.nullable(timestampSchema),
});
export type QueueJob = z.infer<typeof queueJobSchema>;

/** The same with the job's data, without secrets. */
export const queueJobDetailSchema = z.extend(queueJobSchema, { data: z.unknown() });
export type QueueJobDetail = z.infer<typeof queueJobDetailSchema>;

export const queueJobsQuerySchema = z.strictObject({
  ...pageQueryShape,
  queue: queueNameSchema,
  state: z._default(listedJobStateSchema, 'failed'),
});
export type QueueJobsQuery = z.infer<typeof queueJobsQuerySchema>;
export const queueJobsPageSchema = z.object({ jobs: z.array(queueJobSchema), ...pageShape });
export type QueueJobsPage = z.infer<typeof queueJobsPageSchema>;

/** `POST /admin/jobs/:queue/retry`: how many jobs were requeued. */
export const retriedJobsSchema = z.object({ retried: countSchema });
export type RetriedJobs = z.infer<typeof retriedJobsSchema>;
