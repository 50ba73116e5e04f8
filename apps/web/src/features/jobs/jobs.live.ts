import type {
  AuditEntryDto,
  ListedJobState,
  QueueDepths,
  QueueJob,
  QueueName,
} from '#libs/contracts';
import {
  entity,
  newestBy,
  type Put,
  SINGLETON_ID,
  simpleEntity,
  singletonId,
} from '../../realtime/entity';
import { liveList, liveValue } from '../../realtime/live-query';

interface KnownJob {
  failed?: QueueJob;
  /** When the job was retried or discarded; under a queue's name, when all its failed jobs were. */
  removedAt?: string;
}
const jobs = entity<KnownJob>('jobs', {
  failed: newestBy(({ failedAt }) => failedAt ?? ''),
  removedAt: newestBy((at) => at),
});

/** A job's id is unique only within its queue. */
const jobKey = ({ queue, _id }: Pick<QueueJob, 'queue' | '_id'>) => `${queue} ${_id}`;

export const putFailedJob = (failed: QueueJob): Put => jobs.put(jobKey(failed), { failed });

/** Removes the jobs that an audit entry reports as retried or discarded. */
export function putRemovedJobs({ action, target, at: removedAt }: AuditEntryDto): Put[] {
  if (action === 'queue.retried') return [jobs.put(target.id, { removedAt })];
  const isOne = action === 'job.retried' || action === 'job.discarded';
  return isOne ? [jobs.put(target.id.replace('/', ' '), { removedAt })] : [];
}

/** A failed job is removed when it is retried or discarded; one that fails again has a later `failedAt`. */
liveList({
  key: ['jobs', 'list'],
  rows: 'jobs',
  entity: jobs,
  id: jobKey,
  current: (job: QueueJob, known) =>
    (known?.failed?.failedAt ?? '') > (job.failedAt ?? '') ? (known?.failed ?? job) : job,
  toRow: ({ failed }) => failed,
  insertOnly: 'changed',
  matches:
    ({ queue, state }: { queue: QueueName; state: ListedJobState }) =>
    (job) =>
      job.queue === queue && job.state === state,
  isRemoved: (job, known, view) =>
    job.state === 'failed' &&
    (wasRemoved(job, known) || wasRemoved(job, view.get(jobs, job.queue))),
  compare: (a, b) => (b.failedAt ?? '').localeCompare(a.failedAt ?? ''),
  keepSorted: true,
});

function wasRemoved(job: QueueJob, known: KnownJob | undefined): boolean {
  return (known?.removedAt ?? '') > (job.failedAt ?? job.createdAt);
}

/** Queue depths have no version: the latest message wins, unless a response arrived after it. */
export const depths = simpleEntity<QueueDepths>(
  'queue-depths',
  singletonId,
  (_, incoming) => incoming,
);

liveValue<QueueDepths>({
  key: ['jobs', 'queues'],
  reads: [depths],
  current: (data, view) =>
    view.changed(depths).has(SINGLETON_ID) ? (view.get(depths, SINGLETON_ID) ?? data) : data,
});
