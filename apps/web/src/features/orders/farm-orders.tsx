import { Columns3, Rows3 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { paths } from '../../lib/paths';
import { LinkButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState } from '../../ui/states';
import { AcceptAll, BatchBar } from './batch-bar';
import { DayChips } from './days/day-chips';
import { DayButtons, DayMenu } from './days/day-tools';
import { NoneOnDay } from './days/none-on-day';
import { type ChosenDay, useDay } from './days/use-day';
import { FarmBoard, type OrderCounts } from './farm-board';
import { FarmTable } from './farm-table';
import { HandOverLink } from './hand-over/hand-over-link';
import { OrderTools } from './order-tools';
import { BoardSkeleton } from './skeletons';
import { ordersText } from './texts';
import { type Batch, useBatch } from './use-batch';
import { useBoardOrders } from './use-board-orders';
import { useOrderRegion } from './use-order-region';

type View = 'board' | 'table';

/** A farm's orders as a board or a table; the view is a search parameter. */
export function FarmOrders({ counts }: { counts: OrderCounts | null }) {
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'table' ? 'table' : 'board';
  const [help, setHelp] = useState(false);
  const batch = useBatch();
  const chosen = useDay();
  const { day } = chosen;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2 lg:mb-4">
        <ViewSwitch
          view={view}
          onChange={(next) =>
            // the filters are the table's; the day is for both
            setSearch(
              {
                ...(search.has('day') && { day: search.get('day') ?? '' }),
                ...(next === 'table' && { view: next }),
              },
              { replace: true },
            )
          }
        />
        <div className="flex items-center gap-1">
          {view === 'board' && <AcceptAll batch={batch} day={day} />}
          <DayMenu chosen={chosen} />
          <OrderTools help={help} onHelp={setHelp} />
        </div>
      </div>
      <div className="mb-2 flex items-center justify-end gap-4 sm:gap-6 lg:mb-4 print:hidden">
        <DayChips chosen={chosen} />
        <HandOverLink tone="ghost" compact />
        <DayButtons chosen={chosen} hasFile={view === 'board'} />
      </div>
      <BatchBar batch={batch} />
      {chosen.choice === undefined ? (
        <BoardSkeleton />
      ) : view === 'board' ? (
        <BoardView counts={counts} batch={batch} chosen={chosen} onHelp={() => setHelp(true)} />
      ) : (
        <FarmTable batch={batch} chosen={chosen} onHelp={() => setHelp(true)} />
      )}
    </>
  );
}

function BoardView({
  counts,
  batch,
  chosen,
  onHelp,
}: {
  counts: OrderCounts | null;
  batch: Batch;
  chosen: ChosenDay;
  onHelp: () => void;
}) {
  const { day } = chosen;
  const { query, orders, ofEveryDay, openTotal, deliveredTotal } = useBoardOrders(day);
  const region = useOrderRegion(orders, onHelp, ofEveryDay);
  if (orders === undefined) {
    if (!query.isError) return <BoardSkeleton />;
    return (
      <ErrorState query={query} title={ordersText.loadErrorTitle} message={ordersText.loadError} />
    );
  }
  if (orders.length === 0 && day !== undefined && !query.hasNextPage)
    return <NoneOnDay chosen={chosen} />;
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
      <FarmBoard
        key={day}
        orders={orders}
        day={day}
        counts={day === undefined ? counts : { delivered: deliveredTotal, closed: 0 }}
        batch={batch}
      />
    </div>
  );
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
