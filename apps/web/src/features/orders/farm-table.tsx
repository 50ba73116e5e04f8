import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderDto, OrdersFilter } from '#libs/contracts';
import { useKeptRows } from '../../lib/lists/use-stable-rows';
import { Button } from '../../ui/button';
import { DownloadButton } from '../../ui/download-button';
import { ChoiceFilter } from '../../ui/filters';
import { LiveRows } from '../../ui/live-rows';
import { LoadingRows } from '../../ui/skeleton';
import { EmptyState, ErrorState } from '../../ui/states';
import { stillMatches } from './admin-orders';
import { SelectedSteps } from './batch-bar';
import { NoneOnDay } from './days/none-on-day';
import { orderDaysText } from './days/texts';
import type { ChosenDay } from './days/use-day';
import { OrderFilters } from './order-filters';
import { ordersQueryOptions } from './orders';
import { OrdersTable } from './orders-table';
import { ordersText as text } from './texts';
import { type Batch, nextSteps } from './use-batch';
import { useOrderRegion } from './use-order-region';
import { useOrdersFilter } from './use-orders-filter';

const PAGE = 100;
/** The most orders that are loaded to be sorted. */
const SORTED_MAX = 2_000;

/** All orders of the farm, with search, filters, sorting, selection and download. */
export function FarmTable({
  batch,
  chosen,
  onHelp,
}: {
  batch: Batch;
  chosen: ChosenDay;
  onHelp: () => void;
}) {
  const { search, filter: fields, isFiltered, set, clear } = useOrdersFilter();
  const filter: OrdersFilter = { ...fields, ...(chosen.day && { day: chosen.day }) };
  const [params, setParams] = useSearchParams();
  const sort = sortOf(params.get('sort'));
  const setSort = (next: string) =>
    setParams(
      (now) => {
        if (next === 'newest') now.delete('sort');
        else now.set('sort', next);
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <OrderFilters
        search={search}
        isFiltered={isFiltered}
        onChange={set}
        onClear={clear}
        own
        sort={
          <ChoiceFilter
            name="sort"
            label={text.sortBy}
            any={text.sorts.newest}
            options={sortNames.slice(1).map((one) => [one, text.sorts[one]] as const)}
            value={sort === 'newest' ? '' : sort}
            onChange={(next) => setSort(next || 'newest')}
          />
        }
      />
      <Rows
        key={JSON.stringify(filter)}
        filter={filter}
        sort={sort}
        batch={batch}
        chosenDay={chosen}
        onHelp={onHelp}
        onClear={isFiltered ? clear : null}
      />
    </>
  );
}

function Rows({
  filter,
  sort,
  batch,
  chosenDay,
  onHelp,
  onClear,
}: {
  filter: OrdersFilter;
  sort: SortName;
  batch: Batch;
  chosenDay: ChosenDay;
  onHelp: () => void;
  onClear: (() => void) | null;
}) {
  const query = useInfiniteQuery(ordersQueryOptions({ ...filter, limit: PAGE }));
  const loaded = useMemo(() => query.data?.pages.flatMap((page) => page.orders), [query.data]);
  const kept = useKeptRows(loaded ?? [], (order) => stillMatches(filter, order));
  const rows = useMemo(() => sortedOrders(kept, sort), [kept, sort]);
  const region = useOrderRegion(loaded, onHelp);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isSorted = sort !== 'newest';
  const loadsRest = isSorted && query.hasNextPage && rows.length < SORTED_MAX;
  const { isFetching, isFetchNextPageError, fetchNextPage } = query;
  // one page after the other: each response triggers the next request
  const pages = query.data?.pages.length ?? 0;
  useEffect(() => {
    if (pages > 0 && loadsRest && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [pages, loadsRest, isFetching, isFetchNextPageError, fetchNextPage]);

  if (loaded === undefined) {
    if (!query.isError) return <LoadingRows />;
    return <ErrorState query={query} title={text.loadErrorTitle} message={text.loadError} />;
  }
  if (rows.length === 0 && onClear === null && filter.day) return <NoneOnDay chosen={chosenDay} />;
  if (rows.length === 0) {
    return (
      <EmptyState
        title={onClear === null ? text.boardEmpty : text.noneFound}
        action={
          onClear !== null && (
            <Button tone="outline" onClick={onClear}>
              {text.clearFilter}
            </Button>
          )
        }
      />
    );
  }
  const chosen = rows.filter(({ _id }) => selected.has(_id));
  const steps = nextSteps(chosen).filter(({ part }) => !batch.holds(part._id));
  const total = query.data?.pages[0]?.total ?? rows.length;
  return (
    <div ref={region}>
      <LiveRows
        query={query}
        rows={rows}
        label={text.caption}
        more={text.showMore}
        head={
          <>
            {chosen.length > 0 ? (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <p role="status" className="font-semibold text-ink">
                  {text.selected(chosen.length)}
                </p>
                <SelectedSteps
                  steps={steps}
                  onTake={(some) => {
                    batch.hold(some);
                    setSelected(new Set());
                  }}
                  onClear={() => setSelected(new Set())}
                />
              </div>
            ) : (
              <div className="flex flex-wrap items-center gap-x-3">
                <p>
                  {text.found(total)} {loadsRest && text.loadingToSort}
                  {isSorted && !loadsRest && query.hasNextPage && text.sortedAmong(rows.length)}
                </p>
                {rows.some(isSelectable) && (
                  <Button
                    tone="ghost"
                    size="sm"
                    onClick={() =>
                      setSelected(new Set(rows.filter(isSelectable).map(({ _id }) => _id)))
                    }
                  >
                    {text.selectAll}
                  </Button>
                )}
              </div>
            )}
            <DownloadButton
              path="/orders.csv"
              query={{ ...filter }}
              name={orderDaysText.fileName(filter.day ?? 'all')}
            />
          </>
        }
      >
        {(shown) => (
          <OrdersTable
            orders={shown}
            viewer="farmer"
            isDayKnown={filter.day !== undefined}
            batch={batch}
            selection={{ selected, onSelect: setSelected, isSelectable }}
          />
        )}
      </LiveRows>
    </div>
  );
}

const isSelectable = (order: OrderDto) => nextSteps([order]).length > 0;

const stepOrder = Object.keys(text.next);
const stepOf = (order: OrderDto) => stepOrder.indexOf(order.parts[0]?.status ?? '');

const sorts = {
  newest: null,
  oldest: (a: OrderDto, b: OrderDto) => a.createdAt.localeCompare(b.createdAt),
  total: (a: OrderDto, b: OrderDto) => b.totalPrice - a.totalPrice,
  customer: (a: OrderDto, b: OrderDto) => a.customer.name.localeCompare(b.customer.name),
  step: (a: OrderDto, b: OrderDto) => stepOf(a) - stepOf(b),
} as const;

type SortName = keyof typeof sorts;
const sortNames = Object.keys(sorts) as readonly SortName[];

const sortOf = (name: string | null): SortName => sortNames.find((one) => one === name) ?? 'newest';

/** The orders sorted by `sort`; unchanged for the list's own order, newest first. */
function sortedOrders(orders: readonly OrderDto[], sort: SortName): readonly OrderDto[] {
  const compare = sorts[sort];
  if (compare === null) return orders;
  return [...orders].sort((a, b) => compare(a, b) || (a._id < b._id ? -1 : 1));
}
