import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardList, Columns3, Rows3 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { FarmBoard } from './farm-board';
import { OrderTools } from './order-tools';
import { ordersQueryOptions } from './orders';
import { OrdersTable } from './orders-table';
import { BoardSkeleton } from './skeletons';
import { ordersText } from './texts';
import { useNewOrders } from './use-new-orders';
import { useOrderKeys } from './use-order-keys';

/** Page size of the board; older orders are fetched on demand. */
const BOARD_SIZE = 100;

type View = 'board' | 'table';

/** A farm's orders as a board or a table; the view is a search parameter. */
export function FarmOrders() {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'table' ? 'table' : 'board';
  const query = useInfiniteQuery(ordersQueryOptions({ limit: BOARD_SIZE }));
  const orders = useMemo(
    () => query.data?.pages.flatMap((page) => page.orders) ?? [],
    [query.data],
  );
  const region = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  useNewOrders(query.data && orders);
  useOrderKeys(region, {
    open: (id) => void navigate(paths.order(id)),
    help: () => setHelp(true),
    onInvalidStep: (id, status) => {
      const code = orders.find((order) => order._id === id)?.code ?? '';
      toast({ tone: 'info', title: ordersText.notNow(code, ordersText.next[status]) });
    },
  });
  if (query.isPending) return <BoardSkeleton />;
  if (query.isError && !query.data) {
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  if (orders.length === 0) {
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
  const total = query.data.pages[0]?.total ?? orders.length;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <ViewSwitch
          view={view}
          onChange={(next) => setSearch(next === 'board' ? {} : { view: next }, { replace: true })}
        />
        <div className="flex flex-wrap items-center gap-1">
          <LinkButton
            tone="ghost"
            size="sm"
            to={`${paths.dashboardOf('farmer')}/pick-list`}
            icon={<Icon of={ClipboardList} size={18} />}
          >
            {ordersText.pickList}
          </LinkButton>
          <OrderTools help={help} onHelp={setHelp} />
        </div>
      </div>
      <div ref={region}>
        {view === 'board' ? (
          <FarmBoard orders={orders} />
        ) : (
          <OrdersTable orders={orders} viewer="farmer" />
        )}
      </div>
      {query.hasNextPage && (
        <p className="mt-6 text-center text-sm text-ink-soft">
          {ordersText.notAll(orders.length, total)}
        </p>
      )}
      <LoadMore query={query} label={ordersText.showMore} />
    </>
  );
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const choices = [
    { value: 'board', label: ordersText.board, icon: Columns3 },
    { value: 'table', label: ordersText.table, icon: Rows3 },
  ] as const;
  return (
    <fieldset className="inline-flex rounded-full border-2 border-rule bg-paper p-1">
      <legend className="sr-only">{ordersText.view}</legend>
      {choices.map(({ value, label, icon }) => (
        <label
          key={value}
          className={cx(
            'flex min-h-11 cursor-pointer items-center gap-2 rounded-full px-4 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-leaf-ink',
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
          {label}
        </label>
      ))}
    </fieldset>
  );
}
