import { useInfiniteQuery } from '@tanstack/react-query';
import type { OrdersFilter } from '#libs/contracts';
import { LoadMore } from '../../ui/load-more';
import { LoadingRows } from '../../ui/loading-rows';
import { ErrorState } from '../../ui/states';
import { ordersQueryOptions } from './orders';
import { OrdersTable } from './orders-table';
import { ordersText } from './texts';

/** The orders of a customer, or of a farm. */
export function OrdersOf({ filter }: { filter: Pick<OrdersFilter, 'customer' | 'farm'> }) {
  const query = useInfiniteQuery(ordersQueryOptions(filter));
  if (query.isPending) return <LoadingRows rows={3} />;
  if (query.data === undefined) return <ErrorState query={query} message={ordersText.loadError} />;
  const orders = query.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) return <p className="text-ink-soft">{ordersText.boardEmpty}</p>;
  return (
    <>
      <p className="mb-2 text-ink-soft">
        {ordersText.found(query.data.pages[0]?.total ?? orders.length)}
      </p>
      <OrdersTable orders={orders} viewer="admin" />
      <LoadMore query={query} label={ordersText.showMore} />
    </>
  );
}
