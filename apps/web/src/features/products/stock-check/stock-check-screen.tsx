import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { StockCheckDto, StockMismatch } from '#libs/contracts';
import { useOnline } from '../../../lib/browser/device';
import { cx } from '../../../lib/cx';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatNumber } from '../../../lib/text/format';
import { Button } from '../../../ui/button';
import { type Column, DataTable } from '../../../ui/data-table';
import { Icon } from '../../../ui/icon';
import { useAnnounce } from '../../../ui/live-announcer';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { EmptyState, ErrorState, errorMessage } from '../../../ui/states';
import { useToast } from '../../../ui/toast';
import { stockCheckQueryOptions, useStockCheck } from '../product-queries';
import { stockCheckText as text } from '../texts';

/** The latest result of the stock check, live, and a button that starts one. */
export function StockCheckScreen() {
  const query = useQuery(stockCheckQueryOptions());
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
  const button = <CheckButton shownId={check?._id ?? null} />;
  if (check === null) {
    return (
      <EmptyState title={text.none} action={button}>
        {text.noneHint}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <CheckResult check={check} />
      <p>{button}</p>
      {check.mismatches.length > 0 && <Mismatches check={check} />}
    </div>
  );
}

const resultText = ({ mismatchCount, products }: StockCheckDto) =>
  mismatchCount === 0 ? text.allRight(products) : text.wrong(mismatchCount, products);

function CheckResult({ check }: { check: StockCheckDto }) {
  const right = check.mismatchCount === 0;
  return (
    <section
      className={cx(
        'flex items-start gap-4 rounded-lg border-2 p-5 sm:p-6',
        right
          ? 'border-leaf-ink bg-leaf-tint text-leaf-ink'
          : 'border-tomato-ink bg-tomato-tint text-tomato-ink',
      )}
    >
      <Icon of={right ? BadgeCheck : TriangleAlert} size={34} />
      <div>
        <h2 className="text-2xl sm:text-3xl">{resultText(check)}</h2>
        <p className="mt-2">
          <time dateTime={check.finishedAt}>{text.finished(formatDateTime(check.finishedAt))}</time>{' '}
          · {check.requestedBy === null ? text.byClock : text.byAdmin}
        </p>
      </div>
    </section>
  );
}

/** Disabled after a press until a new result arrives. */
function CheckButton({ shownId }: { shownId: string | null }) {
  const online = useOnline();
  const toast = useToast();
  const startCheck = useStockCheck();
  const [resultIdAtRequest, setResultIdAtRequest] = useState<string | null | undefined>(undefined);
  const blocked = resultIdAtRequest === shownId ? text.running : null;
  return (
    <Button
      tone="leaf"
      busy={startCheck.isPending}
      disabledReason={online ? blocked : text.offline}
      onClick={() =>
        startCheck.mutate(undefined, {
          onSuccess: () => {
            setResultIdAtRequest(shownId);
            toast({ title: text.asked, description: text.askedText });
          },
          onError: (error) =>
            toast({ tone: 'error', title: text.askFailed, description: errorMessage(error) }),
        })
      }
    >
      {text.check}
    </Button>
  );
}

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
