import { useQuery } from '@tanstack/react-query';
import { ChartColumn, ClipboardList, Package, ShoppingBasket } from 'lucide-react';
import { COUNTS_DAYS, farmStatsQueryOptions } from '../../features/analytics/farm/farm-stats';
import { paths } from '../../lib/paths';
import { Bar } from './bottom-bar';
import { farmerPartsText as text } from './farmer-parts-texts';
import { NewOrders } from './new-orders';

const base = paths.dashboardOf('farmer');

/** What only farmers have around every page. */
export function FarmerParts() {
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
  const placed = stats?.orders.placed ?? 0;
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
