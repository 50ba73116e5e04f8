import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type ProblemStatus, problemStatusSchema } from '#libs/contracts';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { AnswerButton } from './answer-button';
import { ProblemCard } from './problem-card';
import { problemsQueryOptions } from './problems';
import { problemsText, reportsText as text } from './texts';
import { useProblemAnnouncements } from './use-problem-announcements';

/** The reports of the own farm, or of all for admins, live; the selected status is a search parameter. */
export function ProblemsScreen({ viewer }: { viewer: 'farmer' | 'admin' }) {
  const [search, setSearch] = useSearchParams();
  const status = problemStatusSchema.safeParse(search.get('status')).data ?? 'open';
  return (
    <Tabs<ProblemStatus>
      label={text.tabs}
      value={status}
      onChange={(next) =>
        setSearch(next === 'open' ? {} : { status: next }, {
          replace: true,
          preventScrollReset: true,
        })
      }
      tabs={problemStatusSchema.options.map((value) => ({
        value,
        label: problemsText[value],
        content: <Problems key={value} status={value} viewer={viewer} />,
      }))}
    />
  );
}

function Problems({ status, viewer }: { status: ProblemStatus; viewer: 'farmer' | 'admin' }) {
  const query = useInfiniteQuery(
    problemsQueryOptions(viewer === 'farmer' ? 'mine' : 'all', status),
  );
  const listed = query.data?.pages.flatMap((page) => page.problems);
  const rows = useKeptRows(listed ?? [], (problem) => problem.status === status);
  useProblemAnnouncements(listed, viewer);
  if (query.isPending) return <LoadingRows rows={3} height="h-40" />;
  if (query.data === undefined) return <ErrorState query={query} title={text.failed} />;
  if (rows.length === 0)
    return (
      <EmptyState
        title={text.none[status]}
        action={
          <LinkButton tone="outline" to={`${paths.dashboardOf(viewer)}/orders`}>
            {text.toOrders}
          </LinkButton>
        }
      >
        {text.noneHint}
      </EmptyState>
    );
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={problemsText[status]}
      more={text.more}
      head={text.found(query.data.pages[0]?.total ?? rows.length)}
    >
      {(shown) => (
        <ul className="grid gap-4">
          {shown.map((problem) => (
            <li key={problem._id}>
              <ProblemCard
                problem={problem}
                viewer={viewer}
                showsOrder
                action={<AnswerButton problem={problem} viewer={viewer} />}
              />
            </li>
          ))}
        </ul>
      )}
    </LiveRows>
  );
}
