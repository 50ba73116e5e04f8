import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { formatMoney } from '../../lib/format';
import { SectionTitle } from '../../ui/card';
import { Field, Select } from '../../ui/form';
import { SalesChart } from '../../ui/sales-chart';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { salesQueryOptions } from './sales';
import { analyticsText as text } from './texts';

const SPANS = [7, 30, 90, 365];
const DEFAULT_SPAN = 30;
const DAY_MS = 86_400_000;

/** The market's sales per day, live; the number of days is a search parameter. */
export function SalesSection() {
  const [search, setSearch] = useSearchParams();
  const span = SPANS.find((days) => String(days) === search.get('days')) ?? DEFAULT_SPAN;
  const from = new Date(Date.now() - (span - 1) * DAY_MS).toISOString().slice(0, 10);
  const query = useQuery(salesQueryOptions(span === DEFAULT_SPAN ? {} : { from: from }));
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
                  setSearch(target.value === String(DEFAULT_SPAN) ? {} : { days: target.value }, {
                    replace: true,
                  })
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
          <SalesChart days={query.data.days} />
          <p className="mt-3 text-sm text-ink-soft tabular-nums">
            {text.salesSum(query.data.orders, formatMoney(query.data.revenue))} {text.salesHint}
          </p>
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
