import { Link } from 'react-router-dom';
import type { Month, StatementSummary } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatMonth } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { SectionTitle } from '../../../ui/card';
import { type Column, DataTable } from '../../../ui/data-table';
import { formatBalance } from '../money-words';
import { booksText as text } from '../texts';

/** The months of a farm, newest first; each opens its statement above. */
export function MonthsTable({
  months,
  shown,
}: {
  months: readonly StatementSummary[];
  /** The month whose statement is open. */
  shown: Month | undefined;
}) {
  const columns: readonly Column<StatementSummary>[] = [
    {
      key: 'month',
      header: text.month,
      primary: true,
      cell: ({ month }) => (
        <Link
          to={`?month=${month}`}
          aria-current={month === shown || undefined}
          className={cx(
            'inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-6',
            month === shown && 'font-semibold',
          )}
        >
          {formatMonth(month)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: text.state,
      cell: ({ isClosed }) => (
        <Badge tone={isClosed ? 'plain' : 'butter'}>{isClosed ? text.closed : text.open}</Badge>
      ),
    },
    {
      key: 'closing',
      header: text.atEnd,
      align: 'end',
      cell: ({ closing }) => <span className="tabular-nums">{formatBalance(closing)}</span>,
    },
  ];
  return (
    <section aria-labelledby="months-title" className="max-w-3xl print:hidden">
      <SectionTitle id="months-title">{text.months}</SectionTitle>
      <DataTable
        caption={text.months}
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
      />
    </section>
  );
}
