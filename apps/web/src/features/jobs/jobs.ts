import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type ListedJobState,
  type QueueJobsPage,
  type QueueName,
  queueDepthsSchema,
  queueJobDetailSchema,
  queueJobsPageSchema,
  retriedJobsSchema,
} from '#libs/contracts';
import { request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { jobRow } from './jobs.live';

/** No event tells of jobs that wait for their time: they are looked at this often while the page is open. */
const LOOK_MS = 10_000;

/** `GET /admin/queues`: how much waits in each queue. */
export function queuesQueryOptions() {
  return queryOptions({
    queryKey: ['jobs', 'queues'] as const,
    queryFn: ({ signal }) => request(queueDepthsSchema, '/admin/queues', { signal }),
  });
}

/** `GET /admin/jobs`: the jobs of a queue that gave up, or that wait for their time. */
export function jobsQueryOptions(queue: QueueName, state: ListedJobState) {
  return infiniteQueryOptions({
    queryKey: ['jobs', 'list', { queue, state }] as const,
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
      liveStore(client).edit(...jobRow(queue, id), () => null);
      client.invalidateQueries({ queryKey: queuesQueryOptions().queryKey }).catch(() => undefined);
    },
    onError: (_error, { queue }) =>
      client.invalidateQueries({ queryKey: jobsQueryOptions(queue, 'failed').queryKey }),
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
