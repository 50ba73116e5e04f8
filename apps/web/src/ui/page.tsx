import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { setTitle } from '../lib/browser/page';
import { cx } from '../lib/cx';
import { uiText } from './texts';

/** The path whose heading was focused last; null before the first page, which does not move the focus. */
let focusedPath: string | null = null;

/** A page: sets the document's title and, after a navigation, moves the focus to its h1. */
export function Page({
  title,
  children,
  wrap = true,
}: {
  title: string;
  children: ReactNode;
  /** Whether the content keeps to the site's column. */
  wrap?: boolean;
}) {
  const { pathname } = useLocation();
  useEffect(() => setTitle(uiText.documentTitle(title)), [title]);
  // without dependencies: the heading may be rendered after the page, with its data
  useEffect(() => {
    if (focusedPath === null) focusedPath = pathname;
    if (focusedPath === pathname) return;
    const heading = document.querySelector<HTMLElement>('main h1:not([data-waiting])');
    if (heading === null) return;
    focusedPath = pathname;
    // typing goes on: the page kept its form under a new address
    if (document.activeElement?.matches('main :is(input, textarea, select)')) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  return <div className={cx(wrap && 'wrap py-8 sm:py-12')}>{children}</div>;
}

/** A placeholder h1 for screen readers while the page's title is loading; it does not take the focus. */
export function PlaceholderTitle({ children }: { children: ReactNode }) {
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
