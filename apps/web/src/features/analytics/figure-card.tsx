import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { SectionTitle } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { analyticsText } from './texts';
import { Tick } from './tick';

/** The figures of one subject: loading, failed or there, whatever the other subjects do. */
export function FigureSection<Stats>({
  title,
  to,
  linkLabel,
  query,
  children,
}: {
  title: string;
  to: string;
  linkLabel: string;
  query: UseQueryResult<Stats>;
  children: (stats: Stats) => ReactNode;
}) {
  const titleId = `figures-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={titleId}>
      <SectionTitle
        id={titleId}
        aside={
          <Link
            to={to}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf-ink hover:underline"
          >
            {linkLabel}
            <Icon of={ArrowRight} size={18} />
          </Link>
        }
      >
        {title}
      </SectionTitle>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.isPending ? (
        <Loading>
          <div className="grid gap-4 sm:grid-cols-3">
            <Skeleton className="h-32" />
            <Skeleton className="h-32" />
            <Skeleton className="h-32" />
          </div>
        </Loading>
      ) : (
        <ErrorState
          title={analyticsText.fetchFailed}
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => {
            query.refetch().catch(() => undefined); // the query keeps the error
          }}
        />
      )}
    </section>
  );
}

/** One figure with its name, big enough to be read from across the room. */
export function Figure({
  label,
  value,
  hint,
  strong = false,
}: {
  label: string;
  value: string;
  hint?: string;
  /** The figure of its row that matters most. */
  strong?: boolean;
}) {
  return (
    <div
      className={cx(
        'rounded-lg border p-5 sm:p-6',
        strong
          ? 'on-dark border-leaf bg-leaf text-on-leaf sm:col-span-2 lg:col-span-1'
          : 'border-rule bg-paper',
      )}
    >
      <dt className="font-semibold">{label}</dt>
      <dd>
        <span className="mt-3 block font-display text-4xl font-semibold xl:text-5xl">
          <Tick>{value}</Tick>
        </span>
        {hint !== undefined && (
          <span className={cx('mt-1.5 block text-sm', !strong && 'text-ink-soft')}>{hint}</span>
        )}
      </dd>
    </div>
  );
}
