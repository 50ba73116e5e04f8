import type { Job } from 'bullmq';
import { type QueueJob, type QueueJobDetail, type QueueName, queues } from '#libs/contracts';

/** Characters of an error that are shown. */
const REASON_MAX = 2_000;
/** Names of what nobody needs to see to understand why a job failed. */
const SECRET = /pass(word)?|secret|token|authori[sz]ation|cookie|credential|api_?key|ticket/i;
const HIDDEN = '[hidden]';

/** A job as admins see it. */
export function toQueueJob(queue: QueueName, job: Job, state: QueueJob['state']): QueueJob {
  const { finishedOn, timestamp, attemptsMade, failedReason, name, opts, id } = job;
  const due = state === 'delayed' ? timestamp + (job.delay ?? 0) : null;
  return {
    queue,
    _id: id ?? '',
    name,
    state,
    tries: attemptsMade,
    triesAllowed: opts.attempts ?? queues[queue].attempts,
    reason: failedReason ? withoutSecrets(failedReason).slice(0, REASON_MAX) : null,
    createdAt: new Date(timestamp).toISOString(),
    failedAt:
      state === 'failed' && finishedOn !== undefined ? new Date(finishedOn).toISOString() : null,
    dueAt: due === null ? null : new Date(due).toISOString(),
  };
}

export function toQueueJobDetail(
  queue: QueueName,
  job: Job,
  state: QueueJob['state'],
): QueueJobDetail {
  return { ...toQueueJob(queue, job, state), data: redacted(job.data) };
}

/** Addresses such as `smtp://user:password@host`, and tokens in headers, without what they are secret for. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(\w+:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`)
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`)
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN);
}

/** The same data, as JSON has it, with everything of a telling name left out. */
export function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET.test(name) ? HIDDEN : redacted(inner),
    ]),
  );
}
