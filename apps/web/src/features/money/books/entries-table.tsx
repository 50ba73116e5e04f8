import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { addDollars, type StatementEntry } from '#libs/contracts';
import { useReading } from '../../../lib/browser/viewport';
import { useStableRows } from '../../../lib/lists/use-stable-rows';
import { paths } from '../../../lib/paths';
import { formatDateTime } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { type Column, DataTable } from '../../../ui/data-table';
import { NewRowsButton } from '../../../ui/live-rows';
import { entryWords, formatBalance, formatChange } from '../money-words';
import { booksText as text } from '../texts';

/** How many entries are shown at first; paper has all. */
const SHOWN = 20;

/** On paper no entry is on two pages. */
const whole = () => ({ style: { breakInside: 'avoid' } as const });

interface Row extends StatementEntry {
  /** After this entry. */
  readonly balance: number;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'what',
    header: text.what,
    primary: true,
    cell: (entry) => <What entry={entry} />,
  },
  {
    key: 'when',
    header: text.when,
    cell: ({ at }) => (
      <time dateTime={at} className="text-sm">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'change',
    header: text.change,
    align: 'end',
    cell: ({ change }) => (
      <strong className="whitespace-nowrap tabular-nums">{formatChange(change)}</strong>
    ),
  },
  {
    key: 'balance',
    header: text.balance,
    align: 'end',
    cell: ({ balance }) => (
      <span className="whitespace-nowrap tabular-nums">{formatBalance(balance)}</span>
    ),
  },
];

/** The entries of a month, newest first, each in words with its order and its journals. */
export function EntriesTable({
  opening,
  entries,
}: {
  opening: number;
  /** Oldest first. */
  entries: readonly StatementEntry[];
}) {
  const rows = useMemo(() => withBalances(opening, entries), [opening, entries]);
  const region = useRef<HTMLElement>(null);
  const { reading, focusProps } = useReading(region);
  const { shown, pending, showPending } = useStableRows(rows, reading);
  const [all, setAll] = useState(false);
  useBeforePrint(() => setAll(true));
  return (
    <section ref={region} aria-label={text.entries} className="min-w-0" {...focusProps}>
      <p className="mb-2 text-ink-soft tabular-nums">{text.entryCount(rows.length)}</p>
      <NewRowsButton
        count={pending}
        onShow={() => {
          showPending();
          region.current?.scrollIntoView({ block: 'start' });
        }}
      />
      <DataTable
        caption={text.entries}
        columns={columns}
        rows={all ? shown : shown.slice(0, SHOWN)}
        rowKey={({ _id }) => _id}
        rowProps={whole}
      />
      {!all && shown.length > SHOWN && (
        <div className="mt-4 text-center">
          <Button tone="outline" onClick={() => setAll(true)}>
            {text.allEntries(shown.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Renders what only paper needs, however the print began. */
function useBeforePrint(render: () => void): void {
  useEffect(() => {
    const before = () => flushSync(render);
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  });
}

function withBalances(opening: number, entries: readonly StatementEntry[]): Row[] {
  let balance = opening;
  return entries
    .map((entry) => {
      balance = addDollars(balance, entry.change);
      return { ...entry, balance };
    })
    .reverse();
}

function What({ entry }: { entry: StatementEntry }) {
  const { order, paid, reference, reason, journals } = entry;
  return (
    <div className="min-w-0 text-base font-normal">
      {order === null ? (
        <p className="font-semibold">{paid === 0 ? text.correction : text.payment}</p>
      ) : (
        <Link
          to={paths.order(order._id)}
          className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline decoration-rule decoration-2 underline-offset-4 hover:decoration-leaf-ink sm:min-h-6"
        >
          {text.order(order.code)}
        </Link>
      )}
      <p>{entryWords(entry).join(' ')}</p>
      {reason !== null && <p className="font-quote italic">{text.reason(reason)}</p>}
      {reference !== null && <p>{text.reference(reference)}</p>}
      <p className="text-sm text-ink-soft print:text-ink">
        {text.bookedAs}{' '}
        {journals.map(({ name, kind }) => text.journal(text.kinds[kind], name)).join(', ')}
      </p>
    </div>
  );
}
