import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { formatMomentOf, formatNumber } from '../../lib/text/format';
import { useConnection } from '../../realtime/realtime-provider';
import { Page } from '../../ui/page';
import { dashboardText } from './texts';

export interface DashboardLink {
  readonly to: string;
  readonly label: string;
  /** The number of items that wait there. */
  readonly count?: number;
}

/** The frame of the customer's dashboard: a heading, links as tabs, and the age of the data while it is stale. */
export function DashboardShell({
  title,
  section,
  heading = section,
  lead,
  links,
  printsContentOnly = false,
  children,
}: {
  title: string;
  /** The open tab. */
  section: string;
  /** The heading of a page below a tab. */
  heading?: string;
  lead?: ReactNode;
  links: readonly DashboardLink[];
  /** Hides the frame in print. */
  printsContentOnly?: boolean;
  children: ReactNode;
}) {
  return (
    <Page title={`${heading} – ${title}`}>
      <div
        className={cx(
          'mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b-2 border-rule pb-5',
          printsContentOnly && 'print:hidden',
        )}
      >
        <header>
          <p className="eyebrow">{title}</p>
          <h1 className="mt-1 text-4xl sm:text-5xl">{heading}</h1>
        </header>
        <DashboardNav title={title} section={section} links={links} />
      </div>
      {lead !== undefined && <p className="mb-6 max-w-2xl text-lg text-ink-soft">{lead}</p>}
      <StaleNote />
      {children}
    </Page>
  );
}

/** The links between a dashboard's pages. */
function DashboardNav({
  title,
  section,
  links,
}: {
  title: string;
  section: string;
  links: readonly DashboardLink[];
}) {
  return (
    <nav aria-label={title} className="-mx-1 print:hidden">
      <ul className="flex flex-wrap gap-1 max-2xs:gap-0">
        {links.map(({ to, label }) => {
          const isCurrent = label === section;
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors max-2xs:px-2',
                  isCurrent ? 'bg-ink text-ground' : 'text-ink hover:bg-sunken',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The number of items that wait behind a link. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="ml-2 inline-grid h-6 min-w-6 place-items-center rounded-full bg-tomato px-1.5 text-sm text-on-tomato tabular-nums">
      <span className="sr-only">, {dashboardText.waiting}: </span>
      {formatNumber(count)}
    </span>
  );
}

/** Shows when the data was last up to date, while there is no live connection. */
export function StaleNote() {
  const { state, since } = useConnection();
  if (state === 'live' || since === null) return null;
  const text = state === 'offline' ? dashboardText.offlineSince : dashboardText.staleSince;
  return (
    <p className="mb-6 rounded-md bg-butter-tint px-4 py-2 text-butter-ink print:hidden">
      {text(formatMomentOf(since))}
    </p>
  );
}
