import { Route, Routes } from 'react-router-dom';
import { Analytics } from '../../features/analytics/analytics';
import { AdminProducts } from '../../features/farm-products/admin-products';
import { AdminOrders } from '../../features/orders/admin-orders';
import { AdminUsers } from '../../features/users/admin-users';
import { paths } from '../../lib/paths';
import { DashboardShell } from './dashboard-shell';
import { dashboardText } from './dashboard-texts';
import { Component as NotFound } from './not-found';

const base = paths.dashboardOf('admin');
const frame = {
  title: dashboardText.admin,
  links: [
    { to: `${base}/analytics`, label: dashboardText.analytics },
    { to: `${base}/users`, label: dashboardText.users },
    { to: `${base}/orders`, label: dashboardText.orders },
    { to: `${base}/products`, label: dashboardText.products },
  ],
};

function Figures() {
  return (
    <DashboardShell {...frame} section={dashboardText.analytics}>
      <Analytics />
    </DashboardShell>
  );
}

function Users() {
  return (
    <DashboardShell {...frame} section={dashboardText.users}>
      <AdminUsers />
    </DashboardShell>
  );
}

function Orders() {
  return (
    <DashboardShell {...frame} section={dashboardText.orders}>
      <AdminOrders />
    </DashboardShell>
  );
}

function Products() {
  return (
    <DashboardShell {...frame} section={dashboardText.products}>
      <AdminProducts />
    </DashboardShell>
  );
}

/** `/dashboard/admin/*`: the figures first. */
export function Component() {
  return (
    <Routes>
      <Route index element={<Figures />} />
      <Route path="analytics" element={<Figures />} />
      <Route path="users" element={<Users />} />
      <Route path="orders" element={<Orders />} />
      <Route path="products" element={<Products />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
