import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { StockCheckDto, StockMismatch } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatNumber } from '../../../lib/text/format';
import { CheckButton, CheckResult } from '../../../ui/check-result';
import { type Column, DataTable } from '../../../ui/data-table';
import { useAnnounce } from '../../../ui/live-announcer';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { stockCheckQueryOptions, useStockCheck } from '../product-queries';
import { stockCheckText as text } from '../texts';

/** The latest result of the stock check, live, and a button that starts one. */
export function StockCheckScreen() {
  const query = useQuery(stockCheckQueryOptions());
  const start = useStockCheck();
  const check = query.data?.check ?? null;
  useResultAnnouncements(check);
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-40" />
      </Loading>
    );
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  const button = <CheckButton shownId={check?._id ?? null} start={start} />;
  if (check === null) {
    return (
      <EmptyState title={text.none} action={button}>
        {text.noneHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <CheckResult
        right={check.mismatchCount === 0}
        title={<h2 className="text-2xl sm:text-3xl">{resultText(check)}</h2>}
        check={check}
      />
      <p>{button}</p>
      {check.mismatches.length > 0 && <Mismatches check={check} />}
    </div>
  );
}

const resultText = ({ mismatchCount, products }: StockCheckDto) =>
  mismatchCount === 0 ? text.allRight(products) : text.wrong(mismatchCount, products);

const amount = (
  key: 'onHand' | 'ledgerOnHand' | 'held' | 'ledgerHeld' | 'openHolds',
  header: string,
): Column<StockMismatch> => ({
  key,
  header,
  align: 'end',
  cell: (row) => <span className="tabular-nums">{formatNumber(row[key])}</span>,
});

const columns: readonly Column<StockMismatch>[] = [
  {
    key: 'product',
    header: text.product,
    primary: true,
    cell: ({ productId, name }) => (
      <Link
        to={paths.product(productId)}
        className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-6"
      >
        {name ?? text.unknown}
      </Link>
    ),
  },
  amount('onHand', text.onHand),
  amount('ledgerOnHand', text.ledger),
  amount('held', text.held),
  amount('ledgerHeld', text.ledgerHeld),
  amount('openHolds', text.openHolds),
];

function Mismatches({ check: { mismatches, mismatchCount } }: { check: StockCheckDto }) {
  return (
    <>
      <DataTable
        caption={text.caption}
        columns={columns}
        rows={mismatches}
        rowKey={({ productId }) => productId}
      />
      <p className="text-sm text-ink-soft">
        {text.amounts} {mismatchCount > mismatches.length && text.firstOnly(mismatches.length)}
      </p>
    </>
  );
}

function useResultAnnouncements(check: StockCheckDto | null): void {
  const announce = useAnnounce('stock-check');
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (check === null) return;
    if (before.current !== null && before.current !== check._id) {
      announce(text.changed(resultText(check)));
    }
    before.current = check._id;
  }, [check, announce]);
}
