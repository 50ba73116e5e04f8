import type {
  AuditEntryDto,
  ListedJobState,
  QueueDepths,
  QueueJob,
  QueueName,
} from '#libs/contracts';
import { entity, newestBy, ONLY, only, type Put, whole } from '../../realtime/entity';
import { liveList, liveValue } from '../../realtime/live-query';

interface KnownJob {
  failed?: QueueJob;
  /** When the job, or under a queue's name all that had failed of it, was retried or discarded. */
  takenAt?: string;
}
const jobs = entity<KnownJob>('jobs', {
  failed: newestBy(({ failedAt }) => failedAt ?? ''),
  takenAt: newestBy((at) => at),
});

/** A job's id is unique in its queue only. */
const jobKey = ({ queue, _id }: Pick<QueueJob, 'queue' | '_id'>) => `${queue} ${_id}`;

export const putFailedJob = (failed: QueueJob): Put => jobs.put(jobKey(failed), { failed });

/** What an admin's act took from the lists of failed jobs. */
export function putTakenJobs({ action, target, at: takenAt }: AuditEntryDto): Put[] {
  if (action === 'queue.retried') return [jobs.put(target.id, { takenAt })];
  const isOne = action === 'job.retried' || action === 'job.discarded';
  return isOne ? [jobs.put(target.id.replace('/', ' '), { takenAt })] : [];
}

/** A failed job comes in once and goes when it is retried or discarded; one that fails again has failed later. */
liveList({
  key: ['jobs', 'list'],
  rows: 'jobs',
  entity: jobs,
  id: jobKey,
  current: (job: QueueJob, known) =>
    (known?.failed?.failedAt ?? '') > (job.failedAt ?? '') ? (known?.failed ?? job) : job,
  whole: ({ failed }) => failed,
  joins: 'changed',
  matches:
    ({ queue, state }: { queue: QueueName; state: ListedJobState }) =>
    (job) =>
      job.queue === queue && job.state === state,
  isGone: (job, known, live) =>
    job.state === 'failed' && (wasTaken(job, known) || wasTaken(job, live.get(jobs, job.queue))),
  compare: (a, b) => (b.failedAt ?? '').localeCompare(a.failedAt ?? ''),
  resorts: true,
});

function wasTaken(job: QueueJob, known: KnownJob | undefined): boolean {
  return (known?.takenAt ?? '') > (job.failedAt ?? job.createdAt);
}

/** How much waits in the queues has no version: the latest message counts, unless an answer came after it. */
export const depths = whole<QueueDepths>('queue-depths', only, (_, incoming) => incoming);

liveValue<QueueDepths>({
  key: ['jobs', 'queues'],
  reads: [depths],
  current: (data, live) =>
    live.changed(depths).has(ONLY) ? (live.get(depths, ONLY) ?? data) : data,
});

/** For changes to the rows of an answer. */
export const jobRow = (queue: QueueName, id: string) => [jobs, jobKey({ queue, _id: id })] as const;
