import { useQuery } from '@tanstack/react-query';
import {
  ChartColumn,
  ClipboardList,
  Package,
  ScanLine,
  ShoppingBasket,
  Truck,
  UserRound,
} from 'lucide-react';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/queries';
import { GuestCartMerge } from '../../features/cart/guest-cart-merge';
import { useChangedCount } from '../../features/orders/shorts/use-changed-count';
import { paths } from '../../lib/paths';
import { isCrew, type SessionUser } from '../../lib/session/session';
import { Installed } from '../installed/installed';
import { memberPartsText as text } from '../texts';
import { Bar } from './bottom-bar';
import { NewOrders } from './new-orders';

const base = paths.dashboardOf('farmer');

/** The parts around every page that only members have, by role. */
export function MemberParts({ user }: { user: SessionUser }) {
  return (
    <>
      <Installed user={user} />
      <PartsOfRole user={user} />
    </>
  );
}

function PartsOfRole({ user }: { user: SessionUser }) {
  const { role } = user;
  if (isCrew(user)) return <CrewBar isDriver={user.farmRole === 'driver'} />;
  if (role === 'customer') return <GuestCartMerge />;
  if (role === 'admin') return null;
  return (
    <>
      <FarmerBar />
      <NewOrders />
    </>
  );
}

/** A farmer's navigation on phones: the pages of a day's work. */
function FarmerBar() {
  const { data: stats } = useQuery(farmStatsQueryOptions(COUNTS_DAYS));
  const placed = (stats?.orders.placed ?? 0) + useChangedCount();
  return (
    <Bar
      items={[
        {
          to: `${base}/orders`,
          label: text.orders,
          icon: ShoppingBasket,
          count: placed,
          name: text.ordersCount(placed),
        },
        { to: `${base}/pick-list`, label: text.pick, icon: ClipboardList },
        { to: `${base}/products`, label: text.products, icon: Package },
        { to: `${base}/numbers`, label: text.numbers, icon: ChartColumn },
      ]}
    />
  );
}

/** The navigation of a packer or a driver on phones. */
function CrewBar({ isDriver }: { isDriver: boolean }) {
  const work = isDriver
    ? { to: `${base}/run-sheet`, label: text.stops, icon: Truck }
    : { to: `${base}/orders`, label: text.packing, icon: ClipboardList };
  return (
    <Bar
      items={[
        work,
        { to: paths.handOver, label: text.scan, icon: ScanLine, isLoadedAnew: true },
        { to: `${base}/profile`, label: text.profile, icon: UserRound },
      ]}
    />
  );
}
