import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { cx } from '../lib/cx';
import { describePage } from '../lib/head';
import { uiText } from './texts';

/** Where the reader was before; null until the first page is shown, which keeps the focus it has. */
let shownPath: string | null = null;

/** A page: sets the document's title and, after a navigation, moves the focus to its h1. */
export function Page({
  title,
  description,
  children,
  wrap = true,
}: {
  title: string;
  /** For search engines; the site's own words where it is absent. */
  description?: string;
  children: ReactNode;
  /** Keeps the content in the column of the site. */
  wrap?: boolean;
}) {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = uiText.documentTitle(title);
    describePage(pathname, description || undefined);
  }, [title, pathname, description]);
  // without dependencies: the heading may arrive after the page, with its data
  useEffect(() => {
    if (shownPath === null) shownPath = pathname;
    if (shownPath === pathname) return;
    const heading = document.querySelector<HTMLElement>('main h1:not([data-waiting])');
    if (heading === null) return;
    shownPath = pathname;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  return <div className={cx(wrap && 'wrap py-8 sm:py-12')}>{children}</div>;
}

/** The h1 of a page whose own is not known yet: there for screen readers, passed over by the focus. */
export function WaitingTitle({ children }: { children: ReactNode }) {
  return (
    <h1 data-waiting className="sr-only">
      {children}
    </h1>
  );
}

/** The page's one h1. */
export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="text-4xl sm:text-5xl">{children}</h1>
      {lead !== undefined && <p className="mt-3 max-w-2xl text-lg text-ink-soft">{lead}</p>}
    </header>
  );
}
