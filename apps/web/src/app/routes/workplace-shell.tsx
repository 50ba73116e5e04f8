import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { type DashboardLink, StaleNote, WaitingCount } from './dashboard-shell';
import { SlimFooter } from './slim-footer';
import { dashboardText } from './texts';

/**
 * The frame of the farmer's and admin's dashboards: full width, a compact heading, and links as tabs or as a rail at
 * the side. On phones the links are behind a button.
 */
export function WorkplaceShell({
  title,
  section,
  heading = section,
  lead,
  links,
  rail = false,
  tools,
  printsContentOnly = false,
  children,
}: {
  title: string;
  /** The open link. */
  section: string;
  /** The heading of a page below a link. */
  heading?: string;
  lead?: ReactNode;
  links: readonly DashboardLink[];
  /** The links as a rail at the side, on wide screens. */
  rail?: boolean;
  /** Beside the heading. */
  tools?: ReactNode;
  /** Hides the frame in print. */
  printsContentOnly?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { pathname } = useLocation();
  const waiting = links.reduce((sum, { count = 0 }) => sum + count, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes with every page that is opened
  useEffect(() => setOpen(false), [pathname]);
  const frame = cx(printsContentOnly && 'print:hidden');
  return (
    <Page title={`${heading} – ${title}`} wrap={false}>
      <div
        className={cx(
          'workplace mx-auto w-full max-w-[120rem] px-4 pt-2 pb-6 sm:px-6 sm:pt-4',
          rail && 'lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-8',
        )}
      >
        <div
          className={cx(
            frame,
            'flex flex-wrap items-center justify-between gap-x-2 max-lg:mb-2 lg:gap-x-6',
            rail ? 'lg:contents' : 'lg:mb-4 lg:border-b lg:border-rule lg:pb-3',
          )}
        >
          <div
            className={cx(
              'flex min-w-0 flex-1 flex-wrap items-center gap-x-2 lg:gap-x-4',
              rail && 'lg:col-start-2 lg:row-start-1 lg:mb-4',
            )}
          >
            <h1 className="text-2xl lg:text-3xl">{heading}</h1>
            {tools !== undefined && <div className="ml-auto">{tools}</div>}
          </div>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm font-semibold hover:bg-sunken lg:hidden print:hidden"
          >
            <Icon of={open ? X : Menu} size={18} />
            <span className={cx(rail && 'max-xs:sr-only')}>{dashboardText.pages}</span>
            {rail && !open && <WaitingCount count={waiting} />}
          </button>
          <nav
            aria-label={title}
            className={cx(
              'print:hidden',
              !open && 'max-lg:hidden',
              'max-lg:w-full',
              rail && 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
            )}
          >
            <ul
              id={id}
              className={cx(
                'max-lg:grid max-lg:grid-cols-2 max-lg:gap-1 max-lg:py-2',
                rail ? 'gap-0.5 lg:sticky lg:top-24 lg:grid' : 'gap-1 lg:flex lg:flex-wrap',
              )}
            >
              {links.map((link) => (
                <SectionLink key={link.to} link={link} isCurrent={link.label === section} />
              ))}
            </ul>
          </nav>
        </div>
        <div className={cx('min-w-0', rail && 'lg:col-start-2 lg:row-start-2')}>
          {lead !== undefined && <p className="mb-4 max-w-3xl text-ink-soft">{lead}</p>}
          <StaleNote />
          {children}
        </div>
      </div>
      <SlimFooter />
    </Page>
  );
}

function SectionLink({ link, isCurrent }: { link: DashboardLink; isCurrent: boolean }) {
  return (
    <li>
      <Link
        to={link.to}
        aria-current={isCurrent ? 'page' : undefined}
        className={cx(
          'flex min-h-10 items-center justify-between rounded-md px-3 font-semibold transition-colors pointer-coarse:min-h-11',
          isCurrent ? 'bg-ink text-ground' : 'text-ink hover:bg-sunken',
        )}
      >
        {link.label}
        <WaitingCount count={link.count ?? 0} />
      </Link>
    </li>
  );
}
