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
 * The first two carry domain events (`events.ts`).
 */
export const queues = {
  /**
   * To the workers: projections, notifications and what else follows from an event. Those at work share transactions.
   * Job name = event name, job id = event id: what the relay hands over twice is queued once while the first is kept.
   */
  'domain-events': {
    attempts: 8,
    backoffMs: 250,
    concurrency: 100,
    keepCompleted: { age: 3600, count: 10_000 },
    keepFailed: { age: 30 * 86_400, count: 10_000 },
  },
  /**
   * To the gateways, in the order that the relay gave: a job holds the events that were handed over together, and is
   * done in a moment, so each gateway takes one after the other and never asks for another one in vain. Of an event that
   * comes twice, gateways know the id.
   */
  realtime: {
    attempts: 3,
    backoffMs: 50,
    concurrency: 1,
    keepCompleted: { age: 600, count: 5_000 },
    keepFailed: { age: 7 * 86_400, count: 1_000 },
  },
  /** To the workers, which read and mark those at work together: mails to hand over, job id = the id of the notification or the mail; tried for almost three hours. */
  mail: {
    attempts: 12,
    backoffMs: 5_000,
    concurrency: 20,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 10_000 },
  },
  /** To the workers: ends of checkouts; what is lost here, the next sweep does. */
  holds: {
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 4,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 10_000 },
  },
  /** To the workers: ends of farms' holidays; what is lost here, the next sweep does. */
  holidays: {
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 1,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 1_000 },
  },
  /** To the workers: long looks at the books, one at a time per worker. */
  checks: {
    attempts: 3,
    backoffMs: 10_000,
    concurrency: 1,
    keepCompleted: { age: 86_400, count: 100 },
    keepFailed: { age: 30 * 86_400, count: 1_000 },
  },
} as const satisfies Record<string, QueueDefinition>;
export type QueueName = keyof typeof queues;

interface JobDefinition<Payload extends z.ZodMiniObject> {
  /** The queue it waits in, with that queue's attempts, concurrency and retention. */
  readonly queue: QueueName;
  readonly payload: Payload;
  /** For a job that comes by itself: when, as a cron pattern in UTC. Its payload is empty then. */
  readonly schedule?: string;
}
const define = <Payload extends z.ZodMiniObject>(definition: JobDefinition<Payload>) => definition;

/**
 * Every job that is not an event. Each has exactly one handler (`@OnJob`); the worker does not start
 * without. The names are stored in Redis of every installation: never rename one.
 */
export const jobs = {
  /** Mails a notification's words to its owner. */
  'notification.mail': define({
    queue: 'mail',
    payload: z.object({ notificationId: idSchema }),
  }),
  /** Mails what concerns an account itself, such as a link to choose a new password. */
  'account.mail': define({ queue: 'mail', payload: z.object({ mailId: idSchema }) }),
  /** Adds the `notification.mail` and `account.mail` that Redis has lost. */
  'mail.sweep': define({ queue: 'mail', payload: z.object({}), schedule: '* * * * *' }),
  /** Frees what a checkout holds, once its time is up. */
  'hold.expire': define({ queue: 'holds', payload: z.object({ holdId: idSchema }) }),
  /** Frees what `hold.expire` should have freed. */
  'hold.sweep': define({ queue: 'holds', payload: z.object({}), schedule: '* * * * *' }),
  /** Tells that farms whose holiday is over are open again; comes when one ends. */
  'holiday.end': define({ queue: 'holidays', payload: z.object({}) }),
  /** Tells what `holiday.end` should have told. */
  'holiday.sweep': define({ queue: 'holidays', payload: z.object({}), schedule: '* * * * *' }),
  /** Holds the stock ledger against the products; `requestedBy` is the admin who asked. */
  'stock.check': define({
    queue: 'checks',
    payload: z.object({ requestedBy: z.optional(idSchema) }),
    schedule: '7 * * * *',
  }),
};
export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]['payload']>;

/** The schedule of a job that comes by itself. */
export function scheduleOf(name: JobName): string | undefined {
  return (jobs[name] as JobDefinition<z.ZodMiniObject>).schedule;
}
