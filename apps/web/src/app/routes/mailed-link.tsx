import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Page, PageTitle } from '../../ui/page';

/**
 * The secret in the hash of the mailed link that opened this page, or ''. It is removed from the URL, where it could
 * be seen, copied or stored.
 */
export function useLinkSecret(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setSecret(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return secret;
}

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
