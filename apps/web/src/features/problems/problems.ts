import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { nanoid } from 'nanoid';
import {
  type AnswerProblem,
  type OrderProblem,
  orderProblemSchema,
  orderProblemsSchema,
  type ProblemStatus,
  type ProblemsPage,
  problemsPageSchema,
  type ReportProblem,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { problems } from './problems.live';

/** Whose reports: those of the own farm, or of all farms for admins. */
export type ReportsOf = 'mine' | 'all';

/** `GET /orders/:id/problems`: the reports of an order that the reader may see, newest first. */
export function orderProblemsQueryOptions(order: string) {
  return queryOptions({
    queryKey: ['problems', 'order', { order }] as const,
    queryFn: ({ signal }) =>
      request(orderProblemsSchema, `/orders/${encodeURIComponent(order)}/problems`, { signal }),
  });
}

/** `GET /farms/mine/problems`, or `GET /problems` for admins, newest first. */
export function problemsQueryOptions(of: ReportsOf, status: ProblemStatus) {
  return infiniteQueryOptions({
    queryKey: ['problems', 'list', { of, status }] as const,
    queryFn: ({ pageParam, signal }): Promise<ProblemsPage> =>
      request(problemsPageSchema, of === 'mine' ? '/farms/mine/problems' : '/problems', {
        query: { status, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ProblemsPage) => page.nextCursor ?? undefined,
  });
}

/** The number of open reports; live like the list. */
export function useOpenProblems(of: ReportsOf): number {
  const { data } = useInfiniteQuery(problemsQueryOptions(of, 'open'));
  return data?.pages[0]?.total ?? 0;
}

/** `POST /orders/:id/parts/:partId/problems`; `key`: a retry of the same report has the same one. */
export function useReportProblem({ orderId, partId }: { orderId: string; partId: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ report, key }: { report: ReportProblem; key: string }) =>
      request(orderProblemSchema, `/orders/${orderId}/parts/${partId}/problems`, {
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: report,
      }),
    onSuccess: (problem) => liveStore(client).put([problems.of(problem)]),
    onError: () => client.invalidateQueries({ queryKey: ['problems', 'order'] }),
  });
}

/** The key of a new report. */
export const newReportKey = (): string => nanoid();

/** `PATCH /problems/:id/answer`, of the version that was shown. */
export function useAnswerProblem({ _id, version }: Pick<OrderProblem, '_id' | 'version'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: Omit<AnswerProblem, 'version'>) =>
      request(orderProblemSchema, `/problems/${_id}/answer`, {
        method: 'PATCH',
        body: { ...answer, version } satisfies AnswerProblem,
      }),
    onSuccess: (problem) => liveStore(client).put([problems.of(problem)]),
    onError: () => client.invalidateQueries({ queryKey: ['problems'] }),
  });
}
