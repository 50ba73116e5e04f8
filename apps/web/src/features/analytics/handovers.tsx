import { useQuery } from '@tanstack/react-query';
import {
  addDays,
  type Day,
  SALES_DAYS_MAX,
  type SalesDay,
  SLOT_DAYS,
  toCents,
  toDollars,
} from '#libs/contracts';
import { formatMoney } from '../../lib/text/format';
import { SectionTitle } from '../../ui/card';
import { SalesChart } from '../../ui/sales-chart';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { handoversQueryOptions } from './queries';
import { analyticsText as text } from './texts';

/** The goods by day of hand-over, live: of the days shown and of those ahead; and what has no such day. */
export function SalesByHandover({ ordered }: { ordered: readonly SalesDay[] }) {
  const today = ordered.at(-1)?.day ?? '';
  const to = addDays(today, SLOT_DAYS - 1);
  const earliest = addDays(to, 1 - SALES_DAYS_MAX);
  const first = ordered[0]?.day ?? '';
  const query = useQuery(handoversQueryOptions({ from: first > earliest ? first : earliest, to }));
  const all = query.data?.days ?? [];
  // up to the last day that has something, but today at least
  const last = all.findLastIndex(({ day, orders }) => orders > 0 || day === today);
  const days = all.slice(0, last + 1);
  return (
    <section aria-labelledby="figures-handovers" className="mt-10">
      <SectionTitle id="figures-handovers">{text.handovers}</SectionTitle>
      <p className="mb-4 text-sm text-ink-soft">{text.handoversHint}</p>
      {query.data !== undefined ? (
        <>
          <SalesChart
            days={days}
            table={text.handoversTable}
            file="sales-by-day-of-hand-over.csv"
          />
          <p className="mt-2 text-ink-soft tabular-nums">
            {text.withoutDay(formatMoney(withoutDay(ordered, days)))}
          </p>
        </>
      ) : query.isPending ? (
        <Loading>
          <Skeleton className="h-80" />
        </Loading>
      ) : (
        <ErrorState query={query} title={text.handoversFailed} />
      )}
    </section>
  );
}

/** Dollars of the goods that were ordered on these days and have no day of hand-over. */
function withoutDay(
  ordered: readonly SalesDay[],
  days: readonly { day: Day; orderedWithDay: number }[],
): number {
  const withDay = new Map(days.map(({ day, orderedWithDay }) => [day, orderedWithDay]));
  const cents = ordered
    .filter(({ day }) => withDay.has(day))
    .reduce((sum, { day, categories }) => {
      const goods = Object.values(categories).reduce((all, one) => all + toCents(one ?? 0), 0);
      return sum + goods - toCents(withDay.get(day) ?? 0);
    }, 0);
  return toDollars(Math.max(0, cents));
}
