import { useQuery } from '@tanstack/react-query';
import { ChartColumn, ClipboardList, Package, ShoppingBasket } from 'lucide-react';
import type { UserDto } from '#libs/contracts';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/queries';
import { GuestCartMerge } from '../../features/cart/guest-cart-merge';
import { useChangedCount } from '../../features/orders/shorts/use-changed-count';
import { paths } from '../../lib/paths';
import { Installed } from '../installed/installed';
import { memberPartsText as text } from '../texts';
import { Bar } from './bottom-bar';
import { NewOrders } from './new-orders';

const base = paths.dashboardOf('farmer');

/** The parts around every page that only members have, by role. */
export function MemberParts({ user }: { user: UserDto }) {
  return (
    <>
      <Installed user={user} />
      <PartsOfRole role={user.role} />
    </>
  );
}

function PartsOfRole({ role }: Pick<UserDto, 'role'>) {
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
