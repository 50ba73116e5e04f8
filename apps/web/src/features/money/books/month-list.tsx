import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Month, StatementSummary } from '#libs/contracts';
import { cx } from '../../../lib/cx';
import { formatMonth } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Tick } from '../../../ui/figure';
import { formatBalance } from '../money-words';
import { booksText as text } from '../texts';

/** How many months are listed at first. */
const SHOWN = 12;

/** Links to the statements of a farm, newest first, with the balance at the end of each. */
export function MonthList({
  months,
  shown,
}: {
  months: readonly StatementSummary[];
  /** The month that is open. */
  shown: Month;
}) {
  const [all, setAll] = useState(false);
  return (
    <nav aria-labelledby="months-title" className="print:hidden">
      <h3 id="months-title" className="text-xl">
        {text.months}
      </h3>
      <ul className="mt-1 divide-y divide-rule">
        {(all ? months : months.slice(0, SHOWN)).map(({ month, isClosed, closing }) => (
          <li key={month}>
            <Link
              to={`?month=${month}`}
              aria-current={month === shown || undefined}
              className={cx(
                'flex min-h-11 items-center gap-3 tabular-nums hover:bg-sunken',
                month === shown && 'font-semibold',
              )}
            >
              <span className="underline underline-offset-4">{formatMonth(month)}</span>
              <Badge tone={isClosed ? 'plain' : 'butter'}>
                {isClosed ? text.closed : text.open}
              </Badge>
              <span className="ml-auto">
                <Tick>{formatBalance(closing)}</Tick>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {!all && months.length > SHOWN && (
        <Button tone="ghost" size="sm" onClick={() => setAll(true)}>
          {text.allMonths(months.length)}
        </Button>
      )}
    </nav>
  );
}
