import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type OrderStatus, orderStatusSchema } from '#libs/contracts';
import { useKeptRows } from '../../realtime/use-kept-rows';
import { Button } from '../../ui/button';
import { Field, Select } from '../../ui/form';
import { EmptyState, ErrorState, errorMessage } from '../../ui/states';
import { uiText } from '../../ui/texts';
import { LoadMore } from './load-more';
import { ordersQueryOptions } from './orders';
import { OrdersTable } from './orders-table';
import { RowsSkeleton } from './skeletons';
import { ordersText } from './texts';

/** Every order of the platform, filtered by its state; the filter stands in the address. */
export function AdminOrders() {
  const [search, setSearch] = useSearchParams();
  const parsed = orderStatusSchema.safeParse(search.get('status'));
  const status = parsed.success ? parsed.data : undefined;
  const setStatus = (value: string) =>
    setSearch(value === '' ? {} : { status: value }, { replace: true });
  return (
    <>
      <StatusFilter status={status} onChange={setStatus} />
      <FilteredOrders key={status ?? 'all'} status={status} onClear={() => setStatus('')} />
    </>
  );
}

function StatusFilter({
  status,
  onChange,
}: {
  status: OrderStatus | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <div className="mb-6 sm:w-60">
      <Field name="status" label={ordersText.filterStatus}>
        <Select value={status ?? ''} onChange={(event) => onChange(event.target.value)}>
          <option value="">{ordersText.anyStatus}</option>
          {orderStatusSchema.options.map((value) => (
            <option key={value} value={value}>
              {uiText.statuses[value]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function FilteredOrders({
  status,
  onClear,
}: {
  status: OrderStatus | undefined;
  onClear: () => void;
}) {
  const query = useInfiniteQuery(ordersQueryOptions(status ? { status } : {}));
  const rows = useKeptRows(
    query.data?.pages.flatMap((page) => page.orders) ?? [],
    (order) => status === undefined || order.status === status,
  );
  if (query.isPending) return <RowsSkeleton />;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        message={ordersText.loadError(errorMessage(query.error))}
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => {
          query.refetch().catch(() => undefined); // the query keeps the error
        }}
      />
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState
        title={status === undefined ? ordersText.boardEmpty : ordersText.noneFound}
        action={
          status !== undefined && (
            <Button tone="outline" onClick={onClear}>
              {ordersText.clearFilter}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <p className="mb-3 text-ink-soft tabular-nums">
        {ordersText.found(query.data.pages[0]?.total ?? rows.length)}
      </p>
      <OrdersTable orders={rows} viewer="admin" />
      <LoadMore paging={query} />
    </>
  );
}
