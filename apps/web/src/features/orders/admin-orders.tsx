import { useInfiniteQuery } from '@tanstack/react-query';
import { type OrderDto, type OrdersFilter, statusFits } from '#libs/contracts';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { Button } from '../../ui/button';
import { DownloadButton } from '../../ui/download-button';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { OrderFilters } from './order-filters';
import { ordersQueryOptions } from './orders';
import { isOnDay } from './orders.live';
import { OrdersTable } from './orders-table';
import { ordersText } from './texts';
import { useOrdersFilter } from './use-orders-filter';

/** All orders of the platform, with search, filters, live updates and CSV download. */
export function AdminOrders() {
  const { search, filter, isFiltered, set, clear } = useOrdersFilter();
  return (
    <>
      <OrderFilters search={search} isFiltered={isFiltered} onChange={set} onClear={clear} />
      <FilteredOrders
        key={JSON.stringify(filter)}
        filter={filter}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

/** Checks only the filter fields whose values events can change. */
export function stillMatches(
  { status, partStatus, farm, day }: OrdersFilter,
  order: OrderDto,
): boolean {
  return (
    statusFits(status, order.status) &&
    order.parts.some(
      (part) =>
        (partStatus ?? part.status) === part.status &&
        (farm ?? part.farmId) === part.farmId &&
        isOnDay(part, day),
    )
  );
}

function FilteredOrders({
  filter,
  onClear,
}: {
  filter: OrdersFilter;
  onClear: (() => void) | null;
}) {
  const query = useInfiniteQuery(ordersQueryOptions(filter));
  const rows = useKeptRows(query.data?.pages.flatMap((page) => page.orders) ?? [], (order) =>
    stillMatches(filter, order),
  );
  if (query.isPending) return <LoadingRows />;
  if (query.isError && !query.data) {
    return <ErrorState query={query} message={ordersText.loadError} />;
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        title={onClear === null ? ordersText.boardEmpty : ordersText.noneFound}
        action={
          onClear !== null && (
            <Button tone="outline" onClick={onClear}>
              {ordersText.clearFilter}
            </Button>
          )
        }
      />
    );
  }
  return (
    <LiveRows
      query={query}
      rows={rows}
      label={ordersText.caption}
      more={ordersText.showMore}
      head={
        <>
          <p>{ordersText.found(query.data.pages[0]?.total ?? rows.length)}</p>
          <DownloadButton path="/orders.csv" query={{ ...filter }} name="orders.csv" />
        </>
      }
    >
      {(shown) => <OrdersTable orders={shown} viewer="admin" />}
    </LiveRows>
  );
}
