import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ListedJobState,
  movedTotal,
  type QueueJobsPage,
  type QueueName,
  queueDepthsSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  retriedJobsSchema,
} from '#libs/contracts';
import { request } from '../../lib/api';
import { cacheKeys, isInfinite, isRecord } from '../../realtime/cache';

/** No event tells of jobs that wait for their time: they are looked at this often while the page is open. */
const LOOK_MS = 10_000;

/** `GET /admin/queues`: how much waits in each queue. */
export function queuesQueryOptions() {
  return queryOptions({
    queryKey: cacheKeys.queues,
    queryFn: ({ signal }) => request(queueDepthsSchema, '/admin/queues', { signal }),
  });
}

/** `GET /admin/jobs`: the jobs of a queue that gave up, or that wait for their time. */
export function jobsQueryOptions(queue: QueueName, state: ListedJobState) {
  return infiniteQueryOptions({
    queryKey: cacheKeys.jobs({ queue, state }),
    queryFn: ({ pageParam, signal }): Promise<QueueJobsPage> =>
      request(queueJobsPageSchema, '/admin/jobs', {
        query: { queue, state, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: QueueJobsPage) => page.nextCursor ?? undefined,
    ...(state === 'delayed' && { refetchInterval: LOOK_MS }),
  });
}

const jobPath = (queue: QueueName, id: string) => `/admin/jobs/${queue}/${encodeURIComponent(id)}`;

/** `GET /admin/jobs/:queue/:id`: a job with what it is about. */
export function jobQueryOptions(queue: QueueName, id: string) {
  return queryOptions({
    queryKey: ['jobs', 'detail', queue, id],
    queryFn: ({ signal }) => request(queueJobDetailSchema, jobPath(queue, id), { signal }),
  });
}

export interface JobStep {
  readonly queue: QueueName;
  readonly id: string;
  readonly step: 'retry' | 'discard';
}

/** `POST /admin/jobs/:queue/:id/retry` and `DELETE /admin/jobs/:queue/:id`. */
export function useJobStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ queue, id, step }: JobStep) =>
      step === 'retry'
        ? request(queueJobDetailSchema, `${jobPath(queue, id)}/retry`, { method: 'POST' })
        : request(queueJobDetailSchema, jobPath(queue, id), { method: 'DELETE' }),
    onSuccess: (_job, { queue, id }) => {
      forget(client, queue, (job) => job._id === id);
      client.invalidateQueries({ queryKey: cacheKeys.queues }).catch(() => undefined);
    },
    onError: (_error, { queue }) =>
      client.invalidateQueries({ queryKey: cacheKeys.jobs({ queue, state: 'failed' }) }),
  });
}

/** `POST /admin/jobs/:queue/retry`: every failed job of a queue once more. */
export function useRetryAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (queue: QueueName) =>
      request(retriedJobsSchema, `/admin/jobs/${queue}/retry`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
}

/** Takes jobs out of the lists of a queue, whatever state they show. */
function forget(
  client: QueryClient,
  queue: QueueName,
  isGone: (job: { _id: unknown }) => boolean,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['jobs', 'list'] })) {
    const { data } = query.state;
    const filter = query.queryKey[2];
    if (!isInfinite(data) || !isRecord(filter) || filter.queue !== queue) continue;
    const jobs = (page: Record<string, unknown>) =>
      (Array.isArray(page.jobs) ? page.jobs : []) as { _id: unknown }[];
    const gone = data.pages.flatMap((page) => jobs(page).filter(isGone)).length;
    if (gone === 0) continue;
    const pages = data.pages.map((page) => ({
      ...page,
      jobs: jobs(page).filter((job) => !isGone(job)),
      total: movedTotal(Number(page.total), -gone),
    }));
    query.setState({ data: { ...data, pages } });
  }
}
