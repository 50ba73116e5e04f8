import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
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
      <header className="mb-6">
        <p className="eyebrow">{title}</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">{section}</h1>
        {lead !== undefined && <p className="mt-3 max-w-2xl text-lg text-ink-soft">{lead}</p>}
      </header>
      <nav aria-label={title} className="mb-8 border-b-2 border-rule">
        <ul className="-mb-0.5 flex flex-wrap gap-x-1">
          {links.map((link) => (
            <li key={link.to}>
              <NavLink
                to={link.to}
                className={({ isActive }) =>
                  cx(
                    'inline-flex min-h-11 items-center border-b-[3px] px-3 font-semibold sm:px-4',
                    isActive || link.label === section
                      ? 'border-tomato text-ink'
                      : 'border-transparent text-ink-soft hover:text-ink',
                  )
                }
                aria-current={link.label === section ? 'page' : undefined}
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
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
