import { type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import type { Role } from '#libs/contracts';
import { paths } from '../lib/paths';
import { FullPageSpinner } from '../ui/spinner';
import { entryPages } from './entry-pages';
import { DashboardRedirect, RequireRole } from './guards';
import { RootLayout } from './layout';
import { type LazyPage, type LoadPage, lazyPage } from './lazy-page';
import { RouteError } from './route-error';

/** The previous page stays until this one is loaded. */
const shown = (Page: LazyPage): ReactNode => (
  <Suspense fallback={<FullPageSpinner />}>
    <Page />
  </Suspense>
);
const page = (load: LoadPage): ReactNode => shown(lazyPage(load));

/** A page for some roles only. */
function only(roles: readonly Role[], load: LoadPage): ReactNode {
  return <RequireRole roles={roles}>{page(load)}</RequireRole>;
}

const everybody: readonly Role[] = ['customer', 'farmer', 'admin'];
const elements = (
  <Route
    element={
      <RouteError as="main">
        <RootLayout />
      </RouteError>
    }
  >
    {entryPages.map((entry) => (
      <Route key={entry.path} path={entry.path} element={shown(entry.page)} />
    ))}
    <Route path="farmers" element={page(() => import('./routes/farmers'))} />
    <Route path="farmers/:slug" element={page(() => import('./routes/farm'))} />
    <Route path="about" element={page(() => import('./routes/about'))} />
    <Route path="contact" element={page(() => import('./routes/contact'))} />
    <Route path="faq" element={page(() => import('./routes/faq'))} />
    <Route path="shipping" element={page(() => import('./routes/shipping'))} />
    <Route path="returns" element={page(() => import('./routes/returns'))} />
    <Route path="privacy" element={page(() => import('./routes/privacy'))} />
    <Route path="auth" element={page(() => import('./routes/auth'))} />
    <Route path="sign-in/*" element={page(() => import('./routes/sign-in'))} />
    <Route path="sign-up/*" element={page(() => import('./routes/sign-up'))} />
    <Route path="sso-callback" element={page(() => import('./routes/sso-callback'))} />
    <Route path="join" element={page(() => import('./routes/join'))} />
    <Route path="cart" element={only(['customer'], () => import('./routes/cart'))} />
    <Route path="checkout" element={only(['customer'], () => import('./routes/checkout'))} />
    <Route path="inbox" element={only(everybody, () => import('./routes/inbox'))} />
    <Route path="orders/:id" element={only(everybody, () => import('./routes/order'))} />
    <Route
      path="orders/:id/receipt"
      element={only(['customer', 'admin'], () => import('./routes/receipt'))}
    />
    <Route
      path="test-cards/sellers/:seller"
      element={only(['farmer'], () => import('./routes/test-seller'))}
    />
    <Route path="start" element={page(() => import('./routes/start'))} />
    <Route path="dashboard" element={<DashboardRedirect />} />
    <Route
      path="dashboard/customer/*"
      element={only(['customer'], () => import('./routes/dashboard-customer'))}
    />
    <Route
      path="dashboard/farmer/*"
      element={only(['farmer'], () => import('./routes/dashboard-farmer'))}
    />
    <Route
      path="dashboard/admin/*"
      element={only(['admin'], () => import('./routes/dashboard-admin'))}
    />
    <Route
      path="my-products"
      element={<Navigate to={`${paths.dashboardOf('farmer')}/products`} replace />}
    />
    <Route path="admin" element={<Navigate to={paths.dashboardOf('admin')} replace />} />
    {import.meta.env.DEV && <Route path="dev/ui" element={page(() => import('./routes/dev-ui'))} />}
    <Route path="*" element={page(() => import('./routes/not-found'))} />
  </Route>
);

/**
 * The addresses of docs/product.md. Uses the declarative router: the data router is 20 kB larger (gzip), and the queries
 * replace its loaders.
 */
export function AppRoutes() {
  return <Routes>{elements}</Routes>;
}
