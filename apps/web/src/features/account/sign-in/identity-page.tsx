import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { IdentityWidget, type WidgetKind } from '../../../lib/identity/slot';
import { paths, safeNext } from '../../../lib/paths';
import { useSession } from '../../../lib/session';
import { settingsQueryOptions } from '../../../lib/settings';
import { Card } from '../../../ui/card';
import { Page } from '../../../ui/page';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { identityText } from './texts';

/** Where to after signing in: the page that sent the visitor here, else the products (SPEC section 9). */
export function useNext(): string {
  const location = useLocation();
  const state = location.state as { next?: unknown } | null;
  const asked = typeof state?.next === 'string' ? state.next : null;
  return (
    safeNext(asked) ?? safeNext(new URLSearchParams(location.search).get('next')) ?? paths.products
  );
}

/** A signed-in visitor has no business on the sign-in pages. */
export function LeaveWhenSignedIn({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const next = useNext();
  return user === null ? children : <Navigate to={next} replace />;
}

/** The hosted provider's widget where one is set up, else `builtin`. */
export function IdentityPage({
  kind,
  title,
  lead,
  builtin,
  foot,
}: {
  kind: WidgetKind;
  title: string;
  lead: string;
  builtin: ReactNode;
  foot?: ReactNode;
}) {
  const navigate = useNavigate();
  const query = useQuery(settingsQueryOptions());
  const { data, isError } = query;
  return (
    <LeaveWhenSignedIn>
      <Page title={title}>
        <div className="mx-auto grid max-w-xl gap-6">
          <header>
            <h1 className="text-4xl sm:text-5xl">{title}</h1>
            <p className="mt-2 text-lg text-ink-soft">{lead}</p>
          </header>
          {data === undefined && isError && (
            <ErrorState query={query} title={identityText.settingsFailed} />
          )}
          {data === undefined && !isError && (
            <Loading>
              <Skeleton className="h-80" />
            </Loading>
          )}
          {data?.identity.provider === 'builtin' && <Card>{builtin}</Card>}
          {data?.identity.provider === 'clerk' && (
            <IdentityWidget kind={kind} navigate={navigate} />
          )}
          {foot}
        </div>
      </Page>
    </LeaveWhenSignedIn>
  );
}
