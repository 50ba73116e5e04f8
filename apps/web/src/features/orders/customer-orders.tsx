import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { OrderStatus } from '#libs/contracts';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { OrderSummaryCard } from './order-summary-card';
import { ordersQueryOptions } from './orders';
import { OrderCardsSkeleton } from './skeletons';
import { ordersText } from './texts';

type OrderTab = 'active' | 'past' | 'cancelled';
const orderTabs: Record<OrderTab, { status: OrderStatus; empty: string }> = {
  active: { status: 'Processing', empty: ordersText.noneActive },
  past: { status: 'Delivered', empty: ordersText.nonePast },
  cancelled: { status: 'Cancelled', empty: ordersText.noneCancelled },
};

function isOrderTab(value: string | null): value is OrderTab {
  return value !== null && Object.hasOwn(orderTabs, value);
}

/** A customer's orders by status; the selected tab is a search parameter. */
export function CustomerOrders() {
  const [search, setSearch] = useSearchParams();
  const selected = search.get('show');
  const tab = isOrderTab(selected) ? selected : 'active';
  return (
    <Tabs<OrderTab>
      label={ordersText.ordersTabs}
      value={tab}
      onChange={(next) => setSearch(next === 'active' ? {} : { show: next }, { replace: true })}
      tabs={(['active', 'past', 'cancelled'] as const).map((value) => ({
        value,
        label: ordersText.tabs[value],
        content: <OrderTabPanel key={value} tab={value} />,
      }))}
    />
  );
}

function OrderTabPanel({ tab }: { tab: OrderTab }) {
  const { status, empty } = orderTabs[tab];
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
