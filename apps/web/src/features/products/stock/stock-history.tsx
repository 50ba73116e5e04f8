import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { OwnProductDto, StockEntryDto, Unit } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatDateTime, formatQuantity } from '../../../lib/text/format';
import { Button, LinkButton } from '../../../ui/button';
import { type Column, DataTable } from '../../../ui/data-table';
import { DownloadButton } from '../../../ui/download-button';
import { LoadMore } from '../../../ui/load-more';
import { EmptyState, ErrorState } from '../../../ui/states';
import { ProductsSkeleton } from '../listed-products';
import { ProductMissing } from '../product-missing';
import { ownProductQueryOptions, stockLedgerQueryOptions } from '../product-queries';
import { StockFigures } from '../stock-text';
import { stockText as text } from '../texts';

/** The changes of a product's stock, and its current amounts, live. */
export function StockHistory({ id }: { id: string }) {
  const product = useQuery(ownProductQueryOptions(id));
  if (product.data !== undefined) return <History product={product.data} />;
  if (product.isPending) return <ProductsSkeleton />;
  return <ProductMissing query={product} />;
}

function History({ product }: { product: OwnProductDto }) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-3xl">{product.name}</h2>
        <LinkButton tone="outline" size="sm" to={paths.ownProduct(product._id)}>
          {text.toProduct}
        </LinkButton>
      </div>
      <StockFigures product={product} />
      <Entries product={product} />
    </>
  );
}

function Entries({ product }: { product: OwnProductDto }) {
  const query = useInfiniteQuery(stockLedgerQueryOptions(product._id));
  const counted = `${product.onHand} ${product.held}`;
  // every entry changes the amount on hand or held: a difference means that there are new entries
  const lastRead = useRef({ at: 0, counted });
  if (query.dataUpdatedAt !== lastRead.current.at)
    lastRead.current = { at: query.dataUpdatedAt, counted };
  if (query.isPending) return <ProductsSkeleton />;
  if (!query.data) {
    return <ErrorState query={query} title={text.failed} />;
  }
  const entries = query.data.pages.flatMap((page) => page.entries);
  const [first] = query.data.pages;
  const newer = counted !== lastRead.current.counted && !query.isFetching;
  return (
    <section aria-label={text.caption} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft tabular-nums">{text.found(first?.total ?? entries.length)}</p>
        {newer && (
          <Button tone="paper" size="sm" onClick={() => void query.refetch()}>
            {text.newer}
          </Button>
        )}
        <DownloadButton
          path={`/products/${product._id}/stock-ledger.csv`}
          name={`stock-${product._id}.csv`}
        />
      </div>
      <DataTable
        caption={text.caption}
        columns={columnsOf(first?.unit ?? product.unit)}
        rows={entries}
        rowKey={(entry) => entry._id}
        empty={<EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      />
      <LoadMore query={query} label={text.showMore} />
    </section>
  );
}

/** `+5 lb`, `−2 bunches`; a dash for no change. */
function signed(amount: number, unit: Unit): string {
  if (amount === 0) return text.unchanged;
  return `${amount > 0 ? '+' : '−'}${formatQuantity(Math.abs(amount), unit)}`;
}

function columnsOf(unit: Unit): Column<StockEntryDto>[] {
  return [
    {
      key: 'what',
      header: text.what,
      primary: true,
      cell: ({ reason }) => text.entry[reason],
    },
    {
      key: 'when',
      header: text.when,
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    {
      key: 'change',
      header: text.changeColumn,
      align: 'end',
      cell: ({ change }) => (
        <span className="font-semibold whitespace-nowrap tabular-nums">{signed(change, unit)}</span>
      ),
    },
    {
      key: 'held',
      header: text.heldColumn,
      align: 'end',
      cell: ({ heldChange }) => (
        <span className="whitespace-nowrap tabular-nums">{signed(heldChange, unit)}</span>
      ),
    },
    { key: 'about', header: text.about, cell: (entry) => <About entry={entry} /> },
  ];
}

function About({ entry: { lot, orderId, note } }: { entry: StockEntryDto }) {
  if (lot === null && orderId === null && note === null) return text.unchanged;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3">
      {lot !== null && <span className="font-mono text-sm break-all">{text.lotOf(lot)}</span>}
      {orderId !== null && (
        <Link
          to={paths.order(orderId)}
          className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-6"
        >
          {text.order}
        </Link>
      )}
      {note !== null && <span className="italic">{note}</span>}
    </span>
  );
}
