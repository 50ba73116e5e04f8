import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { Statement, StatementSummary } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatMoney, formatMonth } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button, LinkButton } from '../../../ui/button';
import { SectionTitle } from '../../../ui/card';
import { DownloadButton } from '../../../ui/download-button';
import { Icon } from '../../../ui/icon';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { type BooksOf, entriesFile, statementQueryOptions } from '../money';
import { sumOf } from '../money-words';
import { booksText as text } from '../texts';
import { EntriesTable } from './entries-table';
import { MonthSums } from './month-sums';

/** The statement of one month; only this is printed. */
export function StatementSheet({
  farm,
  farmName,
  summary,
}: {
  farm: BooksOf;
  farmName: string;
  summary: StatementSummary;
}) {
  const { month, isClosed } = summary;
  const query = useQuery(statementQueryOptions(farm, month));
  return (
    <section aria-labelledby="statement-title">
      <div className="print:hidden">
        <SectionTitle
          id="statement-title"
          aside={
            <span className="flex flex-wrap items-center gap-3">
              <Badge tone={isClosed ? 'plain' : 'butter'}>
                {isClosed ? text.closed : text.open}
              </Badge>
              {farm === 'mine' && (
                <DownloadButton path={entriesFile(month)} name={`statement-${month}.csv`} />
              )}
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
      {query.data !== undefined ? (
        <Sheet farm={farm} farmName={farmName} summary={summary} statement={query.data} />
      ) : query.isPending ? (
        <LoadingRows rows={5} height="h-16" />
      ) : (
        <ErrorState query={query} title={text.monthFailed} />
      )}
    </section>
  );
}

function Sheet({
  farm,
  farmName,
  summary,
  statement: { totals, entries },
}: {
  farm: BooksOf;
  farmName: string;
  /** Of the list of months, which knows what was booked late into the month before. */
  summary: StatementSummary;
  statement: Statement;
}) {
  const { month, isClosed } = summary;
  const [goods, kept, fee] = [
    totals.goods,
    sumOf(totals.goods, totals.marketFee),
    sumOf(-totals.marketFee),
  ].map(formatMoney) as [string, string, string];
  return (
    <div className="slip slip-a4 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] print:block">
      <header className="hidden print:mb-4 print:block">
        <p className="font-display text-2xl font-semibold">
          {text.statementOf(formatMonth(month), farmName)}
        </p>
        <p>
          {isClosed ? text.closed : text.asOf(formatDateTime(new Date(serverNow()).toISOString()))}
        </p>
      </header>
      <div className="lg:order-last">
        <MonthSums summary={summary} totals={totals} />
        {totals.goods > 0 && <p className="mt-3">{text.monthEarned(goods, kept, fee)}</p>}
        <p className="mt-1 text-sm text-ink-soft">{text.sign}</p>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          title={text.none}
          action={
            farm === 'mine' && (
              <LinkButton tone="outline" to={paths.farmOrders('all')}>
                {text.toOrders}
              </LinkButton>
            )
          }
        >
          {text.noneHint}
        </EmptyState>
      ) : (
        <EntriesTable opening={summary.opening} entries={entries} />
      )}
    </div>
  );
}
