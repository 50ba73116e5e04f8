import * as z from 'zod/mini';
import { invitationMailSchema } from './farm-team.js';
import { idSchema } from './primitives.js';

/** How a queue treats its jobs. Times in milliseconds, retention in seconds and rows. */
export interface QueueDefinition {
  readonly attempts: number;
  readonly backoffMs: number;
  /** Jobs that one process runs at once. */
  readonly concurrency: number;
  readonly keepCompleted: { readonly age: number; readonly count: number };
  readonly keepFailed: { readonly age: number; readonly count: number };
}

/** Every queue. The names are keys in Redis of every installation: never rename one. */
export const queues = {
  /**
   * Events for the handlers. A job holds the ids of events that were read from the log together; a worker runs one
   * job at a time, because handlers update the same documents. A failed batch is split into one job per event.
   */
  'domain-events': {
    attempts: 8,
    backoffMs: 250,
    concurrency: 1,
    keepCompleted: { age: 600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 5_000 },
  },
  /**
   * Mails to send. The job id is `mailJobId` of the notifications or the id of the mail. Retried for almost three
   * hours.
   */
  mail: {
    attempts: 12,
    backoffMs: 5_000,
    concurrency: 2,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 5_000 },
  },
  /**
   * Pushes to devices, each with a job of its own, so that a slow push service holds up its own pushes only. Retried for
   * three quarters of an hour.
   */
  push: {
    attempts: 10,
    backoffMs: 5_000,
    concurrency: 16,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 7 * 86_400, count: 1_000 },
  },
  /** Expiries of holds; `hold.sweep` handles those that are lost here. */
  holds: {
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 4,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 5_000 },
  },
  /**
   * What is next with payments by card. Never retried: a payment has its own time of the next try, and `payments.sweep`
   * finds it.
   */
  payments: {
    attempts: 1,
    backoffMs: 1_000,
    concurrency: 4,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 1_000 },
  },
  /** Ends of farms' holidays; `holiday.sweep` handles those that are lost here. */
  holidays: {
    attempts: 5,
    backoffMs: 1_000,
    concurrency: 1,
    keepCompleted: { age: 3600, count: 1_000 },
    keepFailed: { age: 30 * 86_400, count: 1_000 },
  },
  /** Long work on all data, such as consistency checks; one at a time per worker. */
  checks: {
    attempts: 3,
    backoffMs: 10_000,
    concurrency: 1,
    keepCompleted: { age: 86_400, count: 100 },
    keepFailed: { age: 30 * 86_400, count: 1_000 },
  },
} as const satisfies Record<string, QueueDefinition>;
export type QueueName = keyof typeof queues;

/** Name of the jobs of `domain-events` that hold a batch; a job of one event has the event's name. Never rename it. */
export const EVENT_BATCH = 'events.handle';

/** Data of a `domain-events` job: ids of outbox rows. */
export const eventJobSchema = z.object({ ids: z.array(idSchema) });

/** Notifications mailed by one job: few, so that a stopping worker finishes soon. */
export const MAILS_OF_JOB = 10;

interface JobDefinition<Payload extends z.ZodMiniType<object>> {
  /** The queue that runs it and sets its attempts, concurrency and retention. */
  readonly queue: QueueName;
  readonly payload: Payload;
  /** Cron pattern in UTC of a scheduled job, whose payload is empty. */
  readonly schedule?: string;
}
const define = <Payload extends z.ZodMiniType<object>>(definition: JobDefinition<Payload>) =>
  definition;

/**
 * Every job that is not an event. The worker refuses to start unless each has exactly one handler (`@OnJob`). The
 * names are stored in Redis of every installation: never rename one.
 */
export const jobs = {
  /** Mails up to {@link MAILS_OF_JOB} notifications, each to its user. */
  'notification.mail': define({
    queue: 'mail',
    payload: z.object({ notificationIds: z.array(idSchema) }),
  }),
  /** Sends a mail about an account, such as a link to choose a new password. */
  'account.mail': define({ queue: 'mail', payload: z.object({ mailId: idSchema }) }),
  /** Mails the link of an invitation to a farm's team. */
  'invitation.mail': define({
    queue: 'mail',
    payload: z.extend(invitationMailSchema, { mailId: idSchema }),
  }),
  /** Adds `notification.mail`, `account.mail` and `invitation.mail` jobs again that Redis has lost. */
  'mail.sweep': define({ queue: 'mail', payload: z.object({}), schedule: '* * * * *' }),
  /** Sends one push to one device. */
  'push.send': define({ queue: 'push', payload: z.object({ pushId: idSchema }) }),
  /** Adds `push.send` jobs again that Redis has lost. */
  'push.sweep': define({ queue: 'push', payload: z.object({}), schedule: '* * * * *' }),
  /** Releases a hold that has expired. */
  'hold.expire': define({ queue: 'holds', payload: z.object({ holdId: idSchema }) }),
  /** Releases expired holds that `hold.expire` has missed. */
  'hold.sweep': define({ queue: 'holds', payload: z.object({}), schedule: '* * * * *' }),
  /** Does what is next with a payment by card. */
  'payment.advance': define({ queue: 'payments', payload: z.object({ paymentId: idSchema }) }),
  /** Does so for all payments with something due, such as a request without an answer. */
  'payments.sweep': define({ queue: 'payments', payload: z.object({}), schedule: '* * * * *' }),
  /** Publishes the reopening of farms whose holiday is over; due when a holiday ends. */
  'holiday.end': define({ queue: 'holidays', payload: z.object({}) }),
  /** Publishes reopenings that `holiday.end` has missed. */
  'holiday.sweep': define({ queue: 'holidays', payload: z.object({}), schedule: '* * * * *' }),
  /** Erases what slices hold about people whose account is deleted; again until nothing of them is left. */
  'accounts.erase': define({
    queue: 'checks',
    payload: z.object({}),
    schedule: '*/10 * * * *',
  }),
  /** Makes the slots of the days ahead that schedules lack. */
  'slots.extend': define({ queue: 'checks', payload: z.object({}), schedule: '3 * * * *' }),
  /** Compares the taken places of slots with orders and holds, and corrects them. */
  'places.check': define({ queue: 'checks', payload: z.object({}), schedule: '5 * * * *' }),
  /** Tells customers of cut-offs that are near, and reminds them of what is handed over tomorrow. Every time zone's 6 PM is a quarter of an hour in UTC. */
  'reminders.send': define({ queue: 'checks', payload: z.object({}), schedule: '*/15 * * * *' }),
  /** Compares the stock ledger with the products; `requestedBy` is the admin who asked. */
  'stock.check': define({
    queue: 'checks',
    payload: z.object({ requestedBy: z.optional(idSchema) }),
    schedule: '7 * * * *',
  }),
  /** Closes the months that have ended. */
  'months.close': define({ queue: 'checks', payload: z.object({}), schedule: '11 * * * *' }),
  /** Checks the ledger against itself and against the orders; `requestedBy` is the admin who asked. */
  'ledger.check': define({
    queue: 'checks',
    payload: z.object({ requestedBy: z.optional(idSchema) }),
    schedule: '7 * * * *',
  }),
};
export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]['payload']>;

/** The cron pattern of a scheduled job. */
export function scheduleOf(name: JobName): string | undefined {
  return (jobs[name] as JobDefinition<z.ZodMiniType<object>>).schedule;
}
