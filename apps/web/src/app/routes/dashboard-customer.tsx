import { Route, Routes } from 'react-router-dom';
import { AddressBook } from '../../features/account/addresses/address-book';
import { Profile } from '../../features/account/profile/profile';
import { Security } from '../../features/account/security/security';
import { CustomerOrders } from '../../features/orders/customer-orders';
import { NextHandover } from '../../features/orders/next-handover';
import { ordersText } from '../../features/orders/texts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session';
import { CustomerShop } from './customer-shop';
import { DashboardShell } from './dashboard-shell';
import { dashboardText } from './dashboard-texts';
import { Favourites } from './favourites';
import { Component as NotFound } from './not-found';

const base = paths.dashboardOf('customer');
const frame = {
  title: dashboardText.customer,
  links: [
    { to: `${base}/orders`, label: dashboardText.orders },
    { to: `${base}/products`, label: dashboardText.shop },
    { to: paths.favourites, label: dashboardText.favourites },
    { to: `${base}/profile`, label: dashboardText.profile },
  ],
};

function Orders() {
  return (
    <DashboardShell {...frame} section={dashboardText.orders}>
      <NextHandover />
      <CustomerOrders />
    </DashboardShell>
  );
}

function Shop() {
  return (
    <DashboardShell {...frame} section={dashboardText.shop} lead={ordersText.shopLead}>
      <CustomerShop />
    </DashboardShell>
  );
}

function FavouritesPage() {
  return (
    <DashboardShell
      {...frame}
      section={dashboardText.favourites}
      lead={dashboardText.favouritesLead}
    >
      <Favourites />
    </DashboardShell>
  );
}

function Details() {
  const { user } = useSession();
  return (
    <DashboardShell {...frame} section={dashboardText.profile}>
      {user !== null && (
        <div className="grid items-start gap-8 xl:grid-cols-2">
          <Profile user={user} />
          <div className="grid gap-8">
            <AddressBook />
            <Security />
          </div>
        </div>
      )}
    </DashboardShell>
  );
}

/** `/dashboard/customer/*`: the index page shows the orders. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Orders />} />
      <Route path="orders" element={<Orders />} />
      <Route path="products" element={<Shop />} />
      <Route path="favourites" element={<FavouritesPage />} />
      <Route path="profile" element={<Details />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
