import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { formatTime } from '../../lib/format';
import { useConnection } from '../../realtime/realtime-provider';
import { Page } from '../../ui/page';
import { dashboardText } from './dashboard-texts';

export interface DashboardLink {
  readonly to: string;
  readonly label: string;
}

/** What the three dashboards share: a heading, the tabs that are pages, and how old the data is. */
export function DashboardShell({
  title,
  section,
  lead,
  links,
  children,
}: {
  title: string;
  /** The open tab, for the document's title. */
  section: string;
  lead?: ReactNode;
  links: readonly DashboardLink[];
  children: ReactNode;
}) {
  return (
    <Page title={`${section} – ${title}`}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b-2 border-rule pb-5">
        <header>
          <p className="eyebrow">{title}</p>
          <h1 className="mt-1 text-4xl sm:text-5xl">{section}</h1>
        </header>
        <nav aria-label={title} className="-mx-1">
          <ul className="flex flex-wrap gap-1">
            {links.map((link) => {
              const open = link.label === section;
              return (
                <li key={link.to}>
                  <Link
                    to={link.to}
                    aria-current={open ? 'page' : undefined}
                    className={cx(
                      'inline-flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors',
                      open ? 'bg-ink text-ground' : 'text-ink hover:bg-sunken',
                    )}
                  >
                    {link.label}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
      </div>
      {lead !== undefined && <p className="mb-6 max-w-2xl text-lg text-ink-soft">{lead}</p>}
      <StaleNote />
      {children}
    </Page>
  );
}

/** Says from when the data is while the live connection is gone. */
function StaleNote() {
  const { state, since } = useConnection();
  if (state === 'live' || since === null) return null;
  const words = state === 'offline' ? dashboardText.offlineSince : dashboardText.staleSince;
  return (
    <p className="mb-6 rounded-md bg-butter-tint px-4 py-2 text-butter-ink">
      {words(formatTime(since))}
    </p>
  );
}
