import { Route, Routes } from 'react-router-dom';
import { OwnProducts } from '../../features/farm-products/own-products';
import { FarmReviewsScreen } from '../../features/farm-reviews/farm-reviews-screen';
import { FarmNumbers } from '../../features/farm-stats/farm-numbers';
import { OwnFarm } from '../../features/farms/own-farm-screen';
import { FarmOrders } from '../../features/orders/farm-orders';
import { SlipScreen } from '../../features/packing-slip/slip-screen';
import { PickListScreen } from '../../features/pick-list/pick-list-screen';
import { pickListText } from '../../features/pick-list/texts';
import { Profile } from '../../features/users/profile';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { DashboardShell } from './dashboard-shell';
import { dashboardText } from './dashboard-texts';
import { Component as NotFound } from './not-found';

const base = paths.dashboardOf('farmer');
const frame = {
  title: dashboardText.farmer,
  links: [
    { to: `${base}/products`, label: dashboardText.myProducts },
    { to: `${base}/orders`, label: dashboardText.orders },
    { to: `${base}/pick-list`, label: dashboardText.pickList },
    { to: `${base}/numbers`, label: dashboardText.numbers },
    { to: `${base}/reviews`, label: dashboardText.reviews },
    { to: `${base}/profile`, label: dashboardText.profile },
  ],
};

function Products() {
  return (
    <DashboardShell {...frame} section={dashboardText.myProducts}>
      <OwnProducts />
    </DashboardShell>
  );
}

function Orders() {
  return (
    <DashboardShell {...frame} section={dashboardText.orders}>
      <FarmOrders />
    </DashboardShell>
  );
}

function Picking() {
  return (
    <DashboardShell {...frame} section={dashboardText.pickList} lead={pickListText.lead}>
      <PickListScreen />
    </DashboardShell>
  );
}

function Slip() {
  return (
    <DashboardShell {...frame} section={dashboardText.packingSlip} quietOnPaper>
      <SlipScreen />
    </DashboardShell>
  );
}

function Numbers() {
  return (
    <DashboardShell {...frame} section={dashboardText.numbers}>
      <FarmNumbers />
    </DashboardShell>
  );
}

function Reviews() {
  return (
    <DashboardShell {...frame} section={dashboardText.reviews}>
      <FarmReviewsScreen />
    </DashboardShell>
  );
}

function Details() {
  const { user } = useSession();
  return (
    <DashboardShell {...frame} section={dashboardText.profile}>
      <div className="grid items-start gap-8 xl:grid-cols-[8fr_5fr]">
        {/* the farm may be younger than the session: it is asked for again once the session knows it */}
        <OwnFarm key={user?.farmId ?? 'none'} />
        {user !== null && <Profile user={user} />}
      </div>
    </DashboardShell>
  );
}

/** `/dashboard/farmer/*`: products first. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Products />} />
      <Route path="products" element={<Products />} />
      <Route path="orders" element={<Orders />} />
      <Route path="pick-list" element={<Picking />} />
      <Route path="packing-slip/:orderId" element={<Slip />} />
      <Route path="numbers" element={<Numbers />} />
      <Route path="reviews" element={<Reviews />} />
      <Route path="profile" element={<Details />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
