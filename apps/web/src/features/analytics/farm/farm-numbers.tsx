import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FarmStats } from '#libs/contracts';
import { paths } from '../../../lib/paths';
import { formatMoney, formatNumber, marketPlace } from '../../../lib/text/format';
import { SectionTitle } from '../../../ui/card';
import { Figure } from '../../../ui/figure';
import { Field, Select } from '../../../ui/form';
import { useAnnounce } from '../../../ui/live-announcer';
import { SalesChart } from '../../../ui/sales-chart';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { farmStatsQueryOptions } from '../queries';
import { SalesBreakdown } from '../sales-breakdown';
import { farmStatsText as text } from '../texts';
import { TopProducts } from './top-products';

const SPANS = [7, 30, 90];
const farmer = paths.dashboardOf('farmer');

/** A farm's own figures, live: today, open work, sales. */
export function FarmNumbers() {
  const [search, setSearch] = useSearchParams();
  const days = SPANS.find((span) => String(span) === search.get('days')) ?? 30;
  // with the period before
  const query = useQuery(farmStatsQueryOptions(2 * days));
  useChangeAnnouncements(query.data?.version ?? null);
  if (query.isPending) return <NumbersSkeleton />;
  if (query.data === undefined) {
    return <ErrorState query={query} title={text.failed} />;
  }
  const stats = query.data;
  return (
    <div className="grid gap-12">
      <Today stats={stats} />
      <section aria-labelledby="sales-title">
        <SectionTitle
          id="sales-title"
          aside={
            <div className="w-36">
              <Field name="days" label={text.span} hideLabel>
                <Select
                  value={days}
                  onChange={(event) =>
                    setSearch(event.target.value === '30' ? {} : { days: event.target.value }, {
                      replace: true,
                    })
                  }
                >
                  {SPANS.map((span) => (
                    <option key={span} value={span}>
                      {text.spans(span)}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
          }
        >
          {text.sales}
        </SectionTitle>
        <SalesChart
          days={stats.sales.slice(-days)}
          before={stats.sales.slice(0, -days)}
          ordersOf={(day) => `${farmer}/orders?view=table&from=${day}&until=${day}`}
        />
        <p className="mt-2 text-sm text-ink-soft">{text.salesHint(marketPlace())}</p>
        <SalesBreakdown days={stats.sales.slice(-days)} before={stats.sales.slice(0, -days)} />
      </section>
      <TopProducts products={stats.topProducts} />
    </div>
  );
}

function Today({ stats }: { stats: FarmStats }) {
  const { today, toPick, lowStock, soldOut, buyers, repeatBuyers } = stats;
  const share = buyers === 0 ? 0 : Math.round((repeatBuyers / buyers) * 100);
  return (
    <section aria-labelledby="today-title">
      <SectionTitle id="today-title">{text.today}</SectionTitle>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Figure
          strong="wide"
          label={text.soldToday}
          value={formatMoney(today.revenue)}
          hint={text.ordersToday(today.orders)}
        />
        <Figure
          label={text.toPick}
          value={formatNumber(toPick.parts)}
          hint={text.lines(toPick.lines)}
          to={`${farmer}/pick-list`}
        />
        <Figure
          label={text.buyers}
          value={formatNumber(buyers)}
          hint={repeatBuyers === 0 ? text.noRepeat : text.repeat(repeatBuyers, share)}
        />
        <Figure
          label={text.lowStock}
          value={formatNumber(lowStock)}
          hint={text.lowStockHint}
          to={`${farmer}/products?status=live&stock=low`}
        />
        <Figure
          label={text.soldOut}
          value={formatNumber(soldOut)}
          hint={text.soldOutHint}
          to={`${farmer}/products?status=live&stock=sold_out`}
        />
      </dl>
    </section>
  );
}

function NumbersSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {[0, 1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-36" />
        ))}
      </div>
      <Skeleton className="mt-12 h-80" />
    </Loading>
  );
}

function useChangeAnnouncements(version: number | null): void {
  const announce = useAnnounce('farm-stats');
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && version !== null && version > before.current) {
      announce(text.changed);
    }
    before.current = version ?? before.current;
  }, [version, announce]);
}
