import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { settingsQueryOptions } from '../../../lib/api/public-data';
import { paths, safeNext } from '../../../lib/paths';
import { IdentityWidget, type WidgetKind } from '../../../lib/session/identity-slot';
import { isCrew, useSession } from '../../../lib/session/session';
import { Card } from '../../../ui/card';
import { Page } from '../../../ui/page';
import { Loading, Skeleton } from '../../../ui/skeleton';
import { ErrorState } from '../../../ui/states';
import { identityText } from '../texts';

/** The path after sign-in: the page that required it, else the products (docs/product.md, Constants). */
export function useRedirectPath(): string {
  const location = useLocation();
  const state = location.state as { next?: unknown } | null;
  const fromState = typeof state?.next === 'string' ? state.next : null;
  return (
    safeNext(fromState) ??
    safeNext(new URLSearchParams(location.search).get('next')) ??
    paths.products
  );
}

/** Redirects signed-in users from the sign-in pages; those who pack or drive, to their work rather than to the shop. */
export function RedirectWhenSignedIn({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const next = useRedirectPath();
  if (user === null) return children;
  return <Navigate to={next === paths.products && isCrew(user) ? paths.dashboard : next} replace />;
}

/** The hosted provider's widget if one is configured, else `builtin`. */
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
  const next = useRedirectPath();
  const navigate = useNavigate();
  // The widget has pages of its own below this one; they need the redirect path too.
  const go = useCallback((to: string) => navigate(to, { state: { next } }), [navigate, next]);
  const query = useQuery(settingsQueryOptions());
  const { data, isError } = query;
  return (
    <RedirectWhenSignedIn>
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
            <IdentityWidget kind={kind} next={next} navigate={go} />
          )}
          {foot}
        </div>
      </Page>
    </RedirectWhenSignedIn>
  );
}

/** The link to the sign-in, which keeps where the visitor came from. */
export function HaveAccount() {
  const { state } = useLocation();
  return (
    <p>
      {identityText.haveAccount}{' '}
      <Link
        to={paths.signIn}
        state={state}
        className="inline-flex min-h-11 items-center font-semibold text-leaf-ink underline underline-offset-4"
      >
        {identityText.signInLink}
      </Link>
    </p>
  );
}
