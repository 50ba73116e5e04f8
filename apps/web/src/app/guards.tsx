import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Role } from '#libs/contracts';
import { paths } from '../lib/paths';
import { useSession } from '../lib/session/session';
import { FullPageSpinner } from '../ui/spinner';

/**
 * Who may see a page (docs/product.md): waits for the session, sends visitors and unknown roles to /auth,
 * and everybody else whose role is not allowed to their own dashboard.
 */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { status, user, ended } = useSession();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    wasSignedIn.current = user !== null;
  }, [user]);
  if (status === 'loading') return <FullPageSpinner />;
  // the user signed out on this page: back to the landing page (docs/product.md, Screens)
  if (status === 'signed-out' && ended === null && wasSignedIn.current) {
    return <Navigate to={paths.home} replace />;
  }
  if (status === 'signed-out' || user === null) {
    const next = location.pathname + location.search;
    return <Navigate to={paths.auth} replace state={{ next }} />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.dashboardOf(user.role)} replace />;
  return children;
}

/** `/dashboard`: redirects to the dashboard of the role, or to /auth. */
export function DashboardRedirect() {
  const { status, user } = useSession();
  if (status === 'loading') return <FullPageSpinner />;
  return <Navigate to={user === null ? paths.auth : paths.dashboardOf(user.role)} replace />;
}
