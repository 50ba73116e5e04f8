import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { FullPageSpinner } from '../../ui/spinner';

/**
 * `/start`, which an installed app opens: a farmer's orders, another member's dashboard, the shop for visitors. With
 * `?to=orders`, the orders of the role.
 */
export function Component() {
  const { status, user } = useSession();
  const [search] = useSearchParams();
  if (status === 'loading') return <FullPageSpinner />;
  const toOrders = search.get('to') === 'orders';
  if (user === null) return <Navigate to={toOrders ? paths.auth : paths.home} replace />;
  const base = paths.dashboardOf(user.role);
  return <Navigate to={toOrders || user.role === 'farmer' ? `${base}/orders` : base} replace />;
}
