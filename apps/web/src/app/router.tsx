import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import type { Role } from '#libs/contracts';
import { paths } from '../lib/paths';
import { FullPageSpinner } from '../ui/spinner';
import { DashboardRedirect, RequireRole } from './guards';
import { RootLayout } from './layout';
import { RouteError } from './route-error';

type Page = { Component: () => React.ReactNode };
type Load = () => Promise<Page>;

/** A page of its own file that only some roles may open. */
function only(roles: readonly Role[], load: Load): Load {
  return async () => {
    const { Component } = await load();
    return {
      Component: () => (
        <RequireRole roles={roles}>
          <Component />
        </RequireRole>
      ),
    };
  };
}

const page = (path: string, lazy: Load): RouteObject => ({ path, lazy });
const redirect = (path: string, to: string): RouteObject => ({
  path,
  element: <Navigate to={to} replace />,
});

/** Every address of SPEC section 2, each page loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: FullPageSpinner,
    children: [
      { index: true, lazy: () => import('./routes/home') },
      page('products', () => import('./routes/products')),
      page('products/:id', () => import('./routes/product')),
      page('farmers', () => import('./routes/farmers')),
      page('farmers/:slug', () => import('./routes/farm')),
      page('about', () => import('./routes/about')),
      page('contact', () => import('./routes/contact')),
      page('faq', () => import('./routes/faq')),
      page('shipping', () => import('./routes/shipping')),
      page('returns', () => import('./routes/returns')),
      page('privacy', () => import('./routes/privacy')),
      page('auth', () => import('./routes/auth')),
      page('sign-in/*', () => import('./routes/sign-in')),
      page('sign-up/*', () => import('./routes/sign-up')),
      page('sso-callback', () => import('./routes/sso-callback')),
      page(
        'cart',
        only(['customer'], () => import('./routes/cart')),
      ),
      page(
        'orders/:id',
        only(['customer', 'farmer', 'admin'], () => import('./routes/order')),
      ),
      { path: 'dashboard', Component: DashboardRedirect },
      page(
        'dashboard/customer/*',
        only(['customer'], () => import('./routes/dashboard-customer')),
      ),
      page(
        'dashboard/farmer/*',
        only(['farmer'], () => import('./routes/dashboard-farmer')),
      ),
      page(
        'dashboard/admin/*',
        only(['admin'], () => import('./routes/dashboard-admin')),
      ),
      redirect('my-products', `${paths.dashboardOf('farmer')}/products`),
      redirect('admin', paths.dashboardOf('admin')),
      page('*', () => import('./routes/not-found')),
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
