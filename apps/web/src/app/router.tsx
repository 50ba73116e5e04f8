import { type ReactNode, Suspense } from 'react';
import {
  createRoutesFromElements,
  matchRoutes,
  Navigate,
  Route,
  useRoutes,
} from 'react-router-dom';
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
/** A route's page. Its handle is the page too, so that it can be loaded before the route is rendered. */
function page(load: LoadPage) {
  const handle = lazyPage(load);
  return { handle, element: shown(handle) };
}

/** A page for some roles only. */
function only(roles: readonly Role[], load: LoadPage) {
  const { handle, element } = page(load);
  return { handle, element: <RequireRole roles={roles}>{element}</RequireRole> };
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
      <Route key={entry.path} path={entry.path} handle={entry.page} element={shown(entry.page)} />
    ))}
    <Route path="farmers" {...page(() => import('./routes/farmers'))} />
    <Route path="farmers/:slug" {...page(() => import('./routes/farm'))} />
    <Route path="about" {...page(() => import('./routes/about'))} />
    <Route path="contact" {...page(() => import('./routes/contact'))} />
    <Route path="faq" {...page(() => import('./routes/faq'))} />
    <Route path="shipping" {...page(() => import('./routes/shipping'))} />
    <Route path="returns" {...page(() => import('./routes/returns'))} />
    <Route path="privacy" {...page(() => import('./routes/privacy'))} />
    <Route path="auth" {...page(() => import('./routes/auth'))} />
    <Route path="sign-in/*" {...page(() => import('./routes/sign-in'))} />
    <Route path="sign-up/*" {...page(() => import('./routes/sign-up'))} />
    <Route path="sso-callback" {...page(() => import('./routes/sso-callback'))} />
    <Route path="join" {...page(() => import('./routes/join'))} />
    <Route path="cart" {...only(['customer'], () => import('./routes/cart'))} />
    <Route path="checkout" {...only(['customer'], () => import('./routes/checkout'))} />
    <Route path="inbox" {...only(everybody, () => import('./routes/inbox'))} />
    <Route path="orders/:id" {...only(everybody, () => import('./routes/order'))} />
    <Route
      path="orders/:id/receipt"
      {...only(['customer', 'admin'], () => import('./routes/receipt'))}
    />
    <Route
      path="test-cards/sellers/:seller"
      {...only(['farmer'], () => import('./routes/test-seller'))}
    />
    <Route path="start" {...page(() => import('./routes/start'))} />
    <Route path="dashboard" element={<DashboardRedirect />} />
    <Route
      path="dashboard/customer/*"
      {...only(['customer'], () => import('./routes/dashboard-customer'))}
    />
    <Route
      path="dashboard/farmer/*"
      {...only(['farmer'], () => import('./routes/dashboard-farmer'))}
    />
    <Route
      path="dashboard/admin/*"
      {...only(['admin'], () => import('./routes/dashboard-admin'))}
    />
    <Route
      path="my-products"
      element={<Navigate to={`${paths.dashboardOf('farmer')}/products`} replace />}
    />
    <Route path="admin" element={<Navigate to={paths.dashboardOf('admin')} replace />} />
    {import.meta.env.DEV && <Route path="dev/ui" {...page(() => import('./routes/dev-ui'))} />}
    <Route path="*" {...page(() => import('./routes/not-found'))} />
  </Route>
);

const routes = createRoutesFromElements(elements);

/**
 * The addresses of docs/product.md. Uses the declarative router: the data router is 20 kB larger (gzip), and the queries
 * replace its loaders.
 */
export function AppRoutes() {
  return useRoutes(routes);
}

/** Loads a path's page while the member is still being restored. */
export function preloadPage(path: string): void {
  const page: LazyPage | undefined = matchRoutes(routes, path)?.at(-1)?.route.handle;
  page?.preload().catch(() => undefined); // the render tries again, and says what is wrong
}
