import { type ReactNode, useEffect, useRef } from 'react';
import { Page, PageTitle } from '../../ui/page';

/** A page whose form is replaced by its outcome: the new heading receives the focus. */
export function OutcomePage({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const first = useRef(title);
  useEffect(() => {
    // the form that had the focus is unmounted
    const heading = title === first.current ? null : box.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [title]);
  return (
    <Page title={title}>
      <div ref={box} className="mx-auto max-w-xl">
        <PageTitle lead={lead}>{title}</PageTitle>
        {children}
      </div>
    </Page>
  );
}
