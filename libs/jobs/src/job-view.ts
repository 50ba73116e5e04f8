import type { Job } from 'bullmq';
import {
  beginningOf,
  type QueueJob,
  type QueueJobDetail,
  type QueueName,
  queues,
} from '#libs/contracts';
import { redacted, withoutSecrets } from '#libs/platform';

/** Maximum number of shown characters of an error. */
const REASON_MAX = 2_000;

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
    reason: failedReason ? beginningOf(withoutSecrets(failedReason), REASON_MAX) : null,
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
  data: unknown = job.data,
): QueueJobDetail {
  return { ...toQueueJob(queue, job, state), data: redacted(data) };
}
