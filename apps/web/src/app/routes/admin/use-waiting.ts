import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { messagesQueryOptions } from '../../../features/content/messages/messages';
import { useOpenMessageReports } from '../../../features/conversations/conversations';
import { applicationsQueryOptions } from '../../../features/farms/applications/applications';
import { queuesQueryOptions } from '../../../features/jobs/jobs';
import {
  correctionsQueryOptions,
  needsAdmin,
  waitingPaymentsQueryOptions,
} from '../../../features/money/money';
import { useOpenProblems } from '../../../features/problems/problems';
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
    // rows that no longer belong to a list stay while somebody reads it, but its total does not count them
    farms: farms.data?.pages[0]?.total ?? 0,
    messages: messages.data?.pages[0]?.total ?? 0,
    money:
      (corrections.data?.pages[0]?.total ?? 0) +
      (payments.data?.payments.filter((payment) => needsAdmin(payment, now)).length ?? 0),
    problems: useOpenProblems('all'),
    'reported-messages': useOpenMessageReports(),
    jobs: queues.data?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? 0,
  };
}
