import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DASHBOARD_PAGES, type DashboardPage } from '#libs/contracts';
import { AddressBook } from '../../features/account/addresses/address-book';
import { SavedCards } from '../../features/account/cards/saved-cards';
import { OwnData } from '../../features/account/own-data/own-data';
import { Profile } from '../../features/account/profile/profile';
import { Security } from '../../features/account/security/security';
import { CalendarFeed } from '../../features/calendar-feed/calendar-feed';
import { StoreCredit } from '../../features/credit/store-credit';
import { CustomerOrders } from '../../features/orders/customer-orders';
import { NextHandover } from '../../features/orders/next-handover';
import { ordersText } from '../../features/orders/texts';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { CustomerShop } from './customer-shop';
import { DashboardShell } from './dashboard-shell';
import { Favourites } from './favourites';
import { Component as NotFound } from './not-found';
import { dashboardText } from './texts';

const base = paths.dashboardOf('customer');
const labels: Record<DashboardPage<'customer'>, string> = {
  orders: dashboardText.orders,
  products: dashboardText.shop,
  favourites: dashboardText.favourites,
  profile: dashboardText.profile,
};
const frame = {
  title: dashboardText.customer,
  links: DASHBOARD_PAGES.customer.map((page) => ({ to: `${base}/${page}`, label: labels[page] })),
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
            <StoreCredit />
            <SavedCards />
            <CalendarFeed of="customer" />
            <Security />
            <OwnData />
          </div>
        </div>
      )}
    </DashboardShell>
  );
}

const pages: Record<DashboardPage<'customer'>, ReactNode> = {
  orders: <Orders />,
  products: <Shop />,
  favourites: <FavouritesPage />,
  profile: <Details />,
};

/** `/dashboard/customer/*`: the index page shows the orders. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Orders />} />
      {DASHBOARD_PAGES.customer.map((page) => (
        <Route key={page} path={page} element={pages[page]} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
