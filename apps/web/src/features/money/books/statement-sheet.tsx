import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StatementEntry, StatementSummary } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatMonth } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button, LinkButton } from '../../../ui/button';
import { SectionTitle } from '../../../ui/card';
import { DownloadButton } from '../../../ui/download-button';
import { Icon } from '../../../ui/icon';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { type BooksOf, entriesFile, statementQueryOptions } from '../money';
import { booksText as text } from '../texts';
import { EntriesTable } from './entries-table';
import { MonthSums } from './month-sums';

/** The statement of one month, beside the choice of another; only the statement is printed. */
export function StatementSheet({
  farm,
  farmName,
  summary,
  months,
}: {
  farm: BooksOf;
  farmName: string;
  /** Of the list of months, which knows what was booked late into the month before. */
  summary: StatementSummary;
  months: ReactNode;
}) {
  const query = useQuery(statementQueryOptions(farm, summary.month));
  return (
    <section aria-labelledby="statement-title">
      <Head summary={summary} isOwn={farm === 'mine'} />
      <div className="slip slip-a4 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] print:block">
        <PaperHead summary={summary} farmName={farmName} />
        <div className="grid gap-6 lg:order-last">
          {query.data && <MonthSums summary={summary} totals={query.data.totals} />}
          {months}
        </div>
        {query.data !== undefined ? (
          <Entries opening={summary.opening} entries={query.data.entries} isOwn={farm === 'mine'} />
        ) : query.isPending ? (
          <LoadingRows rows={5} height="h-20" />
        ) : (
          <ErrorState query={query} title={text.monthFailed} />
        )}
      </div>
    </section>
  );
}

function Head({
  summary: { month, isClosed },
  isOwn,
}: {
  summary: StatementSummary;
  isOwn: boolean;
}) {
  return (
    <div className="print:hidden">
      <SectionTitle
        id="statement-title"
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <Badge tone={isClosed ? 'plain' : 'butter'}>{isClosed ? text.closed : text.open}</Badge>
            {isOwn && <DownloadButton path={entriesFile(month)} name={`statement-${month}.csv`} />}
            <Button
              tone="outline"
              size="sm"
              icon={<Icon of={Printer} size={18} />}
              onClick={() => window.print()}
            >
              {text.print}
            </Button>
          </span>
        }
      >
        {text.statement(formatMonth(month))}
      </SectionTitle>
      <p className="mb-4 text-ink-soft">{isClosed ? text.closedHint : text.openHint}</p>
    </div>
  );
}

function PaperHead({
  summary: { month, isClosed },
  farmName,
}: {
  summary: StatementSummary;
  farmName: string;
}) {
  return (
    <header className="hidden print:mb-4 print:block">
      <p className="font-display text-2xl font-semibold">
        {text.statementOf(formatMonth(month), farmName)}
      </p>
      <p>
        {isClosed ? text.closed : text.asOf(formatDateTime(new Date(serverNow()).toISOString()))}
      </p>
    </header>
  );
}

function Entries({
  opening,
  entries,
  isOwn,
}: {
  opening: number;
  entries: readonly StatementEntry[];
  isOwn: boolean;
}) {
  if (entries.length > 0) return <EntriesTable opening={opening} entries={entries} />;
  return (
    <EmptyState
      title={text.none}
      action={
        isOwn && (
          <LinkButton tone="outline" to={paths.farmOrders('all')}>
            {text.toOrders}
          </LinkButton>
        )
      }
    >
      {text.noneHint}
    </EmptyState>
  );
}
