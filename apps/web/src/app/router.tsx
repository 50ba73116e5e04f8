import { type ReactNode, Suspense, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import type { Role } from '#libs/contracts';
import { lazyPart } from '../lib/load-part';
import { paths } from '../lib/paths';
import { FullPageSpinner } from '../ui/spinner';
import { DashboardRedirect, RequireRole } from './guards';
import { RootLayout } from './layout';
import { homePage, type LoadPage, productPage, productsPage, readyPage } from './ready-pages';
import { RouteError } from './route-error';

/** Set by Vite; the tests run without it. */
const isDevelopment = import.meta.env?.DEV ?? true;

/** A page of its own file, loaded when it is first opened; the page before it stays until then. */
function page(load: LoadPage): ReactNode {
  const Lazy = lazyPart(async () => ({ default: (await load()).Component }));
  function Page() {
    const [Shown] = useState(() => readyPage(load) ?? Lazy);
    return <Shown />;
  }
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Page />
    </Suspense>
  );
}

/** A page that only some roles may open. */
function only(roles: readonly Role[], load: LoadPage): ReactNode {
  return <RequireRole roles={roles}>{page(load)}</RequireRole>;
}

const everybody: readonly Role[] = ['customer', 'farmer', 'admin'];
const elements = (
  <Route
    element={
      <RouteError>
        <RootLayout />
      </RouteError>
    }
  >
    <Route index element={page(homePage)} />
    <Route path="products" element={page(productsPage)} />
    <Route path="products/:id" element={page(productPage)} />
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
    <Route path="cart" element={only(['customer'], () => import('./routes/cart'))} />
    <Route path="checkout" element={only(['customer'], () => import('./routes/checkout'))} />
    <Route path="inbox" element={only(everybody, () => import('./routes/inbox'))} />
    <Route path="orders/:id" element={only(everybody, () => import('./routes/order'))} />
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
    {isDevelopment && <Route path="dev/ui" element={page(() => import('./routes/dev-ui'))} />}
    <Route path="*" element={page(() => import('./routes/not-found'))} />
  </Route>
);

/**
 * Every address of SPEC section 2. The declarative router on purpose: the data router weighs 20 kB more
 * (gzip), and the queries already do what its loaders would.
 */
export function AppRoutes() {
  return <Routes>{elements}</Routes>;
}
