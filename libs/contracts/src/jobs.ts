import * as z from 'zod/mini';
import { idSchema } from './primitives.js';

/** How a queue treats its jobs. Times in milliseconds, retention in seconds and rows. */
export interface QueueDefinition {
  readonly attempts: number;
  readonly backoffMs: number;
  /** Jobs that one process works on at once. */
  readonly concurrency: number;
  readonly keepCompleted: { readonly age: number; readonly count: number };
  readonly keepFailed: { readonly age: number; readonly count: number };
}

/**
 * Every queue. The names are keys in Redis of every installation: never rename one.
 * The first two carry domain events (`events.ts`), job name = event name, job id = event id, so that an
 * event the relay hands over twice is queued once while the first is kept.
 */
export const queues = {
  /** To the workers: projections, notifications and what else follows from an event. */
  'domain-events': {
    attempts: 8,
    backoffMs: 250,
    concurrency: 4,
    keepCompleted: { age: 3600, count: 10_000 },
    keepFailed: { age: 30 * 86_400, count: 10_000 },
  },
  /** To the gateways: one at a time per gateway, which keeps the order that the relay gave. */
  realtime: {
    attempts: 3,
    backoffMs: 50,
    concurrency: 1,
    keepCompleted: { age: 600, count: 5_000 },
    keepFailed: { age: 7 * 86_400, count: 1_000 },
  },
  /** To the workers: mails to hand over, job id = the notification's id; tried for almost three hours. */
  mail: {
    attempts: 12,
    backoffMs: 5_000,
    concurrency: 2,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 10_000 },
  },
} as const satisfies Record<string, QueueDefinition>;
export type QueueName = keyof typeof queues;

/** A job of the queue `mail`: the notification whose words are to be mailed, and the request that caused it. */
export const mailJobSchema = z.object({ notificationId: idSchema, correlationId: z.string() });
export type MailJob = z.infer<typeof mailJobSchema>;
