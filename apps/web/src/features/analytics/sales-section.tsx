import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { SALES_DAYS_MAX } from '#libs/contracts';
import { paths } from '../../lib/paths';
import { marketPlace } from '../../lib/text/format';
import { SectionTitle } from '../../ui/card';
import { Field, Select } from '../../ui/form';
import { SalesChart } from '../../ui/sales-chart';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { BuyerCohorts } from './buyer-cohorts';
import { FarmSalesTable } from './farm-sales';
import { SalesByHandover } from './handovers';
import { salesQueryOptions } from './queries';
import { SalesBreakdown } from './sales-breakdown';
import { analyticsText as text } from './texts';

const SPANS = [7, 30, 90, 365];
const DEFAULT_SPAN = 30;

const ordersPath = `${paths.dashboardOf('admin')}/orders`;

/** The market's sales per day, live; the number of days is a search parameter. */
export function SalesSection() {
  const [search, setSearch] = useSearchParams();
  const span = SPANS.find((days) => String(days) === search.get('days')) ?? DEFAULT_SPAN;
  // with the period before, as far as one request has it
  const query = useQuery(salesQueryOptions({ days: Math.min(2 * span, SALES_DAYS_MAX) }));
  const days = query.data?.days.slice(-span) ?? [];
  const earlier = query.data?.days.slice(0, -span).slice(-span) ?? [];
  const before = earlier.length === span ? earlier : [];
  return (
    <section aria-labelledby="figures-sales">
      <SectionTitle
        id="figures-sales"
        aside={
          <div className="w-36">
            <Field name="days" label={text.span} hideLabel>
              <Select
                value={span}
                onChange={({ target }) =>
                  setSearch(
                    (search) => {
                      if (target.value === String(DEFAULT_SPAN)) search.delete('days');
                      else search.set('days', target.value);
                      return search;
                    },
                    { replace: true },
                  )
                }
              >
                {SPANS.map((days) => (
                  <option key={days} value={days}>
                    {text.spans(days)}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        }
      >
        {text.sales}
      </SectionTitle>
      {query.data !== undefined ? (
        <>
          <SalesChart
            days={days}
            before={before}
            ordersOf={(day) => `${ordersPath}?status=Live&from=${day}&until=${day}`}
          />
          <p className="mt-2 text-sm text-ink-soft">{text.salesHint(marketPlace())}</p>
          {days[0] && <SalesByHandover ordered={days} />}
          <SalesBreakdown days={days} before={before} />
          {days[0] && <FarmSalesTable from={days[0].day} />}
          <BuyerCohorts />
        </>
      ) : query.isPending ? (
        <Loading>
          <Skeleton className="h-80" />
        </Loading>
      ) : (
        <ErrorState query={query} title={text.fetchFailed} />
      )}
    </section>
  );
}
