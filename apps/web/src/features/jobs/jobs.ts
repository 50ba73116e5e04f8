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
import { request } from '../../lib/api/api';

/** Delayed jobs have no events: their list is polled at this interval. */
const POLL_MS = 10_000;

/** `GET /admin/queues`: the depth of each queue. */
export function queuesQueryOptions() {
  return queryOptions({
    queryKey: ['jobs', 'queues'] as const,
    queryFn: ({ signal }) => request(queueDepthsSchema, '/admin/queues', { signal }),
  });
}

/** `GET /admin/jobs`: the failed or delayed jobs of a queue. */
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
    ...(state === 'delayed' && { refetchInterval: POLL_MS }),
  });
}

const jobPath = (queue: QueueName, id: string) => `/admin/jobs/${queue}/${encodeURIComponent(id)}`;

/** `GET /admin/jobs/:queue/:id`: a job with its data. */
export function jobQueryOptions(queue: QueueName, id: string) {
  return queryOptions({
    queryKey: ['jobs', 'detail', queue, id],
    queryFn: ({ signal }) => request(queueJobDetailSchema, jobPath(queue, id), { signal }),
  });
}

export interface JobAction {
  readonly queue: QueueName;
  readonly id: string;
  readonly action: 'retry' | 'discard';
}

/** `POST /admin/jobs/:queue/:id/retry` and `DELETE /admin/jobs/:queue/:id`. */
export function useJobAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ queue, id, action }: JobAction) =>
      action === 'retry'
        ? request(queueJobDetailSchema, `${jobPath(queue, id)}/retry`, { method: 'POST' })
        : request(queueJobDetailSchema, jobPath(queue, id), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (_error, { queue }) =>
      client.invalidateQueries({ queryKey: jobsQueryOptions(queue, 'failed').queryKey }),
  });
}

/** `POST /admin/jobs/:queue/retry`: retries all failed jobs of a queue. */
export function useRetryAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (queue: QueueName) =>
      request(retriedJobsSchema, `/admin/jobs/${queue}/retry`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
}
