import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SectionTitle } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { Loading, Skeleton } from '../../ui/skeleton';
import { ErrorState } from '../../ui/states';
import { analyticsText } from './texts';

/** The figures of one subject, with their own loading and error states. */
export function FigureSection<Stats>({
  title,
  to,
  linkLabel,
  recount,
  query,
  children,
}: {
  title: string;
  to: string;
  linkLabel: string;
  /** The button that recounts these figures. */
  recount: ReactNode;
  query: UseQueryResult<Stats>;
  children: (stats: Stats) => ReactNode;
}) {
  const titleId = `figures-${title.toLowerCase()}`;
  return (
    <section aria-labelledby={titleId}>
      <SectionTitle
        id={titleId}
        aside={
          <span className="flex flex-wrap items-center gap-x-4">
            {recount}
            <Link
              to={to}
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-leaf-ink hover:underline"
            >
              {linkLabel}
              <Icon of={ArrowRight} size={18} />
            </Link>
          </span>
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
        <ErrorState query={query} title={analyticsText.fetchFailed} />
      )}
    </section>
  );
}

/** The share of leaf green, in percent, by the quarter of the highest value: ink and paper stay legible on it. */
const TINTS = [12, 25, 40, 85];

/** A cell of a heat map: its text, tinted by a value from 0 to 1. */
export function TintedCell({ value, children }: { value: number; children: ReactNode }) {
  const tint = value === 0 ? 0 : (TINTS[Math.ceil(value * TINTS.length) - 1] ?? 0);
  return (
    <td
      className="rounded-sm py-1 text-center forced-color-adjust-none whitespace-nowrap max-xs:tracking-tight"
      style={{
        backgroundColor: `color-mix(in srgb, var(--leaf-ink) ${tint}%, var(--paper))`,
        color: `var(--${tint === 0 ? 'ink-soft' : tint > 50 ? 'paper' : 'ink'})`,
      }}
    >
      {children}
    </td>
  );
}
