import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListedJobState, QueueJob, QueueName } from '#libs/contracts';
import { useOnline } from '../../lib/browser/device';
import { paths } from '../../lib/paths';
import { formatDateTime } from '../../lib/text/format';
import { Button, LinkButton } from '../../ui/button';
import { type Column, DataTable } from '../../ui/data-table';
import { useAnnounce } from '../../ui/live-announcer';
import { LoadMore } from '../../ui/load-more';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { JobDialogs, type OpenJobDialog, useRunJobAction } from './job-dialogs';
import { jobsQueryOptions } from './jobs';
import { jobsText as text } from './texts';

const columnsOf = (state: ListedJobState): readonly Column<QueueJob>[] => [
  {
    key: 'job',
    header: text.job,
    primary: true,
    cell: ({ name, _id }) => (
      <span className="min-w-0">
        <code className="block font-semibold break-all">{name}</code>
        <code className="block text-xs font-normal break-all text-ink-soft">{_id}</code>
      </span>
    ),
  },
  {
    key: 'reason',
    header: text.reason,
    cell: ({ reason }) => (
      <span className="line-clamp-3 max-w-md min-w-0">{reason ?? text.noReason}</span>
    ),
  },
  {
    key: 'tries',
    header: text.tries,
    cell: ({ tries, triesAllowed }) => (
      <span className="whitespace-nowrap tabular-nums">{text.triesOf(tries, triesAllowed)}</span>
    ),
  },
  {
    key: 'when',
    header: state === 'failed' ? text.when : text.due,
    cell: ({ failedAt, dueAt, createdAt }) => {
      const at = (state === 'failed' ? failedAt : dueAt) ?? createdAt;
      return <time dateTime={at}>{formatDateTime(at)}</time>;
    },
  },
];

/** The jobs of one queue in one state; failed jobs are added live. */
export function JobsList({ queue, state }: { queue: QueueName; state: ListedJobState }) {
  const query = useInfiniteQuery(jobsQueryOptions(queue, state));
  const online = useOnline();
  const [question, setQuestion] = useState<OpenJobDialog | null>(null);
  const { run } = useRunJobAction();
  const rows = query.data?.pages.flatMap((page) => page.jobs) ?? [];
  const total = query.data?.pages[0]?.total ?? rows.length;
  useFailureAnnouncements(queue, state === 'failed' && query.data ? total : null);
  if (query.isPending) {
    return <LoadingRows rows={3} height="h-16" />;
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.listFailed} />;
  }
  const blocked = online ? null : text.offline;
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState
          title={text.none[state]}
          action={
            <LinkButton tone="outline" to={`${paths.dashboardOf('admin')}/audit?targetType=job`}>
              {text.toAudit}
            </LinkButton>
          }
        >
          {state === 'failed' && text.noneHint}
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-ink-soft tabular-nums">{text.count(total)}</p>
            {state === 'failed' && (
              <Button
                tone="outline"
                size="sm"
                disabledReason={blocked}
                onClick={() => setQuestion({ kind: 'retry-all', queue, total })}
              >
                {text.retryAll}
              </Button>
            )}
          </div>
          <DataTable
            caption={text.jobsOf(queue)}
            columns={columnsOf(state)}
            rows={rows}
            rowKey={({ _id }) => _id}
            actions={(job) => (
              <>
                <Button
                  size="sm"
                  tone="ghost"
                  aria-label={text.lookAt(`${job.name} ${job._id}`)}
                  onClick={() => setQuestion({ kind: 'detail', job })}
                >
                  {text.look}
                </Button>
                {state === 'failed' && (
                  <>
                    <Button
                      size="sm"
                      tone="leaf"
                      disabledReason={blocked}
                      aria-label={text.retryOf(`${job.name} ${job._id}`)}
                      onClick={() => run(job, 'retry')}
                    >
                      {text.retry}
                    </Button>
                    <Button
                      size="sm"
                      tone="danger"
                      disabledReason={blocked}
                      aria-label={text.discardOf(`${job.name} ${job._id}`)}
                      onClick={() => setQuestion({ kind: 'discard', job })}
                    >
                      {text.discard}
                    </Button>
                  </>
                )}
              </>
            )}
          />
          <LoadMore query={query} label={text.more} />
        </>
      )}
      <JobDialogs question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

function useFailureAnnouncements(queue: QueueName, total: number | null): void {
  const announce = useAnnounce('jobs');
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && total !== null && total > before.current) {
      announce(text.arrived(queue));
    }
    before.current = total ?? before.current;
  }, [queue, total, announce]);
}
