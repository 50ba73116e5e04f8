import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { OrderStatus } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { LinkButton } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { OrderSummaryCard } from './order-summary-card';
import { ordersQueryOptions } from './orders';
import { OrderCardsSkeleton } from './skeletons';
import { ordersText } from './texts';

type Shelf = 'active' | 'past' | 'cancelled';
const shelves: Record<Shelf, { status: OrderStatus; empty: string }> = {
  active: { status: 'Processing', empty: ordersText.noneActive },
  past: { status: 'Delivered', empty: ordersText.nonePast },
  cancelled: { status: 'Cancelled', empty: ordersText.noneCancelled },
};

function isShelf(value: string | null): value is Shelf {
  return value !== null && Object.hasOwn(shelves, value);
}

/** A customer's orders by state, the state in the address. */
export function CustomerOrders() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('show');
  const shelf = isShelf(asked) ? asked : 'active';
  return (
    <Tabs<Shelf>
      label={ordersText.ordersTabs}
      value={shelf}
      onChange={(next) => setSearch(next === 'active' ? {} : { show: next }, { replace: true })}
      tabs={(['active', 'past', 'cancelled'] as const).map((value) => ({
        value,
        label: ordersText.tabs[value],
        content: <OrderShelf key={value} shelf={value} />,
      }))}
    />
  );
}

function OrderShelf({ shelf }: { shelf: Shelf }) {
  const { status, empty } = shelves[shelf];
  const query = useInfiniteQuery(ordersQueryOptions({ status }));
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.orders) ?? [],
    (order) => order.status === status,
  );
  if (query.isPending) return <OrderCardsSkeleton />;
  if (query.isError && !query.data) {
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        title={empty}
        action={<LinkButton to={paths.products}>{ordersText.goShopping}</LinkButton>}
      />
    );
  }
  return (
    <>
      <ul className="grid gap-5">
        {rows.map((order) => (
          <li key={order._id}>
            <OrderSummaryCard order={order} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} label={ordersText.showMore} />
    </>
  );
}
