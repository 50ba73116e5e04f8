import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { formatTime } from '../../lib/format';
import { useConnection } from '../../realtime/realtime-provider';
import { Icon } from '../../ui/icon';
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
  heading = section,
  lead,
  links,
  quietOnPaper = false,
  children,
}: {
  title: string;
  /** The open tab. */
  section: string;
  /** What a page below a tab is called. */
  heading?: string;
  lead?: ReactNode;
  links: readonly DashboardLink[];
  /** Prints what is inside and nothing of the frame. */
  quietOnPaper?: boolean;
  children: ReactNode;
}) {
  return (
    <Page title={`${heading} – ${title}`}>
      <div
        className={cx(
          'mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 border-b-2 border-rule pb-5',
          quietOnPaper && 'print:hidden',
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

/** Links that a phone shows as pills; more of them fold behind a button there. */
const MOST_PILLS = 4;

/** The tabs that are pages. A panel with many of them opens them on demand on a phone. */
function DashboardNav({
  title,
  section,
  links,
}: {
  title: string;
  section: string;
  links: readonly DashboardLink[];
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const folds = links.length > MOST_PILLS;
  return (
    <nav aria-label={title} className={cx('print:hidden', folds ? 'w-full md:-mx-1' : '-mx-1')}>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center justify-between gap-3 rounded-md border-2 border-rule bg-paper px-4 font-semibold md:hidden"
        >
          {dashboardText.sections(section)}
          <Icon of={ChevronDown} className={cx('transition-transform', open && 'rotate-180')} />
        </button>
      )}
      <ul
        id={id}
        className={cx(
          'gap-1',
          folds ? 'md:flex md:flex-wrap' : 'flex flex-wrap',
          folds && (open ? 'mt-2 grid grid-cols-2' : 'hidden'),
        )}
      >
        {links.map((link) => {
          const here = link.label === section;
          return (
            <li key={link.to}>
              <Link
                to={link.to}
                aria-current={here ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-full px-4 font-semibold transition-colors',
                  folds && 'w-full md:w-auto',
                  here ? 'bg-ink text-ground' : 'text-ink hover:bg-sunken',
                )}
              >
                {link.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Says from when the data is while the live connection is gone. */
function StaleNote() {
  const { state, since } = useConnection();
  if (state === 'live' || since === null) return null;
  const words = state === 'offline' ? dashboardText.offlineSince : dashboardText.staleSince;
  return (
    <p className="mb-6 rounded-md bg-butter-tint px-4 py-2 text-butter-ink print:hidden">
      {words(formatTime(since))}
    </p>
  );
}
