import { useInfiniteQuery } from '@tanstack/react-query';
import { Columns3, Rows3 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { OrderDto } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { DownloadButton } from '../../ui/download-button';
import { Icon } from '../../ui/icon';
import { LiveRows } from '../../ui/live-rows';
import { LoadMore } from '../../ui/load-more';
import { LoadingRows } from '../../ui/loading-rows';
import { EmptyState, ErrorState } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { FarmBoard, type OrderCounts } from './farm-board';
import { OrderTools } from './order-tools';
import { ordersQueryOptions } from './orders';
import { OrdersTable } from './orders-table';
import { BoardSkeleton } from './skeletons';
import { ordersText } from './texts';
import { useBoardOrders } from './use-board-orders';
import { useNewOrders } from './use-new-orders';
import { useOrderKeys } from './use-order-keys';

type View = 'board' | 'table';

/** A farm's orders as a board or a table; the view is a search parameter. */
export function FarmOrders({ counts }: { counts: OrderCounts | null }) {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'table' ? 'table' : 'board';
  const [help, setHelp] = useState(false);
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-2 lg:mb-4">
        <ViewSwitch
          view={view}
          onChange={(next) => setSearch(next === 'board' ? {} : { view: next }, { replace: true })}
        />
        <OrderTools help={help} onHelp={setHelp} />
      </div>
      {view === 'board' ? (
        <BoardView counts={counts} onHelp={() => setHelp(true)} />
      ) : (
        <TableView onHelp={() => setHelp(true)} />
      )}
    </>
  );
}

function BoardView({ counts, onHelp }: { counts: OrderCounts | null; onHelp: () => void }) {
  const { query, orders, openTotal } = useBoardOrders();
  const region = useOrderRegion(orders, onHelp);
  if (orders === undefined) {
    if (!query.isError) return <BoardSkeleton />;
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  if (orders.length === 0 && !counts?.closed) return <NoOrders />;
  return (
    <div ref={region}>
      {query.hasNextPage && (
        <div className="mb-6" role="status">
          {query.isFetchNextPageError ? (
            <LoadMore query={query} label={ordersText.showMore} />
          ) : (
            <p className="text-ink-soft">{ordersText.loadingRest(openTotal)}</p>
          )}
        </div>
      )}
      <FarmBoard orders={orders} counts={counts} />
    </div>
  );
}

/** Every order of the farm, newest first, with its file. */
function TableView({ onHelp }: { onHelp: () => void }) {
  const query = useInfiniteQuery(ordersQueryOptions());
  const orders = useMemo(() => query.data?.pages.flatMap((page) => page.orders), [query.data]);
  const region = useOrderRegion(orders, onHelp);
  if (orders === undefined) {
    if (!query.isError) return <LoadingRows />;
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  if (orders.length === 0) return <NoOrders />;
  return (
    <div ref={region}>
      <LiveRows
        query={query}
        rows={orders}
        label={ordersText.caption}
        more={ordersText.showMore}
        head={
          <>
            <p>{ordersText.found(query.data?.pages[0]?.total ?? orders.length)}</p>
            <DownloadButton path="/orders.csv" name="orders.csv" />
          </>
        }
      >
        {(shown) => <OrdersTable orders={shown} viewer="farmer" />}
      </LiveRows>
    </div>
  );
}

/** Announces new orders, and returns the ref of the element whose orders the keys act on. */
function useOrderRegion(orders: readonly OrderDto[] | undefined, onHelp: () => void) {
  const region = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const toast = useToast();
  useNewOrders(orders);
  useOrderKeys(region, {
    open: (id) => void navigate(paths.order(id)),
    help: onHelp,
    onInvalidStep: (id, status) => {
      const code = orders?.find((order) => order._id === id)?.code ?? '';
      toast({ tone: 'info', title: ordersText.notNow(code, ordersText.next[status]) });
    },
  });
  return region;
}

function NoOrders() {
  return (
    <EmptyState
      title={ordersText.boardEmpty}
      action={
        <LinkButton to={`${paths.dashboardOf('farmer')}/products`}>
          {ordersText.toMyProducts}
        </LinkButton>
      }
    >
      {ordersText.boardEmptyHint}
    </EmptyState>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const choices = [
    { value: 'board', label: ordersText.board, icon: Columns3 },
    { value: 'table', label: ordersText.table, icon: Rows3 },
  ] as const;
  return (
    <fieldset className="inline-flex rounded-full border-2 border-rule bg-paper p-0.5">
      <legend className="sr-only">{ordersText.view}</legend>
      {choices.map(({ value, label, icon }) => (
        <label
          key={value}
          className={cx(
            'flex min-h-9 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-full px-3 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-leaf-ink pointer-coarse:min-h-11',
            view === value ? 'bg-leaf text-on-leaf' : 'hover:bg-sunken',
          )}
        >
          <input
            type="radio"
            name="view"
            value={value}
            checked={view === value}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <Icon of={icon} size={18} />
          <span className="max-sm:sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
