import { useQuery } from '@tanstack/react-query';
import { COHORT_MONTHS, type Cohort, type Cohorts, monthsBetween } from '#libs/contracts';
import { formatMonth, formatNumber } from '../../lib/text/format';
import { SectionTitle } from '../../ui/card';
import { TableFile } from '../../ui/download-button';
import { LoadingRows } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { TintedCell } from './figure-card';
import { cohortsQueryOptions } from './queries';
import { analyticsText as text } from './texts';

const LATER = Array.from({ length: COHORT_MONTHS }, (_, n) => n + 1);

/** Which customers ordered again: by the month of the first order, as a table whose shares are also tinted. */
export function BuyerCohorts() {
  const query = useQuery(cohortsQueryOptions());
  const cohorts = query.data === undefined ? [] : begunOf(query.data);
  return (
    <section aria-labelledby="figures-cohorts" className="mt-10">
      <SectionTitle
        id="figures-cohorts"
        aside={
          cohorts.length > 0 && (
            <TableFile
              name="cohorts.csv"
              of={text.cohorts}
              columns={[text.firstOrder, text.customers, ...LATER.map(text.monthsLater)]}
              rows={() =>
                cohorts.map(({ month, customers, again }) => [
                  month,
                  customers,
                  ...LATER.map((later) => again[later - 1] ?? ''),
                ])
              }
            />
          )
        }
      >
        {text.cohorts}
      </SectionTitle>
      {query.data === undefined ? (
        query.isError ? (
          <ErrorState query={query} title={text.cohortsFailed} />
        ) : (
          <LoadingRows rows={4} />
        )
      ) : (
        <>
          <p className="mb-2 max-w-prose text-sm text-ink-soft">
            {cohorts.length === 0 ? text.cohortsNone : text.cohortsHint}
          </p>
          {cohorts.length > 0 && <CohortTable cohorts={cohorts} />}
        </>
      )}
    </section>
  );
}

/** The cohorts that have customers, with the months that have begun. */
function begunOf({ month: now, cohorts }: Cohorts): Cohort[] {
  return cohorts
    .filter(({ customers }) => customers > 0)
    .map((cohort) => ({
      ...cohort,
      again: cohort.again.slice(0, monthsBetween(cohort.month, now)),
    }));
}

function CohortTable({ cohorts }: { cohorts: readonly Cohort[] }) {
  return (
    <table className="w-full max-w-3xl table-fixed border-separate border-spacing-0.5 text-xs tabular-nums sm:text-sm">
      <caption className="sr-only">{text.cohorts}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="w-15 pb-1 text-left font-semibold sm:w-28">
            {text.firstOrder}
          </th>
          <th scope="col" className="w-17 pb-1 font-semibold sm:w-24">
            {text.customers}
          </th>
          {LATER.map((later) => (
            <th key={later} scope="col" className="pb-1 font-semibold">
              <span aria-hidden="true">{text.monthLater(later)}</span>
              <VisuallyHidden>{text.monthsLater(later)}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ month, customers, again }) => (
          <tr key={month}>
            <th scope="row" className="text-left font-normal whitespace-nowrap">
              {formatMonth(month)}
            </th>
            <td className="text-center">{formatNumber(customers)}</td>
            {again.map((ordered, n) => (
              <TintedCell key={LATER[n]} value={ordered / customers}>
                {text.sharePercent(ordered, customers)}
              </TintedCell>
            ))}
            {again.length < COHORT_MONTHS && <td colSpan={COHORT_MONTHS - again.length} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
