import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PickList, PickListQuery } from '#libs/contracts';
import { serverNow } from '../../../lib/api/server-clock';
import { paths } from '../../../lib/paths';
import { useSession } from '../../../lib/session/session';
import { formatDateTime } from '../../../lib/text/format';
import { Button, LinkButton } from '../../../ui/button';
import { Field, Select } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { useAnnounce } from '../../../ui/live-announcer';
import { LoadingRows } from '../../../ui/skeleton';
import { EmptyState, ErrorState } from '../../../ui/states';
import { BatchBar } from '../batch-bar';
import { DayChips } from '../days/day-chips';
import { dayTitle } from '../days/day-words';
import { orderDaysText } from '../days/texts';
import { useDay } from '../days/use-day';
import { pickListQueryOptions } from '../orders';
import { pickListText as text } from '../texts';
import { type Batch, useBatch } from '../use-batch';
import { OrdersToPick } from './orders-to-pick';
import { ProductsToPick } from './products-to-pick';
import { usePicks } from './use-picks';

/** The pick list by product or by order; status and view are search parameters. */
export function PickListScreen() {
  const [search, setSearch] = useSearchParams();
  const selected = search.get('status');
  const status = selected === 'placed' || selected === 'accepted' ? selected : undefined;
  const byOrder = search.get('by') === 'order';
  const chosen = useDay();
  const { day } = chosen;
  const batch = useBatch();
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end gap-4 print:hidden">
        <Field name="status" label={text.status} className="min-w-40 flex-1 sm:flex-none">
          <Select value={status ?? ''} onChange={(event) => set('status', event.target.value)}>
            <option value="">{text.anyStatus}</option>
            <option value="placed">{text.placed}</option>
            <option value="accepted">{text.accepted}</option>
          </Select>
        </Field>
        <Field name="by" label={text.view} className="min-w-40 flex-1 sm:flex-none">
          <Select
            value={byOrder ? 'order' : ''}
            onChange={(event) => set('by', event.target.value)}
          >
            <option value="">{text.byProduct}</option>
            <option value="order">{text.byOrder}</option>
          </Select>
        </Field>
        <Button
          tone="outline"
          icon={<Icon of={Printer} size={18} />}
          onClick={() => window.print()}
        >
          {text.print}
        </Button>
      </div>
      <div className="mb-4 print:hidden">
        <DayChips
          chosen={chosen}
          counts={(part) =>
            status ? part.status === status : part.status === 'placed' || part.status === 'accepted'
          }
        />
      </div>
      <BatchBar batch={batch} />
      {chosen.choice === undefined ? (
        <LoadingRows rows={5} height="h-16" />
      ) : (
        <PickListContent
          query={{ ...(status && { status }), ...(day && { day }) }}
          byOrder={byOrder}
          batch={batch}
          onShowAll={() => (status === undefined ? chosen.choose('all') : set('status', ''))}
        />
      )}
    </>
  );
}

function PickListContent({
  query: asked,
  byOrder,
  batch,
  onShowAll,
}: {
  query: PickListQuery;
  byOrder: boolean;
  batch: Batch;
  onShowAll: () => void;
}) {
  const query = useQuery(pickListQueryOptions(asked));
  const { user } = useSession();
  const picks = usePicks(user?.farmId ?? '');
  useCountAnnouncements(query.data);
  if (query.isPending) {
    return <LoadingRows rows={5} height="h-16" />;
  }
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  const list = query.data;
  if (list.orders.length === 0) {
    const filtered = asked.status !== undefined || asked.day !== undefined;
    return (
      <EmptyState
        title={asked.status ? text.emptyFiltered : text.empty}
        action={
          filtered ? (
            <Button tone="outline" onClick={onShowAll}>
              {asked.status ? text.showAll : orderDaysText.showAll}
            </Button>
          ) : (
            <LinkButton to={`${paths.dashboardOf('farmer')}/orders`}>{text.toOrders}</LinkButton>
          )
        }
      >
        {text.emptyHint}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-4 text-ink-soft tabular-nums">
        {asked.day && `${dayTitle(asked.day)}: `}
        {text.sum(list.products.filter(({ quantity }) => quantity > 0).length, list.total)}
        <span className="hidden print:inline">
          {' '}
          · {text.printedAt(formatDateTime(new Date(serverNow()).toISOString()))}
        </span>
      </p>
      {list.total > list.orders.length && (
        <p className="mb-4 rounded-md bg-butter-tint px-4 py-2 text-butter-ink">
          {text.truncated(list.orders.length, list.total)}
        </p>
      )}
      {byOrder ? (
        <OrdersToPick list={list} picks={picks} />
      ) : (
        <ProductsToPick list={list} picks={picks} batch={batch} />
      )}
      <p className="mt-6 text-sm text-ink-soft print:hidden">{text.ticks}</p>
    </>
  );
}

function useCountAnnouncements(list: PickList | undefined): void {
  const announce = useAnnounce('pick-list');
  const before = useRef<number | null>(null);
  const now = list?.total ?? null;
  useEffect(() => {
    if (before.current !== null && now !== null && before.current !== now) {
      announce(text.changed(now));
    }
    before.current = now ?? before.current;
  }, [now, announce]);
}
