import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { messagesQueryOptions } from '../../../features/content/messages/messages';
import { applicationsQueryOptions } from '../../../features/farms/applications/applications';
import { queuesQueryOptions } from '../../../features/jobs/jobs';
import {
  correctionsQueryOptions,
  needsAdmin,
  waitingPaymentsQueryOptions,
} from '../../../features/money/money';
import { useNow } from '../../../lib/browser/timers';

/** The number of items that wait for an admin, by the path of their page; live like the lists. */
export function useWaiting(): Readonly<Record<string, number>> {
  const farms = useInfiniteQuery(applicationsQueryOptions('pending'));
  const messages = useInfiniteQuery(messagesQueryOptions({ status: 'open' }));
  const corrections = useInfiniteQuery(correctionsQueryOptions('proposed'));
  const payments = useQuery(waitingPaymentsQueryOptions());
  const now = useNow();
  const queues = useQuery(queuesQueryOptions());
  return {
    farms: waitingIn(farms.data?.pages, ({ applications }) =>
      applications.map(({ status }) => status === 'pending'),
    ),
    messages: waitingIn(messages.data?.pages, (page) =>
      page.messages.map(({ status }) => status === 'open'),
    ),
    money:
      waitingIn(corrections.data?.pages, (page) =>
        page.corrections.map(({ status }) => status === 'proposed'),
      ) + (payments.data?.payments.filter((payment) => needsAdmin(payment, now)).length ?? 0),
    jobs: queues.data?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? 0,
  };
}

/** A list's total, without the rows that no longer belong to it but stay in place while somebody reads. */
function waitingIn<Page extends { total: number }>(
  pages: readonly Page[] | undefined,
  belong: (page: Page) => readonly boolean[],
): number {
  const gone = pages?.flatMap(belong).filter((belongs) => !belongs).length ?? 0;
  return Math.max((pages?.[0]?.total ?? 0) - gone, 0);
}
